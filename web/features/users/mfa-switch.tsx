import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { userQuery } from '../../lib/me.ts';

export function MfaSwitch({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (mfaEnabled: boolean) => call(routes.updateUser, { body: { mfaEnabled } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(userQuery().queryKey, changed);
      notifications.show({
        message: `Two-factor authentication is ${changed.mfaEnabled ? 'on' : 'off'}.`,
        color: 'teal',
      });
    },
  });
  // Codes that go to a mistyped address would lock the person out.
  const mustVerify = !user.metadata.emailVerified && !user.mfaEnabled;
  const description = () => {
    if (mustVerify) return 'Verify your email first, so that the codes reach you.';
    if (user.authenticatorEnabled)
      return 'After your password we ask for a code from your authenticator app.';
    return `After your password we ask for a code that we send to ${user.email}.`;
  };
  return (
    <>
      <Switch
        label="Ask for a code when I sign in"
        description={description()}
        checked={change.isPending ? change.variables : user.mfaEnabled}
        disabled={mustVerify}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          if (change.isPending) return;
          if (!checked && user.authenticatorEnabled) setAsking(true);
          else change.mutate(checked);
        }}
      />
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Turn off two-factor authentication?"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <Text>
            Your password is then enough to sign in. Your authenticator app and your recovery codes are
            removed.
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button
              color="red.9"
              onClick={() => {
                setAsking(false);
                change.mutate(false);
              }}
            >
              Turn off
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
