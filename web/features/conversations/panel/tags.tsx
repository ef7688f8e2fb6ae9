import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import type { Candidate } from '../../../../contract/candidates.ts';
import * as routes from '../../../../contract/routes.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { focusScreen } from '../../../lib/focus-screen.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useOfferCommands } from '../../../lib/open-commands.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import classes from './panel.module.css';
import { useChangeCandidate } from './use-change-candidate.ts';

const FIELD_ID = 'new-tag';
const validate = schemaValidator<{ tags: string[] }>(routes.updateCandidate.body);

/** Added and removed one by one, so that a colleague's stay as they are. */
export function Tags({ candidate, conversationId }: { candidate: Candidate; conversationId: string | null }) {
  const save = useChangeCandidate(candidate, conversationId);
  const form = useForm({ initialValues: { tag: '' } });
  const isReadOnly = isImpersonating();
  useOfferCommands(
    isReadOnly ? [] : [{ label: 'Add a tag', run: () => document.getElementById(FIELD_ID)?.focus() }],
  );

  function add({ tag }: { tag: string }) {
    const added = tag.trim();
    if (added === '' || save.isPending) return;
    const has = ({ tags }: Candidate) => tags.some((other) => other.toLowerCase() === added.toLowerCase());
    if (has(candidate)) return form.setFieldError('tag', 'They already have this tag');
    const [wrong] = Object.values(validate({ tags: [...candidate.tags, added] }));
    if (wrong) return form.setFieldError('tag', wrong);
    save.run((current) => ({ tags: has(current) ? current.tags : [...current.tags, added] }), {
      onDone: () => form.reset(),
      onFailed: (error) => form.setFieldError('tag', error instanceof ApiError ? error.message : undefined),
    });
  }

  function remove(tag: string) {
    // What had the focus goes with the tag.
    const field = document.getElementById(FIELD_ID);
    if (field) field.focus();
    else focusScreen();
    save.run((current) => ({ tags: current.tags.filter((other) => other !== tag) }));
  }

  return (
    <div className={classes.fact}>
      <div className={classes.factLabel} id="tags-label">
        Tags
      </div>
      {candidate.tags.length > 0 && (
        <ul className={classes.tags} aria-labelledby="tags-label">
          {candidate.tags.map((tag) => (
            <li key={tag} className={classes.tag}>
              <span className={classes.tagText}>{tag}</span>
              {!isReadOnly && (
                <ActionIcon
                  variant="transparent"
                  color="gray"
                  size={28}
                  aria-label={`Remove tag ${tag}`}
                  disabled={save.isPending}
                  onClick={() => remove(tag)}
                >
                  <IconX size={14} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {isReadOnly ? (
        candidate.tags.length === 0 && <span className={classes.muted}>None</span>
      ) : (
        <form onSubmit={form.onSubmit(add)} noValidate>
          <Group gap="sm" align="flex-start" wrap="nowrap">
            <TextInput
              id={FIELD_ID}
              size="xs"
              className={classes.tagField}
              aria-label="New tag"
              placeholder="Add a tag"
              {...fieldProps(form, 'tag')}
              // So that the keys are shortcuts again.
              onKeyDown={({ key }) => key === 'Escape' && focusScreen()}
            />
            <Button type="submit" size="xs" variant="default" loading={save.isPending}>
              Add
            </Button>
          </Group>
        </form>
      )}
    </div>
  );
}
