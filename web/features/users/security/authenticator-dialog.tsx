import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOutput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { showDone } from '../../../lib/notices.ts';
import { AuthenticatorScan } from './authenticator-scan.tsx';
import { ProofStep } from './proof-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export type AuthenticatorTask = 'setUp' | 'renewCodes' | 'remove';

const titles: Record<AuthenticatorTask, string> = {
  setUp: 'Use an authenticator app',
  renewCodes: 'New recovery codes',
  remove: 'Remove the authenticator app?',
};

export function AuthenticatorDialog({
  task,
  user,
  opened,
  onClose,
}: {
  task: AuthenticatorTask;
  user: User;
  opened: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [seed, setSeed] = useState<ReplyOutput<typeof routes.startAuthenticator> | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const refresh = () => loadAgain(queryClient, routes.getUser);

  const step = () => {
    if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onSaved={onClose} />;
    if (seed)
      return (
        <AuthenticatorScan
          seed={seed}
          onConfirmed={(codes) => {
            setRecoveryCodes(codes);
            void refresh();
          }}
        />
      );
    const proof = { user, onCancel: onClose };
    switch (task) {
      case 'setUp':
        return (
          <ProofStep
            {...proof}
            {...(user.hasPassword && { text: "First, confirm that it's you." })}
            button="Continue"
            submit={async (given) => setSeed(await call(routes.startAuthenticator, { body: given }))}
          />
        );
      case 'renewCodes':
        return (
          <ProofStep
            {...proof}
            text="Your current recovery codes will stop working."
            button="Create new codes"
            submit={async (given) => {
              const renewed = await call(routes.renewRecoveryCodes, { body: given });
              setRecoveryCodes(renewed.recoveryCodes);
            }}
          />
        );
      case 'remove':
        return (
          <ProofStep
            {...proof}
            text={
              user.metadata.emailVerified
                ? `After that, we email the code to ${user.email}. Your recovery codes stop working.`
                : "After that, your password is enough to sign in, since your email isn't verified. Your recovery codes stop working."
            }
            button="Remove"
            color="red.9"
            submit={async (given) => {
              await call(routes.removeAuthenticator, { body: given });
              await refresh();
              onClose();
              showDone('Authenticator app removed');
            }}
          />
        );
    }
  };
  // They are shown once, so closing them by accident must not be possible.
  const mayClose = recoveryCodes === null;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={recoveryCodes ? 'Your recovery codes' : titles[task]}
      withCloseButton={mayClose}
      closeOnEscape={mayClose}
      closeOnClickOutside={mayClose && seed === null}
    >
      {step()}
    </Modal>
  );
}
