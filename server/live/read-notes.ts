import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { LiveNote } from './publish.ts';
import { formatSnapshot, parseSnapshot, type Snapshot } from './snapshot.ts';

export interface NoteRow extends Place {
  account_id: string;
  kind: LiveNote['kind'];
  subject_id: string;
  message_id: string | null;
  created_at: Date;
}

export interface Place {
  xact: bigint;
  id: bigint;
}

/** Notes are kept for a day (`sweep-notes.ts`). What began longer ago than this may be missing some. */
export const TRUSTED_HOURS = 23;

type Read = { until: string; newest: string | null } & (NoteRow | { id: null });

/**
 * The number of the newest note. Beyond it, nothing is known to be written down: a transaction that was rolled back may be
 * forgotten in a crash, and its number be given again, here or by the standby that takes over.
 */
export const NEWEST = sql`(select xact from live_events order by xact desc, id desc limit 1)`;

const FIRST: Place = { xact: 0n, id: 0n };

interface Reading {
  /** Null: of all accounts. */
  accountIds: string[] | null;
  from: Snapshot;
  /** Null: now. */
  until: Snapshot | null;
  /** The last note that was read on the way from the one to the other. */
  after: Place | null;
  limit: number;
}

/**
 * The notes that one snapshot hasn't seen and a later one has, in the order of their transactions: those of transactions that
 * were running, and those of all that began since. A transaction that goes on for long hides its own notes and no others; they
 * are read once it commits (decision 72).
 */
export async function readNotes(
  db: Db,
  { accountIds, from, until, after, limit }: Reading,
): Promise<{ until: Snapshot; newest: bigint; notes: NoteRow[] }> {
  const whose = accountIds === null ? sql`true` : sql`account_id = any(${accountIds}::uuid[])`;
  const text = until && formatSnapshot(until);
  const isPast = after !== null && after.xact >= from.end;
  const part = (transactions: RawBuilder<unknown>, { xact, id }: Place) => sql`
    (select xact, id, account_id, kind, subject_id, message_id, created_at from live_events
      where ${whose} and ${transactions}
        and (xact, id) > (${String(xact)}::xid8, ${String(id)}::bigint)
        and coalesce(pg_visible_in_snapshot(xact, ${text}::pg_snapshot), true)
      order by xact, id limit ${sql.lit(limit)})`;
  const ended = part(sql`xact = any(${from.running.map(String)}::xid8[])`, after ?? FIRST);
  // By this bound alone: of two, PostgreSQL begins at the lower one.
  const begun = part(sql`true`, isPast ? after : { xact: from.end, id: 0n });
  const { rows } = await sql<Read>`
    select coalesce(${text}, pg_current_snapshot()::text) as until, ${NEWEST} as newest, note.*
      from (values (1)) as moment
      left join (
        ${ended}
        union all
        ${begun}
      ) as note on true
     order by note.xact, note.id limit ${sql.lit(limit)}`.execute(db);
  return {
    until: snapshotOf(rows[0]?.until),
    newest: BigInt(rows[0]?.newest ?? 0),
    notes: rows.flatMap((row) =>
      row.id === null ? [] : [{ ...row, xact: BigInt(row.xact), id: BigInt(row.id) }],
    ),
  };
}

export function snapshotOf(text: string | undefined): Snapshot {
  const snapshot = parseSnapshot(text ?? '');
  if (snapshot === null) throw new Error(`PostgreSQL gave no snapshot but ${text}`);
  return snapshot;
}
