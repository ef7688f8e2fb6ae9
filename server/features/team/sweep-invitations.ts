import { sql } from 'kysely';
import { inTransaction } from '../../db/connection.ts';
import { inBatches } from '../../db/sweep.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { lockAccount } from '../accounts/store.ts';

/** Until then the team page shows it as expired, and its link can be sent again. */
const KEPT_DAYS = 90;
/** Each has its own transaction. */
const BATCH = 100;

/** Invitations that no one accepted or renewed: the name and the address go, and the seat is available again. */
export async function sweepInvitations(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(deps.clock().getTime() - KEPT_DAYS * 24 * 3600_000);
  await inBatches(
    async (limit) => {
      const { rows } = await sql<{ accountId: string; seatId: string }>`
        select account_id as "accountId", seat_id as "seatId" from invitations
         where expires_at < ${before} order by expires_at limit ${limit}`.execute(deps.db);
      for (const row of rows) await sweepInvitation(deps, { ...row, before });
      return rows.length;
    },
    { batch: BATCH },
  );
}

function sweepInvitation(
  deps: Pick<Deps, 'db'>,
  { accountId, seatId, before }: { accountId: string; seatId: string; before: Date },
): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    // It may have been renewed or accepted just now.
    const { numAffectedRows } = await sql`
      delete from invitations where account_id = ${accountId} and seat_id = ${seatId} and expires_at < ${before}`.execute(
      tx,
    );
    if (numAffectedRows === 0n) return;
    await sql`
      update seats set status = 'available', pending_email = null
       where account_id = ${accountId} and id = ${seatId} and status = 'pendingInvitation'`.execute(tx);
    await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: seatId }]);
  });
}
