import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { showDone } from '../../../lib/notices.ts';
import { userQuery } from '../../../lib/session/me.ts';
import { ProofStep } from './proof-step.tsx';

export function TurnOffDialog({
  user,
  opened,
  onClose,
}: {
  user: User;
  opened: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  return (
    <Modal opened={opened} onClose={onClose} title="Stop asking for a code?">
      <ProofStep
        user={user}
        text="Then anyone who knows your password can sign in as you."
        button="Stop asking"
        color="red.9"
        onCancel={onClose}
        submit={async (proof) => {
          const changed = await call(routes.updateUser, { body: { mfaEnabled: false, ...proof } });
          putAnswer(queryClient, userQuery().queryKey, changed);
          onClose();
          showDone('Two-factor authentication is off.');
        }}
      />
    </Modal>
  );
}
