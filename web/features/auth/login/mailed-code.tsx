import { Group } from '@mantine/core';
import { useState } from 'react';
import { CODE_MINUTES } from '../../../../contract/auth.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { captchaToken } from '../../../lib/session/captcha.ts';
import { codeMailedAt, rememberEmail, rememberedMethods } from '../../../lib/session/remembered-email.ts';
import { useOnArrival } from '../../../lib/use-on-arrival.ts';
import { CODE_LENGTH } from './code-field.tsx';
import { CodeForm } from './code-form.tsx';
import { type SecondStep, SecondStepCard } from './second-step-card.tsx';
import { SendAgain } from './send-again.tsx';
import { useVerifyCode } from './use-verify-code.ts';

/** A code mailed so lately is still on its way; the screen loaded again does not ask for another. */
const FRESH_MS = 60_000;

export function MailedCode(step: SecondStep) {
  const { email } = step;
  const { send, sentAt, isSending } = useCodeMail(email);
  useOnArrival(() => {
    if (Date.now() - codeMailedAt() >= FRESH_MS) send();
  });
  const verify = useVerifyCode(step);
  return (
    <SecondStepCard
      title="Enter your code"
      lead={`Enter the ${CODE_LENGTH}-digit code we emailed to ${email}. It works for ${CODE_MINUTES} minutes.`}
      step={step}
    >
      <CodeForm {...verify}>
        <Group justify="center">
          <SendAgain sentAt={sentAt} isSending={isSending} send={send} />
        </Group>
      </CodeForm>
    </SecondStepCard>
  );
}

function useCodeMail(email: string) {
  const [sentAt, setSentAt] = useState(codeMailedAt);
  const mark = (at: number) => {
    rememberEmail(email, { methods: rememberedMethods(), mailedAt: at });
    setSentAt(at);
  };
  const mail = useSave({
    save: async () => {
      // Before the answer, so that neither a reload nor a second click asks twice.
      mark(Date.now());
      const body = { email, captchaToken: await captchaToken('sendMfaEmail') };
      await call(routes.sendMfaEmail, { body }).catch((error: unknown) => {
        mark(0);
        throw error;
      });
    },
    done: 'OTP sent to email!',
  });
  return { sentAt, isSending: mail.isPending, send: () => mail.run() };
}
