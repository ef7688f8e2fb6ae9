import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { captchaToken } from '../../../lib/session/captcha.ts';
import { AuthCard } from '../auth-card.tsx';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Typed at sign-in, so that it needn't be typed again here. */
    email?: string;
  }
}

const CODE_SENT =
  "If the email you entered is registered in our system, we've sent you a verification code. Please check your inbox and enter the code along with your new password to continue.";

/** First the address, then the code mailed to it with a new password. */
export function ResetPasswordScreen() {
  const { email: typed = '' } = useLocation().state;
  const [sentAt, setSentAt] = useState(0);
  const form = useForm({
    initialValues: { email: typed },
    validate: schemaValidator<{ email: string }>(routes.sendResetPasswordEmail.body),
  });
  const mailCode = useSave({
    save: async (email: string) =>
      call(routes.sendResetPasswordEmail, {
        body: { email, captchaToken: await captchaToken('sendResetPasswordEmail') },
      }),
    form,
    onDone: () => setSentAt(Date.now()),
  });
  const { email } = form.getValues();
  const isSent = sentAt > 0;
  return (
    <AuthCard
      title={isSent ? 'Set a new password' : 'Reset your password'}
      lead={isSent ? CODE_SENT : "Enter your email and we'll send you a code."}
      footer={<BackToSignIn />}
    >
      {isSent ? (
        <NewPasswordForm
          email={email.trim()}
          sentAt={sentAt}
          isSending={mailCode.isPending}
          sendAgain={() => mailCode.run(email)}
          changeEmail={() => setSentAt(0)}
        />
      ) : (
        <form onSubmit={form.onSubmit((values) => mailCode.run(values.email))} noValidate>
          <Stack gap="md">
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              autoFocus
              {...fieldProps(form, 'email')}
            />
            <Button type="submit" fullWidth loading={mailCode.isPending}>
              Send code
            </Button>
          </Stack>
        </form>
      )}
    </AuthCard>
  );
}
