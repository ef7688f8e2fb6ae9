import { raiseAfterCommit } from '../../db/after-commit.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { withoutPersonalData } from '../../without-personal-data.ts';
import { lockMessage } from '../conversations/message-store.ts';
import { hearCarrier } from '../outbound/settle-text.ts';
import { enqueueUnread } from '../unread/mail-unread.ts';
import { type KeptEvent, postponeEvent, removeEvents, takeEvents } from './carrier-events.ts';
import { lockConversationsOf, matchTexts } from './match-texts.ts';
import { type Received, receiveText } from './receive-text.ts';

const BATCH = 50;
const POLL_MS = 1000;

/** Works in what carriers have told us, oldest first, for as long as the process runs. */
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

/** How many were worked in or put aside. One that fails is put aside alone. */
async function receiveBatch(deps: Deps): Promise<number> {
  let taken: KeptEvent[] = [];
  try {
    await inTransaction(deps.db, async (tx) => {
      taken = await takeEvents(tx, BATCH);
      await receiveEvents(tx, deps, taken);
    });
  } catch (error) {
    if (taken.length === 0) throw error;
    for (const kept of taken) await receiveAlone(deps, kept);
  }
  return taken.length;
}

async function receiveAlone(deps: Deps, kept: KeptEvent): Promise<void> {
  try {
    await inTransaction(deps.db, (tx) => receiveEvents(tx, deps, [kept]));
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error('unknown');
    // What it could quote is a candidate's text.
    const reason = withoutPersonalData(message);
    const frames = stack?.match(/^ +at .*:\d+:\d+\)?$/gm);
    deps.log.error(
      { reason, frames, carrierEventId: kept.id, attempts: kept.attempts },
      'a carrier event failed',
    );
    await postponeEvent(deps.db, kept.id, reason);
  }
}

/** Works events in, in their order, and removes them. */
async function receiveEvents(tx: Tx, deps: Deps, events: KeptEvent[]): Promise<void> {
  if (events.length === 0) return;
  const texts = events.flatMap(({ id, event, receivedAt }) =>
    event.type === 'inbound' ? [{ id, text: event, receivedAt }] : [],
  );
  await lockConversationsOf(
    tx,
    texts.map(({ text }) => text),
  );
  const matches = await matchTexts(tx, deps, texts);
  const matchOf = new Map(texts.map(({ id }, index) => [id, matches[index] ?? null]));
  const received: Received[] = [];
  for (const kept of events) {
    const { event } = kept;
    if (event.type !== 'inbound') {
      await receiveReceipt(tx, deps, kept, event);
      continue;
    }
    const match = matchOf.get(kept.id);
    if (match) received.push(await receiveText(tx, deps, event, match, kept.receivedAt));
  }
  // Texts to these phones were held until now.
  if (texts.length > 0) raiseAfterCommit(tx, 'messages');
  await enqueueUnread(
    tx,
    received.flatMap(({ unread }) => unread),
  );
  await removeEvents(
    tx,
    events.map(({ id }) => id),
  );
}

async function receiveReceipt(
  tx: Tx,
  deps: Deps,
  { accountId, messageId }: KeptEvent,
  receipt: Exclude<KeptEvent['event'], { type: 'inbound' }>,
): Promise<void> {
  if (accountId === null || messageId === null) {
    deps.log.warn({ carrierId: receipt.carrierId }, 'a receipt came without the message it is for');
    return;
  }
  const message = await lockMessage(tx, accountId, messageId);
  if (receipt.errorCode !== null) deps.metrics.textFailed(receipt.errorCode);
  if (message?.direction === 'outbound') await hearCarrier(tx, deps, accountId, message, receipt);
}
