import { Button } from '@mantine/core';
import { useNow } from '../../lib/use-now.ts';

const PAUSE_SECONDS = 30;

/** Mails take a moment; a second one asked for at once only outdates the first. */
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
  return (
    <Button variant="subtle" size="compact-sm" loading={isSending} disabled={wait > 0} onClick={send}>
      {wait > 0 ? `Send a new code in ${wait} s` : 'Send a new code'}
    </Button>
  );
}
