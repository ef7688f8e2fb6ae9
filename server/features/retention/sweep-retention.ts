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

/** Accounts take turns. A turn is one transaction: what it deleted, and how far it came, are committed together. */
export async function sweepRetention(deps: Deps, { runLimitMs = RUN_LIMIT_MS } = {}): Promise<void> {
  const end = performance.now() + runLimitMs;
  while (performance.now() < end) if (!(await inTransaction(deps.db, (tx) => goOn(tx, deps)))) return;
}

/** False: there is nothing to do now. */
export async function goOn(tx: Tx, deps: Deps): Promise<boolean> {
  const now = deps.clock();
  const turn = await takeTurn(tx, now);
  if (turn === undefined) return false;
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
