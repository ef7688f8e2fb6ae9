import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { showFailure } from '../../lib/notices.ts';
import { userQuery } from '../../lib/session/me.ts';
import { onOtherPerson, onSessionEnd } from '../../lib/session/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { offerUndo } from '../../ui/undo-notice.tsx';
import { conversationQuery } from './conversation-cache.ts';
import { conversationWithQuery } from './conversation-with-query.ts';
import { forgetText, keepText, keptText, watchKept, whenOurs } from './kept-texts.ts';
import { messagesQuery, partWith, putMessage } from './message-cache.ts';
import type { Body, Failure, OutgoingText } from './outgoing-text.ts';

/** Not 409, which may say that the same text is on its way. */
const REFUSALS = [402, 403, 404, 422];
/** No answer, or that of a proxy whose server is away. */
const UNREACHED = [0, 502, 503, 504];

const HOUR_MS = 60 * 60_000;
/** What was written before may not be true by now: a person decides. */
const SENT_AUTOMATICALLY_FOR_MS = 2 * HOUR_MS;
/** The server knows an Idempotency-Key for 24 hours. After that, trying again could send it twice. */
const KEY_HOLDS_FOR_MS = 20 * HOUR_MS;

const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 60_000;

/* The list of conversations shows the outbox, too, without the composer: what needs the composer is imported when it's used. */

const outbox = createStore<readonly OutgoingText[]>([]);

onSessionEnd(() => outbox.set([]));
onOtherPerson(() => outbox.set([]));

export const useOutbox = (): readonly OutgoingText[] => useStore(outbox);

const textOf = (key: string) => outbox.get().find((text) => text.key === key);

/** Trying again can't send it twice. */
export const canTryAgain = ({ mayHaveLeft, writtenAt }: OutgoingText, now = Date.now()): boolean =>
  !mayHaveLeft || now - writtenAt < KEY_HOLDS_FOR_MS;

/** Other words can take its place: it isn't on its way, or the thread shows whether it has arrived. */
export const canEdit = (text: OutgoingText): boolean =>
  text.failure?.kind === 'refused' || !text.mayHaveLeft || !canTryAgain(text);

/** Other fields of one of them. */
function change(key: string, fields: Partial<OutgoingText>): void {
  outbox.set(outbox.get().map((text) => (text.key === key ? { ...text, ...fields } : text)));
  const changed = textOf(key);
  if (changed) keepText(changed.userId, changed);
}

export function sendText(
  queryClient: QueryClient,
  text: Omit<OutgoingText, 'key' | 'userId' | 'writtenAt' | 'mayHaveLeft' | 'failure'>,
  key: string = crypto.randomUUID(),
): void {
  if (textOf(key)) return;
  const userId = idOf(queryClient) ?? '';
  const outgoing = { ...text, key, userId, writtenAt: Date.now(), mayHaveLeft: false, failure: null };
  outbox.set([...outbox.get(), outgoing]);
  whenOurs(key, () => untilGone(key));
  keepText(userId, outgoing);
  void post(queryClient, outgoing);
}

/** Takes up what an earlier page of this browser left behind, and sends it unless it has become old. */
export function takeUpTexts(queryClient: QueryClient, userId: string): () => void {
  let isOver = false;
  const stop = watchKept(userId, (key) =>
    whenOurs(key, async () => {
      const text = keptText(userId, key);
      if (isOver || !text || textOf(key)) return;
      outbox.set([...outbox.get(), { ...text, failure: text.failure ?? { text: '', kind: 'unreached' } }]);
      void sendWaiting(queryClient);
      await untilGone(key);
    }),
  );
  return () => {
    isOver = true;
    stop();
  };
}

const idOf = (queryClient: QueryClient) => queryClient.getQueryData(userQuery().queryKey)?.id;

/** Its time has passed before the server took it. */
export const isTooLate = ({ scheduledAt }: OutgoingText, now = Date.now()): boolean =>
  scheduledAt !== undefined && Date.parse(scheduledAt) < now;

/** It's sent as soon as the server can be reached. */
export const isSentAutomatically = (text: OutgoingText, now = Date.now()): boolean =>
  text.failure?.kind === 'unreached' &&
  !isTooLate(text, now) &&
  now - text.writtenAt < SENT_AUTOMATICALLY_FOR_MS;

let isSending = false;
let isWantedAgain = false;

/** Sends what didn't reach the server, now that it may. */
export async function sendWaiting(queryClient: QueryClient): Promise<void> {
  // The network may be back while a text still waits for an answer that never comes.
  isWantedAgain = true;
  if (isSending) return;
  isSending = true;
  try {
    while (isWantedAgain) {
      isWantedAgain = false;
      await sendEach(queryClient);
    }
  } finally {
    isSending = false;
  }
}

/** One after the other, in the order in which they were written. */
async function sendEach(queryClient: QueryClient): Promise<void> {
  const tried = new Set<string>();
  const isNext = (text: OutgoingText) =>
    isSentAutomatically(text) && text.userId === idOf(queryClient) && !tried.has(text.key);
  for (let next = outbox.get().find(isNext); next; next = outbox.get().find(isNext)) {
    tried.add(next.key);
    await sendAgain(queryClient, next.key);
    if (textOf(next.key)?.failure?.kind === 'unreached') return;
  }
}

let retry: ReturnType<typeof setTimeout> | undefined;
let retryMs = FIRST_RETRY_MS;

/** A server that is away for a moment isn't always noticed by the live stream. */
function retryLater(queryClient: QueryClient): void {
  clearTimeout(retry);
  retry = setTimeout(() => void sendWaiting(queryClient), retryMs);
  retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
}

function untilGone(key: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = outbox.subscribe(() => {
      if (textOf(key)) return;
      unsubscribe();
      resolve();
    });
  });
}

const onTheirWay = (thread: string) =>
  outbox
    .get()
    .filter((text) => text.thread === thread && text.failure === null)
    .map(({ key }) => key);

/** Waits for what is on its way in a thread, and answers whether the server has taken all of it. */
export async function areTaken(thread: string): Promise<boolean> {
  const keys = new Set(onTheirWay(thread));
  if (keys.size === 0) return true;
  await new Promise<void>((resolve) => {
    const unsubscribe = outbox.subscribe(() => {
      if (onTheirWay(thread).some((key) => keys.has(key))) return;
      unsubscribe();
      resolve();
    });
  });
  return !outbox.get().some(({ key }) => keys.has(key));
}

/** Of a text that the carrier didn't deliver. One key for good: a second click sends it no second time. */
export const keyOfRepeat = (message: Message) => `again-${message.id}`;

export async function sendAgain(queryClient: QueryClient, key: string): Promise<void> {
  const outgoing = textOf(key);
  if (!outgoing?.failure || !canTryAgain(outgoing)) return;
  change(key, { failure: null });
  await post(queryClient, outgoing);
}

/** Although the company has texted the candidate often, or a colleague answered in between: the sender was asked. */
export async function sendAnyway(queryClient: QueryClient, key: string): Promise<void> {
  change(key, textOf(key)?.failure?.crossed ? { evenIfCrossed: true } : { evenIfTooMany: true });
  await sendAgain(queryClient, key);
}

export function discardText(key: string): void {
  const text = textOf(key);
  if (text) forgetText(text.userId, key);
  outbox.set(outbox.get().filter((text) => text.key !== key));
}

/** What waits below a phone number belongs to the conversation with it, once there is one. */
export function moveTexts(phoneNumber: string, conversationId: string): void {
  for (const { key, thread } of outbox.get())
    if (thread === phoneNumber) change(key, { thread: conversationId });
}

async function post(queryClient: QueryClient, text: OutgoingText): Promise<void> {
  const body: Body = {
    ...text.address,
    body: text.body,
    ...(text.templateId ? { templateId: text.templateId } : {}),
    ...(text.confirmedNumber ? { confirmedNumber: text.confirmedNumber } : {}),
    ...(text.evenIfTooMany ? { evenIfTooMany: true } : {}),
    ...(text.lastSeenMessageId === undefined ? {} : { lastSeenMessageId: text.lastSeenMessageId }),
    ...(text.evenIfCrossed ? { evenIfCrossed: true } : {}),
    ...(text.draftId ? { draftId: text.draftId } : {}),
    ...(text.media.length > 0 ? { mediaIds: text.media.map((media) => media.id) } : {}),
    ...(text.scheduledAt
      ? { scheduledAt: text.scheduledAt, cancelIfAnswered: text.cancelIfAnswered ?? false }
      : { undoSeconds: text.undoSeconds }),
  };
  if (navigator.onLine) change(text.key, { mayHaveLeft: true });
  try {
    const message = await call(routes.sendMessage, { body, idempotencyKey: text.key });
    if (text.address.conversationId === undefined) await loadBegun(queryClient, message);
    retryMs = FIRST_RETRY_MS;
    putMessage(queryClient, message, 'reply');
    const part = partWith(message);
    if (part) loadAgain(queryClient, part);
    discardText(text.key);
    offerToTakeBack(queryClient, text, message);
    if (text.address.conversationId === undefined) conversationBegun(queryClient, text, message);
  } catch (error) {
    if (error instanceof ApiError && asksForWords(error)) {
      const { isTakenBack } = await import('./composer/writing.ts');
      if (isTakenBack(text, error)) return discardText(text.key);
    }
    const failure = failureOf(error);
    // It's what they are asked about, also when the live stream is behind.
    if (failure.crossed) loadAgain(queryClient, messagesQuery(text.thread).queryKey);
    change(text.key, { failure });
    if (failure.kind === 'unreached') retryLater(queryClient);
    // It may be known by now why none can go out, such as that no texts are left.
    void loadAgain(queryClient, routes.getSendability);
  }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { text: "This text couldn't be sent.", kind: 'unclear' };
  const { message, status } = error;
  if (UNREACHED.includes(status)) return { text: status === 0 ? '' : message, kind: 'unreached' };
  const isTooMany = error.code === 'too_many_cold_texts';
  const crossed = error.code === 'crossed' ? crossedBy(error) : undefined;
  const isRefused = isTooMany || crossed || error.code === 'quiet_hours' || REFUSALS.includes(status);
  const kind = isRefused ? 'refused' : 'unclear';
  return { text: message, kind, isGone: status === 404, isTooMany, crossed };
}

function crossedBy({ details }: ApiError): Failure['crossed'] {
  const message = details?.message as Message | undefined;
  return (
    message && { name: message.sender?.firstName || 'A colleague', body: message.body, at: message.createdAt }
  );
}

/** The key that undoes takes back a text, too, as long as its bubble offers it. */
function offerToTakeBack(queryClient: QueryClient, text: OutgoingText, message: Message): void {
  const { scheduledAt, sender } = message;
  if (text.scheduledAt !== undefined || message.status !== 'scheduled' || !scheduledAt || !sender) return;
  offerUndo(
    message.id,
    () =>
      void import('./take-back-text.ts')
        .then(({ takeBackText }) => takeBackText(queryClient, sender.id, message))
        .catch(showFailure),
    Date.parse(scheduledAt) - Date.now(),
  );
}

/** The composer shows what to do about it: fill in what is missing, or send without the template. */
function asksForWords({ code, fields }: ApiError): boolean {
  return code === 'missing_attributes' || code === 'unknown_attribute' || fields.templateId !== undefined;
}

/** The text stays where it is shown until the conversation that it begins is there to show it. */
async function loadBegun(queryClient: QueryClient, { conversationId }: Message): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(conversationQuery(conversationId)),
    queryClient.prefetchInfiniteQuery(messagesQuery(conversationId)),
  ]);
}

function conversationBegun(
  queryClient: QueryClient,
  { thread }: OutgoingText,
  { conversationId }: Message,
): void {
  moveTexts(thread, conversationId);
  queryClient.setQueryData(conversationWithQuery(thread).queryKey, conversationId);
  void loadAgain(queryClient, routes.listConversations);
}

/** Forgets those that the server has after all: an answer that got lost said so. */
export function discardArrived(messages: readonly Message[]): void {
  const arrived = new Set(messages.map(({ clientKey }) => clientKey));
  for (const { key, failure } of outbox.get()) if (failure && arrived.has(key)) discardText(key);
}

/** Those not yet among the server's messages: an event may bring a text before the answer to the POST does. */
export function withoutArrived(
  outgoing: readonly OutgoingText[],
  messages: readonly Message[],
): OutgoingText[] {
  const arrived = new Set(messages.map(({ clientKey }) => clientKey));
  return outgoing.filter(({ key }) => !arrived.has(key));
}
