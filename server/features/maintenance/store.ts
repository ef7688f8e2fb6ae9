import { type RawBuilder, sql } from 'kysely';
import type { Maintenance } from '../../../contract/staff/maintenance.ts';
import type { Db, Tx } from '../../db/connection.ts';

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

/** Whether there was any. */
export async function removeMaintenance(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('maintenance').executeTakeFirst();
  return numDeletedRows > 0n;
}
