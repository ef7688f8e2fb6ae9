import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { LiveEvent } from '../../contract/live-events.ts';
import type { UserType } from '../../contract/seats.ts';
import { batched } from '../db/batch.ts';
import type { Db } from '../db/connection.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { isSeen, type Position, parsePosition, writePosition } from './position.ts';
import { createPresences, type Presence, parsePresence } from './presence.ts';
import type { LiveNote } from './publish.ts';
import { NEWEST, type NoteRow, type Place, readNotes, snapshotOf, TRUSTED_HOURS } from './read-notes.ts';
import type { Signals } from './signals.ts';
import { before, type Snapshot, seenByAll } from './snapshot.ts';

interface Subscriber {
  accountId: string;
  userId: string;
  userType: UserType;
  /** `id` is to be sent back as Last-Event-ID; only the last event of a note has one, so that no one resumes in its middle. */
  send(id: string | null, event: LiveEvent): void;
  /** Leaves if its session has changed. Called before anything is sent, and whenever someone's place in the account has changed. */
  recheck(): Promise<void>;
}

/** Turns the notes of one account into events and says who may hear them. Given by the feature that owns the nouns. */
type RenderNotes = (accountId: string, notes: LiveNote[]) => Promise<RenderedNote[]>;

export interface RenderedNote {
  events: LiveEvent[];
  /** Admins hear everything of their account that isn't personal; others only what is named here. */
  userIds: string[] | 'everyone';
  /** Only they hear it, and no admin. */
  isPersonal?: true;
}

interface Deps {
  db: Db;
  render: RenderNotes;
  log: Logger;
}

const POLL_MS = 1000;
const READ_LIMIT = 500;

/** Keeps every open browser of this node up to date. One read serves all of them. */
export function startHub(deps: Deps & { signals: Signals }) {
  const subscribers = new Map<Subscriber, Position>();
  /** Those who were away. They first get what they missed, so that it delays no one else. */
  const behind = new Set<Subscriber>();
  let closed = false;
  let pending: NodeJS.Timeout | null = null;

  const tell = createTeller(deps, subscribers, () => closed);

  const read = batched<null, null>(
    async (asked) => {
      const listening = new Map(subscribers);
      for (const subscriber of behind) listening.delete(subscriber);
      await tell(listening);
      return asked.map(() => null);
    },
    { max: 1000 },
  );

  const catchUp = batched<null, null>(
    async (asked) => {
      const listening = [...subscribers].filter(([subscriber]) => behind.has(subscriber));
      for (const group of Map.groupBy(listening, ([{ accountId }]) => accountId).values()) {
        await tell(new Map(group));
        for (const [subscriber] of group) behind.delete(subscriber);
      }
      // What came in the meantime is still missing.
      wake();
      return asked.map(() => null);
    },
    { max: 1000 },
  );

  const wake = () => {
    const failed = (error: unknown) => deps.log.warn({ err: error }, 'live events could not be read');
    if (subscribers.size > behind.size) read(null).catch(failed);
    if (behind.size > 0) catchUp(null).catch(failed);
  };
  const presences = startPresences(deps, subscribers);
  const off = deps.signals.on('live_events', wake);
  const schedule = () => {
    pending = setTimeout(() => {
      wake();
      if (!closed) schedule();
    }, POLL_MS);
  };
  schedule();

  return {
    /** Joins the stream after `lastEventId`, or now. `reset` means that the position was lost and everything must be loaded again. */
    async subscribe(
      subscriber: Subscriber,
      lastEventId: string | null,
    ): Promise<{ reset: boolean; leave(): void }> {
      const { now, missed } = await findPosition(deps.db, subscriber.accountId, lastEventId);
      subscribers.set(subscriber, missed ?? { from: now, until: now, after: null });
      if (missed !== null) {
        behind.add(subscriber);
        wake();
      }
      return {
        reset: lastEventId !== null && missed === null,
        leave: () => {
          subscribers.delete(subscriber);
          behind.delete(subscriber);
        },
      };
    },
    /** On every node, to those who have joined there. */
    showPresence: presences.show,
    /** To someone who has just joined. */
    sendPresences: presences.sendAll,
    size: () => subscribers.size,
    close() {
      closed = true;
      off();
      presences.close();
      if (pending) clearTimeout(pending);
      subscribers.clear();
      behind.clear();
    },
  };
}

export type Hub = ReturnType<typeof startHub>;

function startPresences(
  deps: Pick<Deps, 'log'> & { signals: Signals },
  subscribers: Map<Subscriber, Position>,
) {
  /** Those who may see the conversation, in whose other tabs they aren't shown themselves. */
  function mayHear({ accountId, userId, userType }: Subscriber, presence: Presence): boolean {
    if (accountId !== presence.accountId || userId === presence.user.id) return false;
    return userType === 'admin' || presence.userIds.includes(userId);
  }
  async function tell(subscriber: Subscriber, all: Presence[]): Promise<void> {
    const heard = all.filter((presence) => mayHear(subscriber, presence));
    if (heard.length === 0) return;
    // Once, however many they are.
    await subscriber.recheck();
    for (const { conversationId, user, state } of subscribers.has(subscriber) ? heard : [])
      subscriber.send(null, { type: 'presence', conversationId, user, state });
  }
  const failed = (error: unknown) => deps.log.warn({ err: error }, 'presence could not be sent');
  const presences = createPresences((presence) => {
    for (const subscriber of subscribers.keys()) tell(subscriber, [presence]).catch(failed);
  });
  const off = deps.signals.on('presence', (payload) => {
    const presence = parsePresence(payload);
    if (presence) presences.heard(presence);
  });
  return {
    show: (presence: Presence) => deps.signals.send('presence', JSON.stringify(presence)),
    sendAll: (subscriber: Subscriber) => tell(subscriber, presences.of(subscriber.accountId)),
    close() {
      off();
      presences.close();
    },
  };
}

function createTeller(deps: Deps, subscribers: Map<Subscriber, Position>, isClosed: () => boolean) {
  /** Sends everything committed that these subscribers haven't gotten yet. Those who join meanwhile are next. */
  async function tell(listening: Map<Subscriber, Position>): Promise<void> {
    const from = seenByAll([...listening.values()].map((position) => position.from));
    if (from === null) return;
    const accountIds = [...new Set([...listening.keys()].map((subscriber) => subscriber.accountId))];
    let until: Snapshot | null = null;
    let after: Place | null = null;
    for (let isLast = false; !isLast && !isClosed(); ) {
      const page = await readNotes(deps.db, { accountIds, from, until, after, limit: READ_LIMIT });
      until = page.until;
      if (until.end < from.end) return startAgain(listening, until);
      isLast = page.notes.length < READ_LIMIT;
      after = page.notes.at(-1) ?? after;
      const seen = isLast ? settled(until, page.newest, from) : { until };
      await Promise.all(accountIds.map((accountId) => deliver(accountId, page.notes, listening, seen)));
      for (const [subscriber, position] of listening)
        if (subscribers.has(subscriber)) subscribers.set(subscriber, { from: position.from, ...seen, after });
    }
  }

  /** All is read; but a number beyond the newest note may come again. */
  function settled(until: Snapshot, newest: bigint, from: Snapshot): { from: Snapshot; until: Snapshot } {
    const known = newest < from.end ? from.end : newest + 1n;
    const snapshot = before(until, known);
    return { from: snapshot, until: snapshot };
  }

  /** The database has gone back in time: a copy took over that lacks the last commits. */
  function startAgain(listening: Map<Subscriber, Position>, now: Snapshot): void {
    for (const subscriber of listening.keys())
      if (subscribers.has(subscriber)) {
        subscribers.set(subscriber, { from: now, until: now, after: null });
        subscriber.send(null, { type: 'reset' });
      }
  }

  async function deliver(
    accountId: string,
    all: NoteRow[],
    listening: Map<Subscriber, Position>,
    seen: { from?: Snapshot; until: Snapshot },
  ): Promise<void> {
    const rows = all.filter((row) => row.account_id === accountId);
    if (rows.length === 0) return;
    const rendered = await render(deps, accountId, rows.map(noteOf));
    const due = [...listening].flatMap(([subscriber, position]) => {
      if (subscriber.accountId !== accountId) return [];
      const isNew = (row: NoteRow) => !isSeen(position, row);
      const unsent = rows.flatMap((row, index) => {
        const note = rendered[index];
        return note && isNew(row) && mayGet(subscriber, note) ? [{ row, events: note.events }] : [];
      });
      const isConcerned = unsent.length > 0 || rows.some((row) => row.kind === 'seat.updated' && isNew(row));
      return isConcerned ? [{ subscriber, from: position.from, unsent }] : [];
    });
    // Now, and not before: what was rendered may be newer than its note, and than the end of a session.
    await Promise.all(due.map(({ subscriber }) => subscriber.recheck()));
    for (const { subscriber, from, unsent } of due) {
      if (!subscribers.has(subscriber)) continue;
      for (const { row, events } of unsent) {
        const place = row === unsent.at(-1)?.row ? { from, ...seen } : { from, until: seen.until };
        events.forEach((event, index) => {
          subscriber.send(
            index === events.length - 1 ? writePosition({ ...place, after: row }) : null,
            event,
          );
        });
      }
    }
  }

  return tell;
}

/** One note that can't be rendered keeps no one from getting the others. */
async function render(deps: Deps, accountId: string, notes: LiveNote[]): Promise<(RenderedNote | null)[]> {
  try {
    return await deps.render(accountId, notes);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const [note] = notes;
    if (notes.length > 1)
      return (await Promise.all(notes.map((each) => render(deps, accountId, [each])))).flat();
    deps.log.error({ err: error, accountId, kind: note?.kind }, 'a live event could not be rendered');
    return [null];
  }
}

/** A position counts only while its note is kept: otherwise notes that it hasn't seen may have been swept as well. */
async function findPosition(
  db: Db,
  accountId: string,
  lastEventId: string | null,
): Promise<{ now: Snapshot; missed: Position | null }> {
  const position = lastEventId === null ? null : parsePosition(lastEventId);
  const { rows } = await sql<{ now: string; newest: string | null; isKept: boolean }>`
    select pg_current_snapshot()::text as now, ${NEWEST} as newest, exists (
             select from live_events
              where account_id = ${accountId} and xact = ${String(position?.after.xact ?? 0)}::xid8
                and id = ${String(position?.after.id ?? 0)}::bigint
                and created_at > now() - make_interval(hours => ${TRUSTED_HOURS})) as "isKept"`.execute(db);
  const now = snapshotOf(rows[0]?.now);
  const isKept = rows[0]?.isKept === true && position !== null && position.until.end <= now.end;
  return { now: before(now, BigInt(rows[0]?.newest ?? 0) + 1n), missed: isKept ? position : null };
}

function noteOf(row: NoteRow): LiveNote {
  return {
    accountId: row.account_id,
    kind: row.kind,
    subjectId: row.subject_id,
    ...(row.message_id ? { messageId: row.message_id } : {}),
  };
}

function mayGet(subscriber: Subscriber, note: RenderedNote): boolean {
  if (note.userIds === 'everyone' || (subscriber.userType === 'admin' && !note.isPersonal)) return true;
  return note.userIds.includes(subscriber.userId);
}
