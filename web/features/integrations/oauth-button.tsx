import { Button, Stack, Text } from '@mantine/core';
import type { AtsDescription } from '../../../contract/ats.ts';
import { useOauth } from './use-oauth.ts';

export function OauthButton({ system, label }: { system: AtsDescription; label: string }) {
  const { open, isOpen, isBlocked } = useOauth(system.type);
  return (
    <Stack gap="xs" align="flex-start">
      <Button loading={isOpen} onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <Text size="sm" c="dimmed" role="status">
          Continue in the window that opened.
        </Text>
      )}
      {isBlocked && (
        <Text size="sm" c="var(--danger)" role="alert">
          Your browser blocked the window. Allow pop-ups for this site, then try again.
        </Text>
      )}
    </Stack>
  );
}
