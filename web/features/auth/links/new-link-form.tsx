import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import * as routes from '../../../../contract/routes.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';

/** The way on from a link that no longer works. */
export function NewLinkForm({
  button,
  sent,
  send,
}: {
  button: string;
  /** Replaces the form afterward. */
  sent: string;
  send: (email: string) => Promise<unknown>;
}) {
  const form = useForm({
    initialValues: { email: '' },
    validate: schemaValidator<{ email: string }>(routes.sendMagicLink.body),
  });
  const mail = useSave({
    save: send,
    form,
  });
  if (mail.isSuccess) return <Text role="status">{sent}</Text>;
  return (
    <form onSubmit={form.onSubmit(({ email }) => mail.run(email))} noValidate>
      <Stack gap="md">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          {...fieldProps(form, 'email')}
        />
        <Button type="submit" fullWidth loading={mail.isPending}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}
