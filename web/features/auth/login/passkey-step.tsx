import { Button, Stack, Text } from '@mantine/core';
import { ApiError, SERVER_ERROR } from '../../../lib/api/api-error.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { showDone } from '../../../lib/notices.ts';
import { useStartSession } from '../use-start-session.ts';
import { type SecondStep, SecondStepCard } from './second-step-card.tsx';

/** Asked for by a click: browsers show passkeys to people who want to see them. */
export function PasskeyStep(step: SecondStep) {
  const startSession = useStartSession();
  const verify = useSave({
    save: async () => {
      const { signInByPasskey } = await import('./passkey-sign-in.ts');
      const { email, trustBrowser } = step;
      const reply = await signInByPasskey({ email, trustBrowser });
      showDone('MFA Verification Done!');
      await startSession(reply, step.next);
    },
    showsAll: true,
  });
  return (
    <SecondStepCard
      title="Use your passkey"
      lead={`Confirm that you're ${step.email} with your fingerprint, face or screen lock.`}
      step={step}
    >
      <Stack gap="sm">
        <Button fullWidth autoFocus loading={verify.isPending} onClick={() => verify.run()}>
          Continue with a passkey
        </Button>
        {verify.isError && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {verify.error instanceof ApiError ? verify.error.message : SERVER_ERROR}
          </Text>
        )}
      </Stack>
    </SecondStepCard>
  );
}
