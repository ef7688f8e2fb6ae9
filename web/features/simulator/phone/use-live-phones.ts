import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SimulatedMessage } from '../../../../contract/simulator.ts';
import { changeCached, loadAgain } from '../../../lib/api/cache.ts';
import { LIVE_URL, messagesQuery, phonesQuery } from '../simulator-api.ts';

const REOPEN_MS = 1000;
const LIST_PAUSE_MS = 200;

/** Keeps the open thread and the list of phones true while the page is open. */
export function useLivePhones(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let source: EventSource;
    let reopenTimer: ReturnType<typeof setTimeout> | undefined;
    let listTimer: ReturnType<typeof setTimeout> | undefined;

    function open() {
      source = new EventSource(LIVE_URL);
      // The stream doesn't replay what was missed while it was closed.
      source.onopen = () => void loadAgain(queryClient, ['simulator']);
      source.onmessage = (event: MessageEvent<string>) => {
        putMessage(queryClient, SimulatedMessage.parse(JSON.parse(event.data)));
        listTimer ??= setTimeout(() => {
          listTimer = undefined;
          void loadAgain(queryClient, phonesQuery().queryKey);
        }, LIST_PAUSE_MS);
      };
      source.onerror = () => {
        // The browser itself only tries again after a broken connection, not after a refusal.
        if (source.readyState === EventSource.CLOSED) reopenTimer = setTimeout(open, REOPEN_MS);
      };
    }

    open();
    return () => {
      clearTimeout(reopenTimer);
      clearTimeout(listTimer);
      source.close();
    };
  }, [queryClient]);
}

export const phoneOf = (message: SimulatedMessage) =>
  message.direction === 'toCandidate' ? message.to : message.from;

export const businessOf = (message: SimulatedMessage) =>
  message.direction === 'toCandidate' ? message.from : message.to;

/** New, or known and changed; the reply to a send and the live stream may bring the same one in either order. */
export function putMessage(queryClient: QueryClient, message: SimulatedMessage): void {
  changeCached<SimulatedMessage[]>(queryClient, messagesQuery(phoneOf(message)).queryKey, (messages) =>
    messages.some((other) => other.id === message.id)
      ? messages.map((other) => (other.id === message.id ? message : other))
      : [...messages, message],
  );
}
