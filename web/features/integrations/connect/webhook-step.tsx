import { Button, Group, Stack, Text } from '@mantine/core';
import type { AtsDescription } from '../../../../contract/ats.ts';
import { CopiedValue } from '../../sso/copied-value.tsx';
import { HelpLink } from '../help-link.tsx';

/** The only time the secret is shown. */
export function WebhookStep({
  system,
  url,
  secret,
  onDone,
}: {
  system: AtsDescription;
  url: string;
  secret: string;
  onDone: () => void;
}) {
  return (
    <Stack gap="md">
      <Text>
        {system.name} is connected. To get changes right away, add a webhook there with this address and
        secret. Until you do, we check for changes every 5 minutes. If you added one before, replace its
        address and secret.
      </Text>
      <CopiedValue label="Address" value={url} copy="Copy address" />
      <CopiedValue label="Secret. You can't see it again." value={secret} copy="Copy secret" />
      <Group justify="space-between" gap="sm">
        <HelpLink system={system} label="How to add it" />
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
