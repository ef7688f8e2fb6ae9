import { inTransaction } from '../../db/connection.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import type { Deps } from '../../deps.ts';
import { type Loop, startLoop } from '../../queue/loop.ts';
import type { Locks } from '../../queue/presence.ts';
import {
  markCandidatesOf,
  nextAccountsToMark,
  nextMarkedAccounts,
  removeMarksOf,
  startTurns,
  type Turns,
  takeAutomationMarks,
  takeMarks,
} from './marks.ts';
import { lockPlan, planCandidates } from './plan-candidates.ts';
import { type DueText, findDue, listDue, putOff } from './planned-store.ts';
import { sendTexts } from './send-due.ts';

const POLL_MS = 1000;
/** Candidates in one transaction. */
const PLANNED_AT_ONCE = 300;
const SENT_AT_ONCE = 100;
/** So that due texts needn't wait until everything is planned. */
const MOST_ACCOUNTS = 20;
const MOST_DUE = 1000;

/**
 * Replans texts whose facts have changed, and makes messages of those that are due, for as long as the process runs. A lock
 * keeps several workers from doing the same work; what keeps two of them from doing it twice is in the transactions.
 */
export function startPlanner(deps: Deps, locks: Locks, restMs = POLL_MS): Loop {
  const turns = startTurns();
  return startLoop(deps.log, locks, {
    lock: 'planner',
    turn: async () => ((await takeTurn(deps, turns)) ? 0 : restMs),
    restMs,
    failed: 'automatic texts could not be planned',
  });
}

/** Whether there may be more to do at once. */
export async function takeTurn(
  deps: Deps,
  turns: Turns = startTurns(),
  mostDue = MOST_DUE,
): Promise<boolean> {
  let isMarked = false;
  for (const accountId of await nextAccountsToMark(deps.db, turns, MOST_ACCOUNTS))
    isMarked = (await attempt(deps, accountId, () => markAutomations(deps, accountId))) || isMarked;
  const accountIds = await nextMarkedAccounts(deps.db, turns, MOST_ACCOUNTS);
  let isPlanned = false;
  for (const accountId of accountIds)
    isPlanned = (await attempt(deps, accountId, () => planMarked(deps, accountId))) || isPlanned;
  const due = await listDue(deps.db, deps.clock(), mostDue, turns.failed);
  const failed: string[] = [];
  for (const [accountId, texts] of Map.groupBy(due, (text) => text.accountId))
    if (!(await attempt(deps, accountId, () => sendAll(deps, accountId, texts)))) failed.push(accountId);
  const mayBeMore = due.length === mostDue;
  turns.failed = mayBeMore || failed.length > 0 ? [...turns.failed, ...failed] : [];
  return isMarked || isPlanned || (failed.length === 0 && mayBeMore);
}

/** Where the database is too busy for one account, the next may fare better. False: it's retried in a moment. */
async function attempt(deps: Deps, accountId: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    deps.log.error(
      { err: error, accountId },
      'the database has no time for the automatic texts of an account',
    );
    return false;
  }
}

async function sendAll(deps: Deps, accountId: string, texts: DueText[]): Promise<void> {
  for (let from = 0; from < texts.length; from += SENT_AT_ONCE)
    await sendOrIsolate(deps, accountId, texts.slice(from, from + SENT_AT_ONCE));
}

function markAutomations(deps: Deps, accountId: string): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    await markCandidatesOf(tx, accountId, await takeAutomationMarks(tx, accountId), deps.clock());
  });
}

/** One whose facts can't be worked with harms no other, and is checked again with the hourly look. */
async function planMarked(deps: Deps, accountId: string): Promise<void> {
  const plan = (most: number) =>
    inTransaction(deps.db, async (tx) => {
      await lockPlan(tx, accountId);
      await planCandidates(tx, deps, accountId, await takeMarks(tx, accountId, most));
    });
  try {
    await plan(PLANNED_AT_ONCE);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    deps.log.error({ err: error, accountId }, 'planning automatic texts of an account broke off');
    await plan(1).catch(async (again: unknown) => {
      if (isUnavailable(again)) throw again;
      const [candidateId] = await inTransaction(deps.db, (tx) => takeMarks(tx, accountId, 1));
      deps.log.error({ err: again, accountId, candidateId }, 'automatic texts could not be planned');
    });
  }
}

async function sendOrIsolate(deps: Deps, accountId: string, texts: DueText[]): Promise<void> {
  try {
    await sendDue(deps, accountId, texts);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    deps.log.error({ err: error, accountId, texts: texts.length }, 'sending automatic texts broke off');
    const [only, another] = texts;
    if (another !== undefined) for (const text of texts) await sendOrIsolate(deps, accountId, [text]);
    else if (only !== undefined) await giveUpForNow(deps, accountId, only.id);
  }
}

/** In the transaction that reads the facts, so that a text is never sent about something canceled before. */
export function sendDue(deps: Deps, accountId: string, texts: DueText[]): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const candidateIds = [...new Set(texts.map(({ candidateId }) => candidateId))];
    await lockPlan(tx, accountId);
    await removeMarksOf(tx, accountId, candidateIds);
    const planned = await planCandidates(tx, deps, accountId, candidateIds);
    const ids = texts.map(({ id }) => id);
    await sendTexts(tx, deps, accountId, await findDue(tx, accountId, ids, deps.clock()), planned);
  });
}

function giveUpForNow(deps: Deps, accountId: string, id: string): Promise<void> {
  const decision = { kind: 'hold', reason: { code: 'unexpected' } } as const;
  return inTransaction(deps.db, (tx) => putOff(tx, accountId, [{ id, decision }], deps.clock()));
}
