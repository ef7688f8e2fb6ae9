import type { ReturnReason } from '../../../../contract/conversations.ts';
import { inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { nameOrPhone } from '../../../phone.ts';
import { recordNotification } from '../../notifications/record-notification.ts';
import { listViewers } from '../../users/membership-store.ts';
import { recordActivity } from './activity.ts';
import { maySee } from './rules.ts';
import type { Returned } from './snooze-store.ts';
import { findConversationsByIds } from './store.ts';

const sentences: Record<ReturnReason, (name: string) => string> = {
  snoozeOver: (name) => `${name} is back from snooze`,
  answered: (name) => `${name} answered`,
  noAnswer: (name) => `No answer from ${name} yet`,
  promiseDue: (name) => `You promised ${name} an answer by now`,
};

/** Each batch is a transaction: what a killed one took is still due. */
const BATCH = 200;

/** Brings back all that is due, in batches. */
export async function returnAll(
  deps: Deps,
  take: (tx: Tx, now: Date, limit: number) => Promise<Returned[]>,
): Promise<void> {
  const returnBatch = () =>
    inTransaction(deps.db, async (tx) => {
      const returned = await take(tx, deps.clock(), BATCH);
      await noteReturn(tx, deps, returned);
      return returned.length;
    });
  while ((await returnBatch()) >= BATCH);
}

/** A line in each thread, and a notification for the person who wanted it back, if they may still see it. */
async function noteReturn(tx: Tx, deps: Deps, returned: Returned[]): Promise<void> {
  const now = deps.clock();
  for (const [accountId, all] of Map.groupBy(returned, (each) => each.accountId)) {
    for (const [reason, some] of Map.groupBy(all, (each) => each.reason))
      await recordActivity(tx, accountId, {
        conversationIds: some.map(({ id }) => id),
        type: 'returned',
        actorId: null,
        details: { reason },
        at: now,
      });
    const viewers = await listViewers(
      tx,
      accountId,
      all.flatMap(({ by }) => by ?? []),
    );
    const rows = await findConversationsByIds(
      tx,
      accountId,
      all.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    await recordNotification(
      tx,
      deps,
      ...all.flatMap(({ id, by, reason }) => {
        const row = byId.get(id);
        const viewer = viewers.find(({ userId }) => userId === by);
        if (row === undefined || viewer === undefined || !maySee(viewer, row, now)) return [];
        return [
          {
            accountId,
            userId: viewer.userId,
            type: 'reminder' as const,
            text: sentences[reason](nameOrPhone(row)),
            conversationId: id,
          },
        ];
      }),
    );
  }
}
