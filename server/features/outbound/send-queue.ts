import { z } from 'zod';
import type { Db } from '../../db/connection.ts';
import { enqueue, jobKind } from '../../jobs/job.ts';

/** Sends whatever is due of one number, in order. */
export const sendFromNumber = jobKind({
  name: 'sendFromNumber',
  payload: z.object({ accountId: z.uuid(), numberId: z.uuid() }),
  maxAttempts: 25,
});

interface Queued {
  accountId: string;
  numberId: string;
  status: string;
  sendAfter: Date;
}

const queueOf = (numberId: string) => `number:${numberId}`;

/**
 * One queue for each sending number: its jobs never run side by side, which keeps the order and the carrier's pace. Texts
 * for now share the number's one waiting job; a text for later has its own.
 */
export async function enqueueSending(db: Db, texts: Queued[]): Promise<void> {
  const now = new Map(texts.filter((text) => text.status === 'queued').map((text) => [text.numberId, text]));
  const later = texts.filter((text) => text.status !== 'queued');
  await enqueue(db, [
    // In a fixed order: two transactions that enqueue the same numbers can't wait for each other.
    ...[...now.values()]
      .sort((a, b) => a.numberId.localeCompare(b.numberId))
      .map((text) => jobFor(text, { key: `send:${text.numberId}` })),
    ...later.map((text) => jobFor(text, { runAt: text.sendAfter })),
  ]);
}

/** The number goes on at a certain time, unless it is going on earlier anyway. */
export function enqueueNumber(
  db: Db,
  number: { accountId: string; numberId: string },
  runAt: Date,
): Promise<void> {
  return enqueue(db, [jobFor(number, { key: `send:${number.numberId}`, runAt })]);
}

/** The same for texts whose phone is held. What the number has for others doesn't wait for that, so it has a key of its own. */
export function enqueueNextLook(
  db: Db,
  number: { accountId: string; numberId: string },
  runAt: Date,
): Promise<void> {
  return enqueue(db, [jobFor(number, { key: `look:${number.numberId}`, runAt })]);
}

function jobFor(number: { accountId: string; numberId: string }, when: { key?: string; runAt?: Date }) {
  return {
    kind: sendFromNumber,
    payload: { accountId: number.accountId, numberId: number.numberId },
    queue: queueOf(number.numberId),
    ...when,
  };
}
