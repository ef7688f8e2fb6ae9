import { Anchor, Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CODE_MINUTES } from '../../../contract/auth.ts';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api.ts';
import { captchaToken } from '../../lib/captcha.ts';
import { atField, fieldErrorsOf } from '../../lib/form-errors.ts';
import { codeMailedAt, forgetEmail, rememberEmail, rememberedEmail } from '../../lib/remembered-email.ts';
import { useOnArrival } from '../../lib/use-on-arrival.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';
import { CODE_LENGTH, CodeField } from './code-field.tsx';
import { SendAgain } from './send-again.tsx';
import { useStartSession } from './use-start-session.ts';

const screen = getRouteApi(`/asking${paths.twoFactorAuthentication}`);

/** A code mailed so lately is still on its way; the screen loaded again does not ask for another. */
const FRESH_MS = 60_000;

export function TwoFactorScreen() {
  const { next } = screen.useSearch();
  const [email] = useState(() => rememberedEmail() ?? '');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { send, sentAt, isSending } = useCodeMail(email);
  useOnArrival(() => {
    if (Date.now() - codeMailedAt() >= FRESH_MS) send();
  });

  const startSession = useStartSession();
  const verify = useMutation({
    mutationFn: async (entered: string) => {
      const reply = await call(routes.verifyMfa, { body: { email, code: entered } }).catch((failure) => {
        throw atField(failure, 'code_invalid', 'code');
      });
      notifications.show({ message: 'MFA Verification Done!', color: 'teal' });
      await startSession(reply, next);
    },
    meta: { shows: 'fields' },
    onMutate: () => setError(null),
    onError: (failure) => {
      const atCode = fieldErrorsOf(failure).code;
      if (!atCode) return;
      setError(atCode);
      setCode('');
    },
  });
  const submit = (entered: string) => {
    if (entered.length === CODE_LENGTH && !verify.isPending) verify.mutate(entered);
  };

  return (
    <AuthCard
      title="Enter your code"
      lead={`We send a ${CODE_LENGTH}-digit code to ${email}. It works for ${CODE_MINUTES} minutes.`}
      footer={
        <Anchor component={Link} underline="always" to={paths.login} onClick={forgetEmail}>
          Use another account
        </Anchor>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(code);
        }}
      >
        <Stack gap="md">
          <CodeField
            value={code}
            error={error}
            readOnly={verify.isPending}
            onChange={(entered) => {
              setCode(entered);
              submit(entered);
            }}
          />
          <Button
            type="submit"
            fullWidth
            loading={verify.isPending}
            disabled={code.length < CODE_LENGTH && !verify.isPending}
          >
            Verify
          </Button>
          <Group justify="center">
            <SendAgain sentAt={sentAt} isSending={isSending} send={send} />
          </Group>
        </Stack>
      </form>
    </AuthCard>
  );
}

function useCodeMail(email: string) {
  const [sentAt, setSentAt] = useState(codeMailedAt);
  const mark = (at: number) => {
    rememberEmail(email, { mailedAt: at });
    setSentAt(at);
  };
  const mail = useMutation({
    mutationFn: async () =>
      call(routes.sendMfaEmail, { body: { email, captchaToken: await captchaToken() } }),
    // Before the answer, so that neither a reload nor a second click asks twice.
    onMutate: () => mark(Date.now()),
    onSuccess: () => notifications.show({ message: 'OTP sent to email!', color: 'teal' }),
    onError: () => mark(0),
  });
  return { sentAt, isSending: mail.isPending, send: () => mail.mutate() };
}
