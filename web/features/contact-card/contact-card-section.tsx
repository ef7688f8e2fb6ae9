import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import type { ContactCardChoices } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { useFormOf } from '../../lib/forms/use-form-of.ts';
import { userQuery } from '../../lib/session/me.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';
import { CardPreview } from './card-preview.tsx';

const valuesOf = ({ title, ...choices }: ContactCardChoices) => ({
  contactCard: { title: title ?? '', ...choices },
});

/** What candidates save of the person. */
export function ContactCardSection() {
  const { user } = useMe();
  const form = useFormOf(valuesOf(user.contactCard), schemaValidator(routes.updateUser.body));
  const save = useSave({
    save: (body: ReturnType<typeof valuesOf>) => call(routes.updateUser, { body }),
    form,
    keep: (queryClient, changed) => putAnswer(queryClient, userQuery().queryKey, changed),
    done: 'Contact card updated',
    onDone: (changed, sent) => form.saved(sent, valuesOf(changed.contactCard)),
  });
  const { contactCard } = form.getValues();
  return (
    <Section title="Contact card" text="Send it in a conversation, so candidates can save who texts them.">
      <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
        <Stack gap="md">
          <CardPreview choices={{ ...contactCard, title: contactCard.title.trim() }} />
          <TextInput
            label="Title on the card"
            placeholder="Nurse recruiter"
            maxLength={80}
            {...form.getInputProps('contactCard.title')}
          />
          <Switch
            label="Show my picture"
            description={user.avatar ? undefined : "You don't have one yet. Add it under Profile."}
            {...form.getInputProps('contactCard.picture', { type: 'checkbox' })}
          />
          <Switch
            label="Show my email"
            description={user.email}
            {...form.getInputProps('contactCard.email', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save contact card
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
