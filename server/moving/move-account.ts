import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type Cells, withoutTriggers } from './cells.ts';
import { copyClaims } from './claims.ts';
import { copyDifferences, listDifferent } from './compare.ts';
import { raiseCounters } from './counters.ts';
import { ensureDays } from './days.ts';
import { copyJobs } from './jobs.ts';
import { copyNumberedAgain, takeLateEvents } from './numbered-again.ts';
import { PAUSE_MS, pause } from './pause.ts';
import { MoveRefused } from './refused.ts';
import { requireFittingCells, type SecretKeys } from './require-fitting.ts';
import { findMoved, type Moved, settlePrepared, switchCells } from './switch.ts';
import { type AccountTable, copied, listAccountTables, type Moving } from './tables.ts';
import { changeTakenTestNumbers } from './test-numbers.ts';

/*
 * The account's rows are copied while it works, into one transaction of the other cell's database, so no one there sees them. What
 * changes meanwhile is copied in further rounds; the last one is in a pause in which no one writes here. Then `switch.ts`.
 */

interface Doing {
  keys: SecretKeys;
  clock: () => Date;
  say(step: string): void;
  /** How often a pause is tried for. */
  tries?: number;
  /** How long webhooks are waited for that were under way. */
  lateMs?: number;
}

export interface Result {
  ids: string[];
  /** Rows in the first copy. */
  rows: number;
  /** Those that had changed, in the pause. */
  rowsInPause: number;
  pauseMs: number;
  /** Webhooks that came here after the move, and were taken along. */
  late: number;
}

/** Few enough for a pause. */
const FEW_ROWS = 2000;
const MOST_ROUNDS = 8;
/** A statement of a node takes 15 seconds at most, and one that waited for the pause began before its end. */
const LATE_MS = 20_000;
const LATE_EVERY_MS = 500;

/** One at a time. A run that was killed holds it until it has ended in both: it may be preparing its transaction there. */
export async function requireAlone({ from, to }: Cells): Promise<void> {
  for (const [client, name] of [
    [from, 'move-account'],
    [to, 'move-account to here'],
  ] as const) {
    const { rows } = await client.query<{ alone: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as alone',
      [name],
    );
    if (!rows[0]?.alone) throw new MoveRefused('An account is being moved. Run it again when that is over.');
  }
}

/** Finishes what an earlier run began and couldn't finish. Null: there is no such account that has moved. */
export async function finishMove(cells: Cells, accountId: string, doing: Doing): Promise<Moved | null> {
  const moved = await findMoved(cells.from, accountId);
  if (moved === null) return null;
  await settlePrepared(cells, accountId);
  if (!(await hasAccount(cells.to, accountId)))
    throw new MoveRefused(
      `The account moved on ${moved.movedAt.toISOString()}, and isn't in this other cell. Name the one that it moved to.`,
    );
  await takeLate(cells, await listAccountTables(cells.from), { ...moved, ...doing });
  return moved;
}

export async function moveAccount(cells: Cells, accountId: string, doing: Doing): Promise<Result> {
  const { from, to } = cells;
  const { say, clock } = doing;
  await requireFittingCells(cells, doing.keys);
  await settlePrepared(cells, accountId);
  const ids = await requireMovable(cells, accountId);
  await changeTakenTestNumbers(cells, ids);
  const tables = await listAccountTables(from);
  await withoutTriggers(from, "this cell's");
  await withoutTriggers(to, "the other cell's");

  await ensureDays(from, cells.address);
  await to.query('begin');
  const rows = await copyWhileItWorks(cells, copied(tables), { ids, say });
  const since = await pause(from, tables, { ids, ...(doing.tries ? { tries: doing.tries } : {}) });
  say('Paused here.');
  const last = await copyDifferences(cells, copied(tables), ids);
  const different = await listDifferent(cells, last.changed, ids);
  if (different.length > 0)
    throw new Error(`These tables are not the same in both: ${different.join(', ')}.`);
  const phoneNumbers = await listPhoneNumbers(from, ids);
  await copyRest(cells, tables, { ids, phoneNumbers });
  say('Copied.');
  if (performance.now() - since > PAUSE_MS)
    throw new MoveRefused(
      `It took longer than ${PAUSE_MS / 1000} s. Nothing has changed; run it again later.`,
    );
  await switchCells(cells, tables, { ids, phoneNumbers, now: clock(), say });
  const pauseMs = Math.round(performance.now() - since);
  say('Moved. Taking what is still on its way here.');
  const late = await takeLate(cells, tables, { ids, phoneNumbers, ...doing });
  return { ids, rows, rowsInPause: last.rows, pauseMs, late };
}

/** The company, and its sandbox. */
async function requireMovable({ from, to }: Cells, accountId: string): Promise<string[]> {
  const { rows } = await from.query<{ id: string; isClosing: boolean }>(
    `select id, deletes_at is not null as "isClosing" from accounts
      where id = $1 or sandbox_of = $1 order by sandbox_of is not null`,
    [accountId],
  );
  if (rows.some(({ isClosing }) => isClosing))
    throw new MoveRefused('The account is being closed, so it stays.');
  if (await hasAccount(to, accountId)) throw new MoveRefused('The other cell has this account already.');
  return rows.map(({ id }) => id);
}

async function hasAccount(to: pg.Client, accountId: string): Promise<boolean> {
  const { rows } = await to.query('select from accounts where id = $1', [accountId]);
  return rows.length > 0;
}

/** Again and again, until what changed since the last round is little. */
async function copyWhileItWorks(
  cells: Cells,
  tables: AccountTable[],
  { ids, say }: Pick<Doing, 'say'> & { ids: string[] },
): Promise<number> {
  let first: number | null = null;
  for (let round = 1; ; round += 1) {
    await cells.from.query('begin isolation level repeatable read read only');
    const { rows } = await copyDifferences(cells, tables, ids);
    await cells.from.query('commit');
    say(round === 1 ? `Copied ${rows} rows while the account works.` : `Copied ${rows} that had changed.`);
    first ??= rows;
    if ((round > 1 && rows <= FEW_ROWS) || round === MOST_ROUNDS) return first;
  }
}

async function copyRest(cells: Cells, tables: AccountTable[], moving: Moving): Promise<void> {
  const { ids } = moving;
  await copyNumberedAgain(cells, tables, moving);
  await copyJobs(cells, ids);
  await copyClaims(cells, ids);
  await raiseCounters(cells);
  // Texts of the last second may not be found yet. Those that are cost a look.
  await cells.to.query(
    `insert into search_backfills (account_id) select unnest($1::uuid[]) on conflict (account_id) do update set before_id = null`,
    [ids],
  );
  // It may have been there before.
  await cells.to.query('delete from moved_accounts where id = any($1::uuid[])', [ids]);
}

async function listPhoneNumbers(from: pg.Client, ids: string[]): Promise<string[]> {
  const { rows } = await from.query<{ phone: string }>(
    'select phone_number as phone from number_directory where account_id = any($1::uuid[]) order by 1',
    [ids],
  );
  return rows.map(({ phone }) => phone);
}

async function takeLate(
  cells: Cells,
  tables: AccountTable[],
  { lateMs = LATE_MS, ...moving }: Moving & Pick<Doing, 'lateMs'>,
): Promise<number> {
  let late = 0;
  for (const end = performance.now() + lateMs; ; await wait(LATE_EVERY_MS)) {
    late += await takeLateEvents(cells, tables, moving);
    if (performance.now() >= end) return late;
  }
}
