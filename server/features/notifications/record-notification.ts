import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { insertNotifications, type NewNotification } from './store.ts';

export type Notified = Omit<NewNotification, 'id' | 'createdAt' | 'actorId'> & {
  /** The person who caused it, and is named in it: it goes when they are erased. */
  actorId?: string;
};

/** In the transaction of what the person is notified of: on their list, and in their open browsers. */
export async function recordNotification(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  ...notified: Notified[]
): Promise<void> {
  const rows = notified.map((each) => ({
    ...each,
    actorId: each.actorId ?? null,
    id: deps.newId(),
    createdAt: deps.clock(),
  }));
  await insertNotifications(tx, rows);
  await publish(
    tx,
    rows.map(({ accountId, id }) => ({ accountId, kind: 'notification' as const, subjectId: id })),
  );
}
