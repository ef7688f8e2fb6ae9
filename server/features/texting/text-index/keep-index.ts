import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { followNotes } from '../../../live/follow-notes.ts';
import type { NoteRow } from '../../../live/read-notes.ts';
import { type Loop, startLoop } from '../../../queue/loop.ts';
import type { Locks } from '../../../queue/presence.ts';
import { indexNotes } from './index-notes.ts';
import { indexTexts } from './index-texts.ts';

/** Texts in one transaction. */
const MOST_TEXTS = 1000;
/** Then it rests, however much is left. */
const MOST_PASS_MS = 2000;
/** It works for a thirtieth of the time at most, beside texts that are accepted and received. */
const REST_FACTOR = 29;
const SHORTEST_REST_MS = 1000;

type IndexDeps = Pick<Deps, 'db' | 'log'>;

/** Makes texts and notes found, those of before too, for as long as the process runs, in one worker at a time. */
export function startIndexing(deps: IndexDeps, locks: Locks): Loop {
  return startLoop(deps.log, locks, {
    lock: 'search-index',
    turn: async (closing) => {
      const startedAt = performance.now();
      await takeTurn(deps, closing);
      return Math.max(SHORTEST_REST_MS, REST_FACTOR * (performance.now() - startedAt));
    },
    restMs: SHORTEST_REST_MS,
    failed: 'texts could not be taken into the search',
  });
}

/** New texts and notes first, then earlier texts, until nothing is left or it has worked long enough. */
async function takeTurn({ db }: IndexDeps, closing: AbortSignal): Promise<void> {
  const end = performance.now() + MOST_PASS_MS;
  const goesOn = () => !closing.aborted && performance.now() < end;
  while (await indexSome(db)) if (!goesOn()) return;
}

/** Everything that is committed now. */
export async function indexNow(db: Db): Promise<void> {
  while (await indexSome(db));
}

/** Whether there may be more. */
const indexSome = async (db: Db): Promise<boolean> =>
  (await indexNoted(db)) || (await indexNotes(db)) || (await indexEarlier(db));

const indexNoted = (db: Db): Promise<boolean> =>
  followNotes(db, { table: 'search_position', take: takeNoted, missed: (tx) => startBackfill(tx) });

async function takeNoted(tx: Tx, notes: NoteRow[]): Promise<void> {
  const ofTexts = notes.flatMap(({ kind, account_id, message_id }) =>
    message_id !== null && (kind === 'message.created' || kind === 'message.updated')
      ? [{ accountId: account_id, id: message_id }]
      : [],
  );
  for (const [accountId, texts] of Map.groupBy(ofTexts, (text) => text.accountId)) {
    const ids = [...new Set(texts.map(({ id }) => id))];
    await indexTexts(tx, accountId, sql`m.id = any(${ids}::uuid[])`);
  }
}

/** All texts of all accounts are looked at again, or those of one: only texts that aren't found yet cost more than the look. */
export async function startBackfill(db: Db, accountId?: string): Promise<void> {
  await sql`
    insert into search_backfills (account_id)
    select id from accounts where ${accountId === undefined ? sql`true` : sql`id = ${accountId}`}
        on conflict (account_id) do update set before_id = null`.execute(db);
}

/** The latest of an account's texts that weren't looked at yet. Whether there was such an account. */
function indexEarlier(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ accountId: string; beforeId: string | null }>`
      select account_id as "accountId", before_id as "beforeId" from search_backfills
       order by account_id limit 1 for update`.execute(tx);
    const [backfill] = rows;
    if (backfill === undefined) return false;
    const { accountId, beforeId } = backfill;
    const { rows: texts } = await sql<{ id: string }>`
      select id from messages
       where account_id = ${accountId} and ${beforeId === null ? sql`true` : sql`id < ${beforeId}`}
       order by id desc limit ${MOST_TEXTS}`.execute(tx);
    const ids = texts.map(({ id }) => id);
    if (ids.length > 0) await indexTexts(tx, accountId, sql`m.id = any(${ids}::uuid[])`);
    if (ids.length < MOST_TEXTS)
      await sql`delete from search_backfills where account_id = ${accountId}`.execute(tx);
    else
      await sql`update search_backfills set before_id = ${ids.at(-1)} where account_id = ${accountId}`.execute(
        tx,
      );
    return true;
  });
}
