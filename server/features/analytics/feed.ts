import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import { markSince, markTexts } from './marks.ts';

/** Notes of one transaction. */
const READ_LIMIT = 2000;
/** Notes are kept for a day. */
const TRUSTED_HOURS = 23;
/** Of a text, how long after it something may still change what it counts for. */
const LOOK_BACK_HOURS = 96;

interface Position {
  xact: string;
  id: string;
  moved_at: Date;
  is_lost: boolean;
}

/**
 * The notes that texts leave for browsers become marks. They are read in an order that nothing overtakes, as live/hub.ts does, and
 * the position moves in the same transaction. Whether there may be more.
 */
export function feedMarks(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // A position of a time to come is that of another cluster.
    const { rows: positions } = await sql<Position>`
      select xact, id, moved_at, moved_at < now() - make_interval(hours => ${TRUSTED_HOURS})
             or xact > pg_snapshot_xmax(pg_current_snapshot()) as is_lost
        from figure_position for update`.execute(tx);
    const [position] = positions;
    if (position === undefined) throw new Error('There is no position of the figures.');
    if (position.is_lost) {
      await startAnew(tx, position);
      return true;
    }
    const { rows: notes } = await sql<Note>`
      select xact, id, account_id, kind, message_id, created_at from live_events
       where (xact, id) > (${position.xact}::xid8, ${position.id}::bigint)
         and xact < pg_snapshot_xmin(pg_current_snapshot())
       order by xact, id limit ${READ_LIMIT}`.execute(tx);
    await markTexts(
      tx,
      notes.flatMap(({ account_id, kind, message_id }) =>
        message_id !== null && (kind === 'message.created' || kind === 'message.updated')
          ? [{ accountId: account_id, id: message_id }]
          : [],
      ),
    );
    const last = notes.at(-1);
    const isMore = notes.length === READ_LIMIT;
    if (last !== undefined || position.moved_at.getTime() < Date.now() - 3600_000)
      await sql`
        update figure_position
           set xact = ${last?.xact ?? position.xact}::xid8, id = ${last?.id ?? position.id}::bigint,
               moved_at = ${isMore ? last?.created_at : sql`now()`}`.execute(tx);
    return isMore;
  });
}

interface Note {
  xact: string;
  id: string;
  account_id: string;
  kind: string;
  message_id: string | null;
  created_at: Date;
}

/** What may have been missed is counted again, and what is noted from now on is read. */
async function startAnew(tx: Tx, position: Position): Promise<void> {
  await markSince(tx, new Date(position.moved_at.getTime() - LOOK_BACK_HOURS * 3600_000));
  await sql`
    update figure_position
       set xact = pg_snapshot_xmin(pg_current_snapshot()), id = 0, moved_at = now()`.execute(tx);
}
