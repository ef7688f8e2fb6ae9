import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CODE_LENGTH } from './code-field.tsx';
import { CodeForm } from './code-form.tsx';
import { OtherWay, type SecondStep, SecondStepCard } from './second-step-card.tsx';
import { useVerifyCode } from './use-verify-code.ts';

/** The code of the authenticator app, or a recovery code for someone who lost their phone. */
export function AppCode(step: SecondStep) {
  const [isRecovery, setRecovery] = useState(false);
  return isRecovery ? (
    <RecoveryCode step={step} back={() => setRecovery(false)} />
  ) : (
    <ShownCode step={step} lost={() => setRecovery(true)} />
  );
}

const AGAIN = "After five tries, you'll need to sign in again.";

function ShownCode({ step, lost }: { step: SecondStep; lost: () => void }) {
  const verify = useVerifyCode({
    ...step,
    refused: `That code is wrong or was already used. Try the next one. ${AGAIN}`,
  });
  return (
    <SecondStepCard
      title="Enter your code"
      lead={`Open your authenticator app and enter the ${CODE_LENGTH} digits it shows for Hiretext and ${step.email}.`}
      step={step}
    >
      <CodeForm {...verify}>
        <Group justify="center">
          <OtherWay label="Use a recovery code" onClick={lost} />
        </Group>
      </CodeForm>
    </SecondStepCard>
  );
}

function RecoveryCode({ step, back }: { step: SecondStep; back: () => void }) {
  const { code, setCode, error, isPending, submit } = useVerifyCode({
    ...step,
    refused: `That recovery code is wrong or was already used. ${AGAIN}`,
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return (
    <SecondStepCard
      title="Enter a recovery code"
      lead={`Use one of the codes you saved when you set up the app for ${step.email}. Each works once.`}
      step={step}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '') submit(code);
        }}
      >
        <Stack gap="md">
          <TextInput
            ref={field}
            label="Recovery code"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            readOnly={isPending}
            value={code}
            error={error}
            data-success={(code.trim() !== '' && error === null) || undefined}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={isPending} disabled={code.trim() === '' && !isPending}>
            Verify
          </Button>
          <Group justify="center">
            <OtherWay label="Use the authenticator app" onClick={back} />
          </Group>
        </Stack>
      </form>
    </SecondStepCard>
  );
}
