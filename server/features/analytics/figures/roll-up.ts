import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { type Loop, startLoop } from '../../../queue/loop.ts';
import type { Locks } from '../../../queue/presence.ts';
import { feedMarks } from './feed.ts';
import { findMarks, listMarkedAccounts, removeMarks } from './marks.ts';
import { recount, tryLockFigures } from './recount.ts';

/** Marks in one transaction. */
const MOST_MARKS = 1000;
const FEW_MARKS = 10;
/** Then it rests, however much is left. */
const MOST_PASS_MS = 5000;
/** It works for a twentieth of the time, and is never far behind. Finding nothing to do takes it half a millisecond. */
const REST_FACTOR = 19;
const SHORTEST_REST_MS = 1000;
const LONGEST_REST_MS = 30_000;

type RollUpDeps = Pick<Deps, 'db' | 'log'>;

/**
 * Keeps figures in step with texts for as long as the process runs. A lock keeps several workers from doing the same work; what
 * keeps figures right is in the transactions.
 */
export function startRollUp(deps: RollUpDeps, locks: Locks): Loop {
  const place: Place = { after: '' };
  return startLoop(deps.log, locks, {
    lock: 'roll-up',
    turn: async (closing) => {
      const startedAt = performance.now();
      await takeTurn(deps, closing, place);
      const worked = performance.now() - startedAt;
      return Math.min(Math.max(SHORTEST_REST_MS, REST_FACTOR * worked), LONGEST_REST_MS);
    },
    restMs: SHORTEST_REST_MS,
    failed: 'figures could not be brought into step',
  });
}

/** The account that was counted last. The next turn begins after it, so that none waits forever behind busy ones. */
interface Place {
  after: string;
}

/** Until nothing is left that can be counted now, or it has worked long enough. Whether there may be more. */
export async function takeTurn(
  deps: RollUpDeps,
  closing?: AbortSignal,
  place: Place = { after: '' },
): Promise<boolean> {
  const end = performance.now() + MOST_PASS_MS;
  const goesOn = () => closing?.aborted !== true && performance.now() < end;
  while (await feedMarks(deps.db)) if (!goesOn()) return true;
  const marked = await listMarkedAccounts(deps.db);
  const [later, sooner] = [marked.filter((id) => id > place.after), marked.filter((id) => id <= place.after)];
  let accountIds = [...later, ...sooner];
  while (accountIds.length > 0) {
    const left: string[] = [];
    for (const accountId of accountIds) {
      if (!goesOn()) return true;
      place.after = accountId;
      if (await attempt(deps, accountId)) left.push(accountId);
    }
    accountIds = left;
  }
  return false;
}

/** A failure in one account harms no other; its marks stay. Where many conversations take too long, fewer don't. */
async function attempt(deps: RollUpDeps, accountId: string): Promise<boolean> {
  for (const most of [MOST_MARKS, FEW_MARKS])
    try {
      return await recountMarked(deps, accountId, most);
    } catch (error) {
      if (most === FEW_MARKS)
        deps.log.error({ err: error, accountId }, 'figures of an account could not be brought into step');
    }
  return false;
}

/**
 * Marks are seen first, then counted, then removed: what changes in between has a mark that wasn't seen. Whether there may be more
 * to do now.
 */
export function recountMarked(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  most = MOST_MARKS,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await tryLockFigures(tx, accountId))) return false;
    const seen = await findMarks(tx, accountId, most);
    if (seen.rows.length === 0) return false;
    await recount(tx, accountId, sql`select unnest(${seen.sourceIds}::uuid[])`);
    await removeMarks(tx, accountId, seen);
    return true;
  });
}

const BUSY_MS = 10;

/** Brings every figure into step with what is committed now. Throws if anything prevents that. */
export async function rollUpNow(deps: RollUpDeps): Promise<void> {
  for (;;) {
    while (await feedMarks(deps.db));
    const marked = await listMarkedAccounts(deps.db);
    if (marked.length === 0) return;
    for (const accountId of marked) while (await recountMarked(deps, accountId));
    // Another worker may hold the figures of some.
    await sleep(BUSY_MS);
  }
}
