import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { Conversation } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { focusScreen } from '../../../lib/focus-screen.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useOfferCommands } from '../../../lib/open-commands.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { hasTag, putConversation } from '../../messages/conversation-cache.ts';
import classes from './panel.module.css';
import { useChangeCandidate } from './use-change-candidate.ts';

/** How a tag is saved; the field shows what is refused. */
type Save = (tag: string, shown: { onDone: () => void; onFailed: (error: Error) => void }) => void;

/** Added and removed one by one, so that a colleague's stay as they are. */
export function Tags({ candidate, conversationId }: { candidate: Candidate; conversationId: string | null }) {
  const save = useChangeCandidate(candidate, conversationId);
  return (
    <TagEditor
      label="Tags"
      id="tags"
      tags={candidate.tags}
      isPending={save.isPending}
      onAdd={(tag, shown) =>
        save.run(({ tags }) => ({ tags: hasTag(tags, tag) ? tags : [...tags, tag] }), shown)
      }
      onRemove={(tag) => save.run(({ tags }) => ({ tags: tags.filter((other) => other !== tag) }))}
    />
  );
}

/** Those of the conversation, which stay with it. */
export function ConversationTags({ conversation: { id, tags } }: { conversation: Conversation }) {
  const save = useSave({
    save: (body: { add?: string[]; remove?: string[] }) =>
      call(routes.updateConversationTags, { params: { id }, body }),
    showsFields: true,
    inTurn: `conversation tags ${id}`,
    keep: (queryClient, saved) => putConversation(queryClient, saved, id),
  });
  return (
    <TagEditor
      label="Tags of this conversation"
      id="conversation-tags"
      tags={tags}
      isPending={save.isPending}
      onAdd={(tag, shown) => save.run({ add: [tag] }, shown)}
      onRemove={(tag) => save.run({ remove: [tag] })}
    />
  );
}

const validate = schemaValidator<{ tags: string[] }>(routes.updateCandidate.body);

function TagEditor({
  label,
  id,
  tags,
  isPending,
  onAdd,
  onRemove,
}: {
  label: string;
  id: string;
  tags: string[];
  isPending: boolean;
  onAdd: Save;
  onRemove: (tag: string) => void;
}) {
  const fieldId = `new-of-${id}`;
  const form = useForm({ initialValues: { tag: '' } });
  const isReadOnly = isImpersonating();
  useOfferCommands(
    isReadOnly
      ? []
      : [
          {
            label: id === 'tags' ? 'Add a tag' : 'Add a tag to this conversation',
            run: () => document.getElementById(fieldId)?.focus(),
          },
        ],
  );

  function add({ tag }: { tag: string }) {
    const added = tag.trim();
    if (added === '' || isPending) return;
    if (hasTag(tags, added)) return form.setFieldError('tag', 'This tag is there already');
    const [wrong] = Object.values(validate({ tags: [...tags, added] }));
    if (wrong) return form.setFieldError('tag', wrong);
    onAdd(added, {
      onDone: () => form.reset(),
      onFailed: (error) => form.setFieldError('tag', error instanceof ApiError ? error.message : undefined),
    });
  }

  function remove(tag: string) {
    // What had the focus goes with the tag.
    const field = document.getElementById(fieldId);
    if (field) field.focus();
    else focusScreen();
    onRemove(tag);
  }

  return (
    <div className={classes.fact}>
      <div className={classes.factLabel} id={`${id}-label`}>
        {label}
      </div>
      {tags.length > 0 && (
        <ul className={classes.tags} aria-labelledby={`${id}-label`}>
          {tags.map((tag) => (
            <li key={tag} className={classes.tag}>
              <span className={classes.tagText}>{tag}</span>
              {!isReadOnly && (
                <ActionIcon
                  variant="transparent"
                  color="gray"
                  size={28}
                  aria-label={`Remove tag ${tag}`}
                  disabled={isPending}
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
        tags.length === 0 && <span className={classes.muted}>None</span>
      ) : (
        <form onSubmit={form.onSubmit(add)} noValidate>
          <Group gap="sm" align="flex-start" wrap="nowrap">
            <TextInput
              id={fieldId}
              size="xs"
              className={classes.tagField}
              aria-label={id === 'tags' ? 'New tag' : 'New tag of this conversation'}
              placeholder="Add a tag"
              {...fieldProps(form, 'tag')}
              // So that the keys are shortcuts again.
              onKeyDown={({ key }) => key === 'Escape' && focusScreen()}
            />
            <Button type="submit" size="xs" variant="default" loading={isPending}>
              Add
            </Button>
          </Group>
        </form>
      )}
    </div>
  );
}
