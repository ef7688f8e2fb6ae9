import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveEvent } from '../../contract/live-events.ts';
import type { UserType } from '../../contract/seats.ts';
import { batched } from '../db/batch.ts';
import { isUnavailable } from '../db/unavailable.ts';
import type { LiveNote } from './publish.ts';
import type { Signals } from './signals.ts';

/** Where a reader is: transaction and number of the last event it has seen. */
interface Cursor {
  xact: bigint;
  id: bigint;
}

interface Subscriber {
  accountId: string;
  userId: string;
  userType: UserType;
  /** `id` is to be sent back as Last-Event-ID; only the last event of a note has one, so that nobody resumes in its middle. */
  send(id: string | null, event: LiveEvent): void;
  /** Leaves if its session isn't what it was. Asked before anything is sent, and whenever someone's place in the account has changed. */
  recheck(): Promise<void>;
}

/** Turns the notes of one account into events and says who may hear them. Given by the feature that owns the nouns. */
type RenderNotes = (accountId: string, notes: LiveNote[]) => Promise<RenderedNote[]>;

export interface RenderedNote {
  events: LiveEvent[];
  /** Admins hear everything of their account; others only what is named here. */
  userIds: string[] | 'everyone';
}

interface NoteRow {
  xact: string;
  id: string;
  account_id: string;
  kind: LiveNote['kind'];
  subject_id: string;
  message_id: string | null;
}

const POLL_MS = 1000;
const READ_LIMIT = 500;

/** No casts to text here, the driver's strings will do: `order by` would take the column that the cast made, and sort 1000 before 999. */
const NEW_NOTES = `
  select xact, id, account_id, kind, subject_id, message_id
    from live_events
   where account_id = any ($1::uuid[])
     and (xact, id) > ($2::xid8, $3::bigint)
     and xact < pg_snapshot_xmin(pg_current_snapshot())
   order by xact, id
   limit ${READ_LIMIT}`;

const UNSETTLED = `
  select xact >= pg_snapshot_xmin(pg_current_snapshot()) as unsettled
    from live_events order by xact desc, id desc limit 1`;
const UNSETTLED_MS = 10;

/** Keeps every open browser of this node up to date. One read serves all of them. */
export function startHub(deps: { pool: pg.Pool; signals: Signals; render: RenderNotes; log: Logger }) {
  const subscribers = new Map<Subscriber, Cursor>();
  let closed = false;
  let pending: NodeJS.Timeout | null = null;

  const read = batched<null, null>(
    async (asked) => {
      if (subscribers.size > 0) {
        await pass();
        await lookAgainIfUnsettled();
      }
      return asked.map(() => null);
    },
    { max: 1000 },
  );

  /** A committed note waits while an older transaction is still open: look again soon instead of at the next poll. */
  async function lookAgainIfUnsettled(): Promise<void> {
    const { rows } = await deps.pool.query<{ unsettled: boolean }>({
      name: 'live-unsettled',
      text: UNSETTLED,
    });
    if (rows[0]?.unsettled && !closed) setTimeout(wake, UNSETTLED_MS);
  }

  async function pass(): Promise<void> {
    // Whoever joins meanwhile may be at an earlier place, or of an account that isn't asked for: the next pass is theirs.
    const listening = new Map(subscribers);
    let from: Cursor | null = null;
    for (const cursor of listening.values()) if (from === null || isBefore(cursor, from)) from = cursor;
    if (from === null) return;
    const accountIds = [...new Set([...listening.keys()].map((subscriber) => subscriber.accountId))];
    const { rows } = await deps.pool.query<NoteRow>({
      name: 'live-notes',
      text: NEW_NOTES,
      values: [accountIds, String(from.xact), String(from.id)],
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    await Promise.all(accountIds.map((accountId) => deliver(accountId, rows, listening)));
    for (const [subscriber, cursor] of listening) advance(subscriber, cursor, cursorOf(last));
    if (rows.length === READ_LIMIT) wake();
  }

  async function deliver(
    accountId: string,
    all: NoteRow[],
    listening: Map<Subscriber, Cursor>,
  ): Promise<void> {
    const rows = all.filter((row) => row.account_id === accountId);
    if (rows.length === 0) return;
    const rendered = await render(accountId, rows.map(noteOf));
    const due = [...listening].flatMap(([subscriber, cursor]) => {
      if (subscriber.accountId !== accountId) return [];
      const isNew = (row: NoteRow) => isBefore(cursor, cursorOf(row));
      const unheard = rows.flatMap((row, index) => {
        const note = rendered[index];
        return note && isNew(row) && mayHear(subscriber, note) ? [{ row, events: note.events }] : [];
      });
      const isConcerned = unheard.length > 0 || rows.some((row) => row.kind === 'seat.updated' && isNew(row));
      return isConcerned ? [{ subscriber, unheard }] : [];
    });
    // Now, and not before: what was rendered may be newer than its note, and than the end of a session.
    await Promise.all(due.map(({ subscriber }) => subscriber.recheck()));
    for (const { subscriber, unheard } of due) {
      if (!subscribers.has(subscriber)) continue;
      for (const { row, events } of unheard)
        events.forEach((event, place) => {
          subscriber.send(place === events.length - 1 ? `${row.xact}-${row.id}` : null, event);
        });
    }
  }

  /** One note that can't be rendered keeps nobody from hearing the others. */
  async function render(accountId: string, notes: LiveNote[]): Promise<(RenderedNote | null)[]> {
    try {
      return await deps.render(accountId, notes);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const [note] = notes;
      if (notes.length > 1) return (await Promise.all(notes.map((each) => render(accountId, [each])))).flat();
      deps.log.error({ err: error, accountId, kind: note?.kind }, 'a live event could not be rendered');
      return [null];
    }
  }

  function advance(subscriber: Subscriber, cursor: Cursor, to: Cursor): void {
    if (subscribers.has(subscriber) && isBefore(cursor, to)) subscribers.set(subscriber, to);
  }

  const wake = () => {
    read(null).catch((error: unknown) => deps.log.warn({ err: error }, 'live events could not be read'));
  };
  const off = deps.signals.on('live_events', wake);
  const schedule = () => {
    pending = setTimeout(() => {
      wake();
      if (!closed) schedule();
    }, POLL_MS);
  };
  schedule();

  return {
    /** Joins the stream after `lastEventId`, or now. `reset` tells that the place was lost and everything must be loaded anew. */
    async subscribe(
      subscriber: Subscriber,
      lastEventId: string | null,
    ): Promise<{ reset: boolean; leave(): void }> {
      const head = await headOf(deps.pool);
      const place =
        lastEventId === null ? null : await findCursor(deps.pool, subscriber.accountId, lastEventId);
      subscribers.set(subscriber, place ?? head);
      wake();
      return { reset: lastEventId !== null && place === null, leave: () => subscribers.delete(subscriber) };
    },
    size: () => subscribers.size,
    close() {
      closed = true;
      off();
      if (pending) clearTimeout(pending);
      subscribers.clear();
    },
  };
}

export type Hub = ReturnType<typeof startHub>;

/** Everything below the oldest running transaction is settled; what is running now comes after it. */
async function headOf(pool: pg.Pool): Promise<Cursor> {
  const { rows } = await pool.query<{ xact: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as xact',
  );
  return { xact: BigInt(rows[0]?.xact ?? '0') - 1n, id: MAX_ID };
}

/** A place counts only while its note is kept: otherwise notes after it may have been swept as well. */
async function findCursor(pool: pg.Pool, accountId: string, lastEventId: string): Promise<Cursor | null> {
  const match = /^(\d{1,19})-(\d{1,18})$/.exec(lastEventId);
  if (!match?.[1] || !match[2]) return null;
  const { rowCount } = await pool.query(
    'select 1 from live_events where account_id = $1 and xact = $2::xid8 and id = $3::bigint',
    [accountId, match[1], match[2]],
  );
  return rowCount ? { xact: BigInt(match[1]), id: BigInt(match[2]) } : null;
}

const MAX_ID = 9_223_372_036_854_775_807n;

function noteOf(row: NoteRow): LiveNote {
  return {
    accountId: row.account_id,
    kind: row.kind,
    subjectId: row.subject_id,
    ...(row.message_id ? { messageId: row.message_id } : {}),
  };
}

function mayHear(subscriber: Subscriber, note: RenderedNote): boolean {
  if (note.userIds === 'everyone' || subscriber.userType === 'admin') return true;
  return note.userIds.includes(subscriber.userId);
}

function cursorOf(row: NoteRow): Cursor {
  return { xact: BigInt(row.xact), id: BigInt(row.id) };
}

function isBefore(a: Cursor, b: Cursor): boolean {
  return a.xact === b.xact ? a.id < b.id : a.xact < b.xact;
}
