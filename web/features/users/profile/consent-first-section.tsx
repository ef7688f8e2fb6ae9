import { Button, Group, Stack, Switch, Textarea } from '@mantine/core';
import { CONSENT_REMINDER_DAYS, MAX_CONSENT_REQUEST } from '../../../../contract/accounts.ts';
import { useSave, useToggle } from '../../../lib/api/use-save.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useFormOf } from '../../../lib/forms/use-form-of.ts';
import { savingAccount } from '../../../lib/session/saving-account.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { Section } from '../../../ui/section.tsx';

/** Whether candidates are asked for their consent before the first text, and in which words. */
export function ConsentFirstSection() {
  const { account } = useMe();
  const first = useToggle(account.consentFirst, {
    ...savingAccount,
    save: (consentFirst) => savingAccount.save({ consentFirst }),
  });
  const reminder = useToggle(account.consentReminder, {
    ...savingAccount,
    save: (consentReminder) => savingAccount.save({ consentReminder }),
  });
  const form = useFormOf({ consentRequest: account.consentRequest ?? '' });
  const words = useSave({
    ...savingAccount,
    save: ({ consentRequest }: { consentRequest: string }) =>
      savingAccount.save({ consentRequest: consentRequest.trim() || null }),
    form,
    onDone: (changed, sent) => form.saved(sent, { consentRequest: changed.consentRequest ?? '' }),
  });
  return (
    <Section
      title="Consent"
      text="Candidates who reply YES to your question have agreed to texts, and NO opts them out. Both are in their consent history, with your words."
    >
      <Switch
        label="Ask for consent first"
        description="No one can text candidates before their consent is on record. It can also come from a file, a form or your hiring system."
        {...first}
      />
      <Switch
        mt="md"
        label="Ask once more"
        description={`Those who don't answer your question get it again after ${CONSENT_REMINDER_DAYS} days, and never a third time.`}
        {...reminder}
      />
      <form onSubmit={form.onSubmit((values) => words.run(values))} noValidate>
        <Stack gap="sm" mt="md">
          <Textarea
            label="Your question"
            description="Say who you are, and that they can reply YES, NO or STOP. Leave it empty for ours, with your name and your company's."
            autosize
            minRows={2}
            maxLength={MAX_CONSENT_REQUEST}
            {...fieldProps(form, 'consentRequest')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={words.isPending} disabled={!form.isDirty()}>
              Save question
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
