import { EventSource, type FetchLike } from 'eventsource';
import type { LiveEvent } from '../../../contract/live-events.ts';
import * as routes from '../../../contract/routes.ts';
import { showFailure } from '../notices.ts';
import { onOtherPerson, sessionToken } from '../session/session.ts';
import { failureOf, requestHeaders, urlOf } from './api.ts';

/**
 * The live stream of the signed-in person. The library would reconnect at a fixed pace and give up on any status but
 * 200; a server that restarts behind a proxy answers 502 for a while, so connecting again is done here, with back-off.
 */

const FIRST_WAIT_MS = 500;
/** Short, so that people notice soon that the server is back. A busy server asks for more with Retry-After. */
const LONGEST_WAIT_MS = 5_000;
/** A stream that ends sooner doesn't count as success: reopening it right away would be a loop. */
const STEADY_MS = 10_000;
/** The server sends a sign of life more often than this; a sleeping laptop's connection is dead without an error. */
const SILENCE_MS = 60_000;

/** Kept here, since the contract of what events hold is long and the first page is to load fast. */
const eventTypes = Object.keys({
  'message.created': true,
  'message.updated': true,
  'conversation.updated': true,
  'conversation.deleted': true,
  'notes.updated': true,
  'proposals.updated': true,
  'keptDraft.updated': true,
  'seat.updated': true,
  'account.updated': true,
  notification: true,
  presence: true,
  reset: true,
} satisfies Record<LiveEvent['type'], true>) as LiveEvent['type'][];

interface LiveListener {
  onEvent: (event: LiveEvent) => void;
  onConnected: (connected: boolean) => void;
}

export function connectLive({ onEvent, onConnected }: LiveListener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = '';
  let opened = false;
  let failures = 0;
  let heardAt = Date.now();
  let openedAt: number | null = null;
  /** What the server asked for, because this tab is one too many or the server has enough of them. */
  let askedWaitMs = 0;

  const fetchStream: FetchLike = async (url, init) => {
    const token = sessionToken();
    const { Authorization } = requestHeaders(token);
    const response = await fetch(url, {
      ...init,
      credentials: 'include',
      headers: {
        ...init.headers,
        ...(Authorization ? { Authorization } : {}),
        ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
      },
    });
    // Someone who was removed sees a message. For everyone else the sign-in screen is enough.
    if (response.status === 401) {
      const failure = failureOf(401, await response.clone().text(), token);
      if (failure.code === 'removed_from_account') showFailure(failure);
    }
    if (!response.ok) askedWaitMs = (Number(response.headers.get('retry-after')) || 0) * 1000;
    const { url: from, status, redirected, headers } = response;
    const heard = () => {
      heardAt = Date.now();
    };
    return {
      url: from,
      status,
      redirected,
      headers,
      body: response.body?.pipeThrough(listenIn(heard)) ?? null,
    };
  };

  function open() {
    clearTimeout(timer);
    source?.close();
    heardAt = Date.now();
    askedWaitMs = 0;
    source = new EventSource(new URL(urlOf(routes.streamEvents), window.location.href), {
      fetch: fetchStream,
    });
    source.addEventListener('open', () => {
      openedAt = Date.now();
      onConnected(true);
      // Without an id to resume from, what happened before this moment can only be had by loading it again.
      if (lastEventId === '' && opened) onEvent({ type: 'reset' });
      opened = true;
    });
    source.addEventListener('error', lost);
    for (const type of eventTypes) {
      source.addEventListener(type, (event: MessageEvent<string>) => {
        if (event.lastEventId) lastEventId = event.lastEventId;
        onEvent({ ...JSON.parse(event.data), type });
      });
    }
  }

  function lost() {
    source?.close();
    onConnected(false);
    clearTimeout(timer);
    if (openedAt !== null && Date.now() - openedAt > STEADY_MS) failures = 0;
    openedAt = null;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    failures += 1;
    // Spread out, so that a thousand browsers do not return in the same instant.
    timer = setTimeout(open, askedWaitMs + wait * (0.5 + Math.random() / 2));
  }

  function wakeUp() {
    const silent = Date.now() - heardAt > SILENCE_MS;
    if (document.visibilityState === 'visible' && (silent || source?.readyState === EventSource.CLOSED))
      open();
  }

  /** What happens to the one before is nothing for the eyes of the next. */
  function beginAgain() {
    lastEventId = '';
    opened = false;
    open();
  }

  open();
  const stopWatching = onOtherPerson(beginAgain);
  window.addEventListener('online', open);
  document.addEventListener('visibilitychange', wakeUp);
  return () => {
    clearTimeout(timer);
    source?.close();
    stopWatching();
    window.removeEventListener('online', open);
    document.removeEventListener('visibilitychange', wakeUp);
  };
}

function listenIn(heard: () => void) {
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      heard();
      controller.enqueue(chunk);
    },
  });
}
