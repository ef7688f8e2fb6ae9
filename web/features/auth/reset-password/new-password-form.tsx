import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { atField } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { showDone } from '../../../lib/notices.ts';
import { endSession } from '../../../lib/session/session.ts';
import { paths } from '../../../paths.ts';
import { NewPasswordInput } from '../../../ui/new-password-input.tsx';
import { SendAgain } from '../login/send-again.tsx';

type Fields = BodyInput<typeof routes.resetPasswordUsingCode>;

const validate = schemaValidator<Fields>(routes.resetPasswordUsingCode.body);

/** The code that was mailed, and the password it is for. */
export function NewPasswordForm({
  email,
  sentAt,
  isSending,
  sendAgain,
  changeEmail,
}: {
  email: string;
  sentAt: number;
  isSending: boolean;
  sendAgain: () => void;
  changeEmail: () => void;
}) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { code: '', password: '' },
    validate: (values) => validate({ email, ...values }),
  });
  const save = useSave({
    save: async (values: { code: string; password: string }) => {
      await call(routes.resetPasswordUsingCode, { body: { email, ...values } }).catch((failure) => {
        throw atField(failure, 'code_invalid', 'code');
      });
      // The server has ended every session, that of this browser too.
      endSession();
      showDone('We have successfully updated your password. Please sign in.');
      await navigate({ to: paths.login });
    },
    form,
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
      <Stack gap="md">
        <TextInput
          label="Email"
          readOnly
          autoComplete="username"
          value={email}
          rightSectionWidth={72}
          rightSection={
            <Anchor component="button" type="button" size="sm" onClick={changeEmail}>
              Change
            </Anchor>
          }
        />
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...fieldProps(form, 'code')}
        />
        <NewPasswordInput label="New password" {...fieldProps(form, 'password')} />
        <Button type="submit" fullWidth loading={save.isPending}>
          Set password
        </Button>
        <Group justify="center">
          <SendAgain sentAt={sentAt} isSending={isSending} send={sendAgain} />
        </Group>
      </Stack>
    </form>
  );
}
