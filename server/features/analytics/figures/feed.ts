import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import { readNotes, snapshotOf, TRUSTED_HOURS } from '../../../live/read-notes.ts';
import { formatSnapshot } from '../../../live/snapshot.ts';
import { markNextSince, markTexts } from './marks.ts';

/** Notes of one transaction. */
const READ_LIMIT = 2000;
/** Of a text, how long after it something may still change what it counts for. */
const LOOK_BACK_HOURS = 96;
/** Of which a few days are marked in one transaction. */
const MOST_ACCOUNTS = 50;

interface Position {
  seen: string;
  /** On its way from `seen` to this, it has got to `xact` and `id`. */
  reading: string | null;
  xact: string | null;
  id: string | null;
  moved_at: Date;
  is_lost: boolean;
  /** From when on changes may have been missed. Accounts up to `marked_id` are marked since then. */
  missed_since: Date | null;
  marked_id: string | null;
}

/**
 * The notes that texts leave for browsers become marks. None is missed, however late its transaction commits, as live/hub.ts
 * misses none, and the position moves in the same transaction. Whether there may be more.
 */
export function feedMarks(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // A position of a time to come is that of another cluster.
    const { rows: positions } = await sql<Position>`
      select seen, reading, read_xact as xact, read_id as id, moved_at, missed_since, marked_id,
             moved_at < now() - make_interval(hours => ${TRUSTED_HOURS})
             or pg_snapshot_xmax(seen) > pg_snapshot_xmax(pg_current_snapshot()) as is_lost
        from figure_position for update`.execute(tx);
    const [position] = positions;
    if (position === undefined) throw new Error('There is no position of the figures.');
    if (position.is_lost) {
      await startAgain(tx, position);
      return true;
    }
    const isMarking = await markMissed(tx, position);
    const { seen, reading, xact, id } = position;
    const { until, notes } = await readNotes(tx, {
      accountIds: null,
      from: snapshotOf(seen),
      until: reading === null ? null : snapshotOf(reading),
      after: xact === null || id === null ? null : { xact: BigInt(xact), id: BigInt(id) },
      limit: READ_LIMIT,
    });
    await markTexts(
      tx,
      notes.flatMap(({ account_id, kind, message_id }) =>
        message_id !== null && (kind === 'message.created' || kind === 'message.updated')
          ? [{ accountId: account_id, id: message_id }]
          : [],
      ),
    );
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
               xact = pg_snapshot_xmin(${formatSnapshot(until)}::pg_snapshot), id = 0,
               moved_at = case when ${reading === null} then now() else greatest(moved_at, ${last?.created_at}) end`.execute(
        tx,
      );
    return isOnItsWay || reading !== null || isMarking;
  });
}

/** What is noted from now on is read, and what may have been missed is marked next. */
async function startAgain(tx: Tx, position: Position): Promise<void> {
  const since = new Date(position.moved_at.getTime() - LOOK_BACK_HOURS * 3600_000);
  await sql`
    update figure_position
       set seen = pg_current_snapshot(), reading = null, read_xact = null, read_id = null,
           xact = pg_snapshot_xmin(pg_current_snapshot()), id = 0, moved_at = now(),
           missed_since = least(missed_since, ${since}), marked_id = null`.execute(tx);
}

/** Some accounts after another, each time in a transaction. Whether there may be more. */
async function markMissed(tx: Tx, { missed_since: since, marked_id: after }: Position): Promise<boolean> {
  if (since === null) return false;
  const last = await markNextSince(tx, since, { after, limit: MOST_ACCOUNTS });
  await sql`
    update figure_position
       set marked_id = ${last}::uuid, missed_since = case when ${last}::uuid is not null then missed_since end`.execute(
    tx,
  );
  return last !== null;
}
