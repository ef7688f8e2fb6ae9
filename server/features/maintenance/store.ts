import { type RawBuilder, sql } from 'kysely';
import type { Maintenance } from '../../../contract/staff/maintenance.ts';
import { raiseAfterCommit } from '../../db/after-commit.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { RenderedNote } from '../../live/hub.ts';

/** Whether no text goes out: asked by whatever looks for one, and again by whatever takes one. */
export const inMaintenance: RawBuilder<boolean> = sql`exists (select from maintenance)`;

export async function findMaintenance(db: Db): Promise<Maintenance | null> {
  const row = await db
    .selectFrom('maintenance')
    .select(['reason', 'started_at as startedAt'])
    .executeTakeFirst();
  return row ? { reason: row.reason, since: row.startedAt.toISOString() } : null;
}

export async function putMaintenance(tx: Tx, { reason, at }: { reason: string; at: Date }): Promise<void> {
  await tx
    .insertInto('maintenance')
    .values({ reason, started_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ reason }))
    .execute();
}

/** Those who have been here today see it at once, the others when they come. */
export async function publishMaintenance(tx: Tx, { at }: { at: Date }): Promise<void> {
  raiseAfterCommit(tx, 'live_events');
  await sql`
    insert into live_events (account_id, kind, subject_id)
    select id, 'account.updated', id from accounts a
     where exists (select from users u
                    where u.account_id = a.id and u.last_active_at > ${at}::timestamptz - interval '1 day')`.execute(
    tx,
  );
}

/** For notes about the account. */
export async function renderAccounts(
  _db: Db,
  _accountId: string,
  ids: string[],
): Promise<Map<string, RenderedNote>> {
  return new Map(ids.map((id) => [id, { events: [{ type: 'account.updated' }], userIds: 'everyone' }]));
}

/** Whether there was any. */
export async function removeMaintenance(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('maintenance').executeTakeFirst();
  return numDeletedRows > 0n;
}
