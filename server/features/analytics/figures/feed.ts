import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import { type NoteRow, readNotes, snapshotOf, TRUSTED_HOURS } from '../../../live/read-notes.ts';
import { formatSnapshot } from '../../../live/snapshot.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';

/** Counts everything again, every night, on request, or when notes may have been lost: for one account, or for all. */
export const checkFigures = jobKind({
  name: 'checkFigures',
  payload: z.object({ accountId: z.uuid().optional() }),
  maxAttempts: 1,
});

/** Notes of one transaction. */
const READ_LIMIT = 2000;

interface Position {
  seen: string;
  /** It moves from `seen` to this, and has got to `xact` and `id`. */
  reading: string | null;
  xact: string | null;
  id: string | null;
  moved_at: Date;
  is_lost: boolean;
}

/**
 * The notes that texts leave for browsers become marks. None is missed, however late its transaction commits, as live/hub.ts
 * misses none, and the position moves in the same transaction. Whether there may be more.
 */
export function feedMarks(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // A position in the future is that of another cluster.
    const { rows: positions } = await sql<Position>`
      select seen, reading, read_xact as xact, read_id as id, moved_at,
             moved_at < now() - make_interval(hours => ${TRUSTED_HOURS})
             or pg_snapshot_xmax(seen) > pg_snapshot_xmax(pg_current_snapshot()) as is_lost
        from figure_position for update`.execute(tx);
    const [position] = positions;
    if (position === undefined) throw new Error('There is no position of the figures.');
    if (position.is_lost) {
      await startAgain(tx);
      return true;
    }
    const { seen, reading, xact, id } = position;
    const { until, notes } = await readNotes(tx, {
      accountIds: null,
      from: snapshotOf(seen),
      until: reading === null ? null : snapshotOf(reading),
      after: xact === null || id === null ? null : { xact: BigInt(xact), id: BigInt(id) },
      limit: READ_LIMIT,
    });
    await markNoted(tx, notes);
    const last = notes.at(-1);
    const isOnItsWay = notes.length === READ_LIMIT;
    if (isOnItsWay)
      await sql`
        update figure_position
           set reading = ${formatSnapshot(until)}::pg_snapshot, read_xact = ${String(last?.xact)}::xid8, read_id = ${String(last?.id)}::bigint,
               moved_at = greatest(moved_at, ${last?.created_at})`.execute(tx);
    else if (last !== undefined || reading !== null || position.moved_at.getTime() < Date.now() - 3600_000)
      await sql`
        update figure_position
           set seen = ${formatSnapshot(until)}::pg_snapshot, reading = null, read_xact = null, read_id = null,
               moved_at = case when ${reading === null} then now() else greatest(moved_at, ${last?.created_at}) end`.execute(
        tx,
      );
    return isOnItsWay || reading !== null;
  });
}

async function markNoted(tx: Tx, notes: NoteRow[]): Promise<void> {
  const texts = notes.filter(
    ({ kind, message_id }) =>
      message_id !== null && (kind === 'message.created' || kind === 'message.updated'),
  );
  if (texts.length === 0) return;
  await sql`
    insert into fact_marks (account_id, source_id, noted_at)
    select account_id, id, min(at)
      from unnest(${texts.map(({ account_id }) => account_id)}::uuid[], ${texts.map(({ subject_id }) => subject_id)}::uuid[],
                  ${texts.map(({ created_at }) => created_at)}::timestamptz[]) as noted (account_id, id, at)
     group by account_id, id`.execute(tx);
}

/** Notes from now on are read, and what may have been missed is found by counting everything. */
async function startAgain(tx: Tx): Promise<void> {
  await sql`
    update figure_position
       set missed_since = least(missed_since, moved_at), seen = pg_current_snapshot(), reading = null, read_xact = null,
           read_id = null, moved_at = now()`.execute(tx);
  await enqueue(tx, [{ kind: checkFigures, payload: {}, key: checkFigures.name }]);
}
