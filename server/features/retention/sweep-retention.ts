import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { deleteCandidates } from './delete-candidates.ts';
import { deleteMedia } from './delete-media.ts';
import { deleteTexts, type Slice } from './delete-texts.ts';
import { dueBefore, nextPassAt, STEPS } from './rules.ts';
import { endPass, type Pass, savePass, type Turn, takeTurn } from './store.ts';

/** Every ten minutes for so long, so that what is deleted never takes much of the database. */
const RUN_LIMIT_MS = 60_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Accounts take turns. A turn is one transaction: what it deleted, and how far it came, are committed together. An account whose turn
 * fails is left out until the next run: it would be the first again, and no other would ever have a turn.
 */
export async function sweepRetention(deps: Deps, { runLimitMs = RUN_LIMIT_MS } = {}): Promise<void> {
  const end = performance.now() + runLimitMs;
  const failed = new Map<string, unknown>();
  while (performance.now() < end) {
    let whose: string | null = null;
    const onTurn = (accountId: string) => {
      whose = accountId;
    };
    const turn = { except: [...failed.keys()], onTurn };
    try {
      if (!(await inTransaction(deps.db, (tx) => goOn(tx, deps, turn)))) break;
    } catch (error) {
      if (whose === null) throw error;
      deps.log.error({ err: error, accountId: whose }, 'a turn of a retention rule failed');
      failed.set(whose, error);
    }
  }
  for (const error of failed.values()) throw error;
}

/** False: there is nothing to do now. */
export async function goOn(
  tx: Tx,
  deps: Deps,
  { except, onTurn }: { except: string[]; onTurn?: (accountId: string) => void } = { except: [] },
): Promise<boolean> {
  const now = deps.clock();
  const turn = await takeTurn(tx, now, except);
  if (turn === undefined) return false;
  onTurn?.(turn.accountId);
  const pass = turn.pass ?? begin(now);
  const { after, deleted, media = 0 } = await slice(tx, deps, turn, pass, now);
  const counted = { ...pass, media: pass.media + media, [pass.step]: pass[pass.step] + deleted };
  if (pass.step === 'media') counted.media = pass.media + deleted;
  const next = after === null ? STEPS[STEPS.indexOf(pass.step) + 1] : pass.step;
  if (next === undefined)
    await endPass(tx, turn.accountId, counted, { finishedAt: now, nextAt: nextPassAt(now) });
  else await savePass(tx, turn.accountId, { ...counted, step: next, after: after ?? FIRST });
  return true;
}

const begin = (now: Date): Pass => ({
  step: 'texts',
  after: FIRST,
  startedAt: now.toISOString(),
  texts: 0,
  media: 0,
  candidates: 0,
});

async function slice(
  tx: Tx,
  deps: Deps,
  { accountId, ...days }: Turn,
  { step, after }: Pass,
  now: Date,
): Promise<Slice & { media?: number }> {
  const before = dueBefore(days[`${step}AfterDays`], now);
  if (before === null) return { after: null, deleted: 0 };
  const of = { accountId, after, before };
  if (step === 'texts') return deleteTexts(tx, deps, of);
  if (step === 'media') return deleteMedia(tx, deps, of);
  return deleteCandidates(tx, deps, of);
}
