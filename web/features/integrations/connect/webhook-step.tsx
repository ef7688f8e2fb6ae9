import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { AtsDescription } from '../../../../contract/ats.ts';
import { CopiedValue } from '../../sso/copied-value.tsx';
import { sentBy } from '../ats-words.ts';
import { HelpLink } from '../help-link.tsx';

/** Some systems sign with their own key, which is entered like the other credentials once it's made there. */
const OWN_KEY = /^webhook/;

/** The only time the secret is shown. */
export function WebhookStep({
  system,
  url,
  secret,
  entered,
  onDone,
}: {
  system: AtsDescription;
  url: string;
  secret: string;
  /** Credentials that were given. */
  entered: readonly string[];
  onDone: () => void;
}) {
  const next = useRef<HTMLParagraphElement>(null);
  // What was focused is gone. Not a button: Enter, pressed twice, would hide the secret.
  useEffect(() => next.current?.focus(), []);
  const { type, name } = system;
  const takesSecret = !system.credentials.some(({ field }) => OWN_KEY.test(field));
  const hasOwnKey = entered.some((field) => OWN_KEY.test(field));
  return (
    <Stack gap="md">
      <Text ref={next} tabIndex={-1}>
        {hasOwnKey
          ? `One more step: in ${name}, replace the address of the webhook with this one.`
          : `${name} is connected. To get ${sentBy(type)} right away, add a webhook there with this address${takesSecret ? ' and secret' : ''}.`}{' '}
        Until you do, we check for changes every 5 minutes.
      </Text>
      {takesSecret && <Text>If you added one before, replace its address and secret.</Text>}
      {!takesSecret && !hasOwnKey && (
        <Text>{name} then makes a key for the webhook. Come back here, click Change key, and enter it.</Text>
      )}
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
