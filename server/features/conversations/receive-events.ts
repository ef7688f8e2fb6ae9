import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type KeptEvent, postponeEvent, removeEvents, takeEvents } from './carrier-events.ts';
import { lockMessage } from './message-store.ts';
import { lockConversationsOf, receiveText } from './receive-text.ts';
import { enqueueSending } from './send-queue.ts';
import { hearCarrier } from './settle-text.ts';
import type { NewText } from './write-texts.ts';

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
export async function receiveBatch(deps: Deps): Promise<number> {
  let taken: KeptEvent[] = [];
  try {
    await inTransaction(deps.db, async (tx) => {
      taken = await takeEvents(tx, BATCH);
      await lockConversationsOf(
        tx,
        taken.flatMap(({ event }) => (event.type === 'inbound' ? [event] : [])),
      );
      const answers: NewText[] = [];
      for (const kept of taken) answers.push(...(await receiveEvent(tx, deps, kept)));
      await enqueueSending(tx, answers);
      if (taken.length > 0)
        await removeEvents(
          tx,
          taken.map((kept) => kept.id),
        );
    });
  } catch (error) {
    if (taken.length === 0) throw error;
    for (const kept of taken) await receiveAlone(deps, kept);
  }
  if (taken.length > 0) deps.signals.raise('live_events');
  return taken.length;
}

async function receiveAlone(deps: Deps, kept: KeptEvent): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      await enqueueSending(tx, await receiveEvent(tx, deps, kept));
      await removeEvents(tx, [kept.id]);
    });
  } catch (error) {
    deps.log.error(
      { err: error, carrierEventId: kept.id, attempts: kept.attempts },
      'a carrier event failed',
    );
    await postponeEvent(deps.db, kept.id, error instanceof Error ? error.message : 'unknown');
  }
}

/** Returns the automatic answers to enqueue. */
async function receiveEvent(tx: Tx, deps: Deps, kept: KeptEvent): Promise<NewText[]> {
  const { event } = kept;
  if (event.type === 'inbound') {
    const answer = await receiveText(tx, deps, event, kept.receivedAt);
    return answer === null ? [] : [answer];
  }
  if (kept.accountId === null || kept.messageId === null) {
    deps.log.warn({ carrierId: event.carrierId }, 'a receipt came without the message it is for');
    return [];
  }
  const message = await lockMessage(tx, kept.accountId, kept.messageId);
  if (message?.direction === 'outbound') await hearCarrier(tx, deps, kept.accountId, message, event);
  return [];
}
