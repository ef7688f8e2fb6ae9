import { Button, Group, NumberInput, Stack } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useFormOf } from '../../lib/forms/use-form-of.ts';
import { savingAccount } from '../../lib/session/saving-account.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';

/** How soon the company answers candidates. */
export function ReplyPromiseSection() {
  const { replyPromiseHours } = useMe().account;
  const form = useFormOf({ replyPromiseHours }, schemaValidator(routes.updateAccount.body));
  const save = useSave({
    ...savingAccount,
    save: (body: { replyPromiseHours: number }) => savingAccount.save(body),
    form,
    onDone: (changed, sent) => form.saved(sent, { replyPromiseHours: changed.replyPromiseHours }),
  });
  return (
    <Section title="Time to reply">
      <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
        <Stack gap="md">
          <NumberInput
            label="Answer candidates within"
            description="Follow-ups shows admins who has waited longer. Working hours are Monday to Friday, 9 AM to 5 PM."
            suffix=" working hours"
            min={1}
            max={80}
            allowDecimal={false}
            {...fieldProps(form, 'replyPromiseHours')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save time to reply
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
