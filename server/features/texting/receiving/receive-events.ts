import pg from 'pg';
import { raiseAfterCommit } from '../../../db/after-commit.ts';
import { inTransaction, type Tx } from '../../../db/connection.ts';
import { isUnavailable } from '../../../db/unavailable.ts';
import type { Deps } from '../../../deps.ts';
import { currentSpan, traced } from '../../../tracing/spans.ts';
import { withoutPersonalData } from '../../../without-personal-data.ts';
import { giveBackTexts } from '../../billing/ledger/ledger.ts';
import { lockThreadsOf } from '../conversations/lock.ts';
import { lockMessage, lockMessages } from '../conversations/message-store.ts';
import { applyCarrierReport, tellsOptOut } from '../sending/settle-text.ts';
import { enqueueUnread } from '../unread/mail-unread.ts';
import {
  type KeptEvent,
  postponeEvent,
  removeEvents,
  takeEvents,
  yieldToWebhooks,
} from './carrier-events.ts';
import { matchTexts } from './match-texts.ts';
import { requireNotMoved } from './moved.ts';
import { type Arrived, needsThought, receiveOrdinary, receiveText } from './receive-text.ts';

const BATCH = 50;
const POLL_MS = 1000;

/** Processes carrier events, oldest first, for as long as the process runs. */
export function startReceiving(deps: Deps): { close(): Promise<void> } {
  let closed = false;
  let again = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const wake = () => {
    if (closed) return;
    again = true;
    running ??= drain().finally(() => {
      running = null;
      if (again) wake();
    });
  };

  async function drain(): Promise<void> {
    while (again && !closed) {
      again = false;
      try {
        await yieldToWebhooks(deps.db);
        if ((await receiveBatch(deps)) > 0) again = true;
      } catch (error) {
        deps.log.error({ err: error }, 'carrier events could not be worked in');
      }
    }
  }

  const poll = () => {
    timer = setTimeout(() => {
      wake();
      poll();
    }, POLL_MS);
  };
  const off = deps.signals.on('carrier_events', wake);
  wake();
  poll();

  return {
    close: async () => {
      closed = true;
      off();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

/** Returns how many were processed or put aside. One that fails is put aside alone. */
export async function receiveBatch(deps: Deps, most = BATCH): Promise<number> {
  let taken = 0;
  try {
    const events = await inTransaction(deps.db, async (tx) => {
      const found = await takeEvents(tx, most);
      taken = found.length;
      await receiveEvents(tx, deps, found);
      return found;
    });
    countFailures(deps, events);
  } catch (error) {
    if (taken === 0 || isDisconnected(error)) throw error;
    for (let left = taken; left > 0; left -= 1) await receiveAlone(deps);
  }
  return taken;
}

/** The next one; not one of those that failed together, because their lanes may have gone to others meanwhile. */
async function receiveAlone(deps: Deps): Promise<void> {
  let kept: KeptEvent | undefined;
  try {
    await inTransaction(deps.db, async (tx) => {
      [kept] = await takeEvents(tx, 1);
      if (kept) await receiveEvents(tx, deps, [kept]);
    });
    if (kept) countFailures(deps, [kept]);
  } catch (error) {
    if (kept === undefined || isDisconnected(error)) throw error;
    const { message, stack } = error instanceof Error ? error : new Error('unknown');
    // It could quote a candidate's text.
    const reason = withoutPersonalData(message);
    const frames = stack?.match(/^ +at .*:\d+:\d+\)?$/gm);
    deps.log.error(
      { reason, frames, carrierEventId: kept.id, attempts: kept.attempts },
      'a carrier event failed',
    );
    await postponeEvent(deps.db, kept.id, reason);
  }
}

const QUERY_CANCELED = '57014';

/** Not the events' fault: put aside, they would be overtaken. One that takes too long each time is put aside. */
function isDisconnected(error: unknown): boolean {
  return isUnavailable(error) && !(error instanceof pg.DatabaseError && error.code === QUERY_CANCELED);
}

/** After the commit: what is rolled back is processed again. */
function countFailures({ metrics }: Deps, events: KeptEvent[]): void {
  for (const { carrier, event, accountId, messageId } of events)
    if (
      carrier !== 'sandbox' &&
      event.type === 'status' &&
      event.errorCode !== null &&
      accountId &&
      messageId
    )
      metrics.textFailed(event.errorCode);
}

/** Works events in, those of one sender in their order, and removes them. */
async function receiveEvents(tx: Tx, deps: Deps, events: KeptEvent[]): Promise<void> {
  if (events.length === 0) return;
  const options = { attributes: { 'hiretext.events': events.length } };
  await traced(deps.tracer, 'receive events', options, () => workIn(tx, deps, events));
}

async function workIn(tx: Tx, deps: Deps, events: KeptEvent[]): Promise<void> {
  const { ordinary, others } = await sortOut(tx, deps, events);
  // Texts to these phones were held until now.
  if (events.some(({ event }) => event.type === 'inbound')) raiseAfterCommit(tx, 'messages');
  const [unread, messages] = await Promise.all([
    receiveOrdinary(tx, deps, ordinary),
    lockMessagesOf(tx, others),
  ]);
  for (const other of others) {
    if ('text' in other) unread.push(...(await receiveText(tx, deps, other)));
    else await tracedReceipt(tx, deps, other, messages);
  }
  // In this order: others wait for what is enqueued.
  await Promise.all([
    removeEvents(
      tx,
      events.map(({ id }) => id),
    ),
    enqueueUnread(tx, unread),
  ]);
}

interface ArrivedReceipt {
  accountId: string;
  messageId: string;
  receipt: Exclude<KeptEvent['event'], { type: 'inbound' }>;
}

/** Once a phone has written something that needs thought, its next texts do too. */
async function sortOut(
  tx: Tx,
  deps: Deps,
  events: KeptEvent[],
): Promise<{ ordinary: Arrived[]; others: (Arrived | ArrivedReceipt)[] }> {
  const texts = events.flatMap(({ id, event, receivedAt }) =>
    event.type === 'inbound' ? [{ id, text: event, receivedAt }] : [],
  );
  const matches = await matchTexts(tx, deps, texts);
  const matchOf = new Map(texts.map(({ id }, index) => [id, matches[index] ?? null]));
  const ordinary: Arrived[] = [];
  const others: (Arrived | ArrivedReceipt)[] = [];
  const thoughtAbout = new Set<string>();
  for (const { id, event, receivedAt, accountId, messageId } of events) {
    if (event.type !== 'inbound') {
      if (accountId !== null && messageId !== null) others.push({ accountId, messageId, receipt: event });
      else deps.log.warn({ carrierId: event.carrierId }, 'a receipt came without the message it is for');
      continue;
    }
    const match = matchOf.get(id);
    if (!match) continue;
    const arrived = { eventId: id, text: event, match, receivedAt };
    if (needsThought(arrived)) thoughtAbout.add(event.from);
    if (thoughtAbout.has(event.from)) others.push(arrived);
    else ordinary.push(arrived);
  }
  return { ordinary, others };
}

type Messages = Awaited<ReturnType<typeof lockMessagesOf>>;

async function lockMessagesOf(tx: Tx, others: (Arrived | ArrivedReceipt)[]) {
  const receipts = others.filter((other) => 'receipt' in other);
  await lockThreadsOf(
    tx,
    receipts.filter(({ receipt }) => tellsOptOut(receipt)),
  );
  const messages = await lockMessages(
    tx,
    receipts.map(({ accountId, messageId }) => ({ accountId, id: messageId })),
  );
  return new Map(messages.map((message) => [message.id, message]));
}

function tracedReceipt(tx: Tx, deps: Deps, of: ArrivedReceipt, messages: Messages): Promise<void> {
  const { messageId, receipt } = of;
  currentSpan()?.linkTo(messageId);
  const options = { messageId, attributes: { 'hiretext.status': receipt.status } };
  return traced(deps.tracer, 'receipt', options, () => receiveReceipt(tx, deps, of, messages));
}

async function receiveReceipt(
  tx: Tx,
  deps: Deps,
  { accountId, messageId, receipt }: ArrivedReceipt,
  messages: Messages,
): Promise<void> {
  const locked = messages.get(messageId);
  // As it was before the first receipt of the batch; the next one reads it again.
  messages.delete(messageId);
  const message = locked?.accountId === accountId ? locked : await lockMessage(tx, accountId, messageId);
  if (message?.direction === 'outbound') await applyCarrierReport(tx, deps, accountId, message, receipt);
  if (message === undefined) await requireNotMoved(tx, { accountIds: [accountId] });
  // Deleted, together with its candidate; its cost is recorded all the same.
  if (message === undefined && receipt.status === 'failed')
    await giveBackTexts(tx, deps, accountId, [messageId]);
}
