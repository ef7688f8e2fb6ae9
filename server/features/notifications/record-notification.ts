import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { insertNotifications, type NewNotification, settleNotifications } from './store.ts';

export type Notified = Omit<NewNotification, 'id' | 'createdAt' | 'actorId' | 'mailDue'> & {
  /** The person who caused it, and is named in it: it goes when they are erased. */
  actorId?: string;
  /** A mail is to name it. */
  mailDue?: boolean;
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
    mailDue: each.mailDue ?? false,
    id: deps.newId(),
    createdAt: deps.clock(),
  }));
  await insertNotifications(tx, rows);
  await publish(
    tx,
    rows.map(({ accountId, id }) => ({ accountId, kind: 'notification' as const, subjectId: id })),
  );
}

/** What held texts of these conversations were about is settled: no one has to look, and no mail follows. */
export async function heldSettled(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  accountId: string,
  conversationIds: string[],
): Promise<void> {
  const settled = await settleNotifications(tx, accountId, { type: 'held', conversationIds, at: clock() });
  // Each person's browsers load the list again, whichever of them it names.
  const byPerson = new Map(settled.map(({ userId, id }) => [userId, id]));
  await publish(
    tx,
    [...byPerson.values()].map((subjectId) => ({ accountId, kind: 'notification' as const, subjectId })),
  );
}
