import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { showDone } from '../../lib/notices.ts';

type Fields = BodyInput<typeof routes.sendSupportMessage>;

/** A message to support, which is answered by mail. */
export function SupportForm({ email, onSent }: { email: string; onSent: () => void }) {
  const sendMessage = useCallOnce(routes.sendSupportMessage);
  const form = useForm<Fields>({
    initialValues: { subject: '', message: '' },
    validate: schemaValidator<Fields>(routes.sendSupportMessage.body),
  });
  const send = useSave({
    save: (body: Fields) => sendMessage({ body }),
    form,
    onDone: () => {
      showDone(`We'll reply to ${email}.`, { title: 'Message sent!' });
      onSent();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => send.run(values))} noValidate>
      <Stack gap="md">
        <TextInput label="Subject" data-autofocus {...fieldProps(form, 'subject')} />
        <Textarea label="Message" autosize minRows={5} maxRows={14} {...fieldProps(form, 'message')} />
        <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
          We'll reply to {email}.
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={send.isPending || send.isSuccess}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
