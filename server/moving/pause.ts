import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { nameOf } from '../backups/tables.ts';
import { lockOf } from '../features/texting/sending/dispatcher.ts';
import { listRunningOf } from '../queue/jobs-of-accounts.ts';
import { STORED_JOBS } from '../queue/queue-state.ts';
import { MoveRefused } from './refused.ts';
import type { AccountTable } from './tables.ts';

/*
 * The pause. Locks keep everyone from writing rows of accounts: they wait, as for any lock, and go on when the transaction that has
 * the locks ends, however it ends. Reads go on. So no code knows of a pause, and none outlives the command.
 */

/** After this nothing has changed. Less than a minute, with what follows. */
export const PAUSE_MS = 50_000;
/** Others wait behind a lock that is asked for. */
const LOCK_MS = 2000;
/** A turn of a number takes a second, and a call to the carrier. */
const TURN_MS = 20_000;
const TRIES = 60;
const BETWEEN_MS = 1000;

const PASSING = ['55P03', '40P01'];

/** Begins a transaction in which no one else writes, and in which nothing of the account is under way. Returns when it began. */
export async function pause(
  from: pg.Client,
  tables: AccountTable[],
  { ids, tries = TRIES }: { ids: string[]; tries?: number },
): Promise<number> {
  let running: string[] = [];
  for (let tried = 1; tried <= tries; tried += 1) {
    running = await listRunningOf(from, ids);
    const since = running.length === 0 ? await tryPause(from, tables, ids) : null;
    if (since !== null) return since;
    await wait(BETWEEN_MS);
  }
  throw new MoveRefused(
    running.length > 0
      ? `Jobs of the account are being done: ${running.join(', ')}. Run it again when they are over.`
      : 'The database was too busy for a pause. Run it again when there is less to do.',
  );
}

async function tryPause(from: pg.Client, tables: AccountTable[], ids: string[]): Promise<number | null> {
  await from.query('begin');
  try {
    const held = await holdNumbers(from, ids);
    const since = performance.now();
    await from.query(
      `set local lock_timeout = ${LOCK_MS}; set local statement_timeout = ${PAUSE_MS};
       set local idle_in_transaction_session_timeout = ${PAUSE_MS};
       lock table ${[...tables.map(nameOf), STORED_JOBS].join(', ')} in exclusive mode`,
    );
    // Another job may have begun, and another number have come, before the tables were locked.
    const isStill = (await listRunningOf(from, ids)).length === 0;
    if (isStill && (await listNumbers(from, ids)).join() === held.join()) return since;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && PASSING.includes(error.code ?? ''))) throw error;
  }
  await from.query('rollback');
  return null;
}

/** No worker is in the middle of sending from one of them: each has this lock for its turn. */
async function holdNumbers(from: pg.Client, ids: string[]): Promise<string[]> {
  const numbers = await listNumbers(from, ids);
  await from.query(`set local lock_timeout = ${TURN_MS}`);
  for (const id of numbers)
    await from.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lockOf({ numberId: id })]);
  return numbers;
}

async function listNumbers(from: pg.Client, ids: string[]): Promise<string[]> {
  const { rows } = await from.query<{ id: string }>(
    'select id from numbers where account_id = any($1::uuid[]) order by id',
    [ids],
  );
  return rows.map(({ id }) => id);
}
