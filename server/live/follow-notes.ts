import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../db/connection.ts';
import { type NoteRow, readNotes, snapshotOf, TRUSTED_HOURS } from './read-notes.ts';
import { formatSnapshot } from './snapshot.ts';

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

interface Following {
  /** Has the position, in one row. */
  table: 'figure_position' | 'push_position' | 'search_position';
  take: (tx: Tx, notes: NoteRow[]) => Promise<void>;
  /** Notes may have been missed. Those from now on are read. */
  missed: (tx: Tx) => Promise<void>;
}

/**
 * All notes, each once. None is missed, however late its transaction commits, as hub.ts misses none, and the position moves in
 * the transaction that takes them. Whether there may be more.
 */
export function followNotes(db: Db, { table, take, missed }: Following): Promise<boolean> {
  const place = sql.table(table);
  return inTransaction(db, async (tx) => {
    // A position in the future is that of another cluster.
    const { rows: positions } = await sql<Position>`
      select seen, reading, read_xact as xact, read_id as id, moved_at,
             moved_at < now() - make_interval(hours => ${TRUSTED_HOURS})
             or pg_snapshot_xmax(seen) > pg_snapshot_xmax(pg_current_snapshot()) as is_lost
        from ${place} for update`.execute(tx);
    const [position] = positions;
    if (position === undefined) throw new Error(`There is no position in ${table}.`);
    if (position.is_lost) {
      await missed(tx);
      await sql`
        update ${place}
           set seen = pg_current_snapshot(), reading = null, read_xact = null, read_id = null, moved_at = now()`.execute(
        tx,
      );
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
    await take(tx, notes);
    const last = notes.at(-1);
    const isOnItsWay = notes.length === READ_LIMIT;
    if (isOnItsWay)
      await sql`
        update ${place}
           set reading = ${formatSnapshot(until)}::pg_snapshot, read_xact = ${String(last?.xact)}::xid8, read_id = ${String(last?.id)}::bigint,
               moved_at = greatest(moved_at, ${last?.created_at})`.execute(tx);
    else if (last !== undefined || reading !== null || position.moved_at.getTime() < Date.now() - 3600_000)
      await sql`
        update ${place}
           set seen = ${formatSnapshot(until)}::pg_snapshot, reading = null, read_xact = null, read_id = null,
               moved_at = case when ${reading === null} then now() else greatest(moved_at, ${last?.created_at}) end`.execute(
        tx,
      );
    return isOnItsWay || reading !== null;
  });
}
