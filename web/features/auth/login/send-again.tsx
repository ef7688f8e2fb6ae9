import { Button, Text } from '@mantine/core';
import { useNow } from '../../../lib/use-now.ts';

const PAUSE_SECONDS = 30;

/** Mails take a moment; asking for a second one right away only voids the first. */
export function SendAgain({
  sentAt,
  isSending,
  send,
}: {
  sentAt: number;
  isSending: boolean;
  send: () => void;
}) {
  const now = useNow(1000).getTime();
  const wait = Math.min(PAUSE_SECONDS, Math.ceil((sentAt - now) / 1000) + PAUSE_SECONDS);
  if (wait > 0)
    return (
      <Text size="sm" c="dimmed">
        Send a new code in {wait} s
      </Text>
    );
  return (
    <Button variant="subtle" size="compact-sm" loading={isSending} onClick={send}>
      Send a new code
    </Button>
  );
}
