import { Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useMe } from '../../../lib/session/use-me.ts';
import { useTaskDialog } from '../../../lib/use-task-dialog.ts';
import type { AuthenticatorTask } from './authenticator-dialog.tsx';

const AuthenticatorDialog = lazy(() =>
  import('./authenticator-dialog.tsx').then((module) => ({ default: module.AuthenticatorDialog })),
);

export function Authenticator() {
  const { user } = useMe();
  const { asked, open, state } = useTaskDialog<AuthenticatorTask>();
  return (
    <Stack gap="sm">
      <div>
        <Text fw={500}>Authenticator app</Text>
        <Text size="sm" c="dimmed">
          {user.authenticatorEnabled
            ? 'The app on your phone shows the code. A recovery code signs you in without your phone.'
            : 'Get codes from an app on your phone instead of by email.'}
        </Text>
      </div>
      <Group gap="sm">
        {user.authenticatorEnabled ? (
          <>
            <Button variant="default" onClick={() => open('renewCodes')}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => open('remove')}>
              Remove the app
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => open('setUp')}>
            Use an authenticator app
          </Button>
        )}
      </Group>
      {asked && (
        <Suspense fallback={null}>
          <AuthenticatorDialog key={asked.time} task={asked.task} user={user} {...state} />
        </Suspense>
      )}
    </Stack>
  );
}
