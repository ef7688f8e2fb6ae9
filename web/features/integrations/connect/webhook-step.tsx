import { Button, Group, Stack, Text } from '@mantine/core';
import type { AtsDescription } from '../../../../contract/ats.ts';
import { CopiedValue } from '../../sso/copied-value.tsx';
import { HelpLink } from '../help-link.tsx';

/** Some systems sign with a key of their own, which is entered here like the other credentials. */
const OWN_KEY = /^webhook/;

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
  const { name } = system;
  const takesSecret = !system.credentials.some(({ field }) => OWN_KEY.test(field));
  return (
    <Stack gap="md">
      <Text>
        {name} is connected. To get changes right away, add a webhook there with this address
        {takesSecret && ' and secret'}. Until you do, we check for changes every 5 minutes.
      </Text>
      <Text>
        {takesSecret
          ? 'If you added one before, replace its address and secret.'
          : `If you added one before, replace its address. ${name} makes the key it signs with: enter that with Change key.`}
      </Text>
      <CopiedValue label="Address" value={url} copy="Copy address" />
      {takesSecret && (
        <CopiedValue label="Secret. You can't see it again." value={secret} copy="Copy secret" />
      )}
      <Group justify="space-between" gap="sm">
        <HelpLink system={system} label="How to add it" />
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
