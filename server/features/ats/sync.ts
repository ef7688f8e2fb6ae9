import { NotFound, RefusedByAts, RightsMissing } from '../../adapters/ats/failures.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Checkpoint, PHASES } from './checkpoint.ts';
import {
  type ConnectionKey,
  type ConnectionRow,
  changeConnection,
  findConnection,
  listDueConnections,
  lockRunning,
} from './connections-store.ts';
import { openApi, systemOf } from './open-api.ts';
import { START, type Walk, walkOn } from './run-bounds.ts';
import { enqueueSync } from './schedule.ts';
import { hasSetAside } from './set-aside-store.ts';
import { failSync, finishSync } from './sync-ends.ts';
import { NOTHING, readStep, type Step, saveStep } from './sync-steps.ts';

/** Then other connections have their turn. */
const SLICE_MS = 20_000;
/** Their clock may be behind ours, and what is written at the same moment may be reported late. */
const OVERLAP_MS = 2 * 60_000;
/** While something couldn't be read. */
const READ_ALL_MS = 24 * 3600_000;

/**
 * Brings our data into step with the system: a page is read outside a transaction and saved within one, which also saves
 * how far it got. Pausing, disconnecting or reconnecting stops it before the next page.
 */
export async function runSyncAts(deps: Deps, key: ConnectionKey): Promise<void> {
  for (const end = performance.now() + SLICE_MS; ; ) {
    const row = await findConnection(deps.db, key.accountId, key.atsType);
    if (row?.generation !== key.generation || !row.enabled) return;
    const checkpoint = await checkpointOf(deps, row);
    if (checkpoint === null) return;
    const step = await readWithinBounds(deps, row, checkpoint).catch((error: unknown) =>
      failSync(deps, row, error),
    );
    if (step === null || !(await take(deps, row, checkpoint, step))) return;
    if (performance.now() > end) return enqueueSync(deps.db, key);
  }
}

/** Null: there is nothing to do yet. */
async function checkpointOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  row: ConnectionRow,
): Promise<Checkpoint | null> {
  const kept = Checkpoint.safeParse(row.syncCheckpoint);
  if (kept.success) return kept.data;
  const now = deps.clock();
  if (row.nextSyncAt > now) return null;
  const since =
    row.syncedFrom === null || (await isAllDue(deps, row, now))
      ? null
      : new Date(row.syncedFrom.getTime() - OVERLAP_MS);
  return { phase: PHASES[0], cursor: null, since, startedAt: now, missing: [], walk: START };
}

/** What couldn't be read may be readable by now, or gone: only a full list can tell. */
async function isAllDue({ db }: Pick<Deps, 'db'>, row: ConnectionRow, now: Date): Promise<boolean> {
  const readAllAt = row.readAllFrom?.getTime() ?? 0;
  return now.getTime() - readAllAt > READ_ALL_MS && (await hasSetAside(db, row));
}

async function readWithinBounds(
  deps: Deps,
  row: ConnectionRow,
  checkpoint: Checkpoint,
): Promise<Step & { walk: Walk }> {
  const step = await readOrSkip(deps, row, checkpoint);
  const { phase: list, walk, startedAt } = checkpoint;
  const elapsedMs = deps.clock().getTime() - startedAt.getTime();
  return { ...step, walk: walkOn(walk, { list, ...step }, elapsedMs) };
}

/** What the key has no right to, or the system doesn't have, is skipped; without people there is nothing to continue with. */
async function readOrSkip(deps: Deps, row: ConnectionRow, checkpoint: Checkpoint): Promise<Step> {
  const { connector } = systemOf(deps, row.atsType);
  try {
    return await readStep(deps, { connector, api: openApi(deps, row), row }, checkpoint);
  } catch (error) {
    if (checkpoint.phase === 'people' || checkpoint.cursor !== null) throw error;
    const skipped = NOTHING;
    if (error instanceof RightsMissing) return { ...skipped, missing: error.missing };
    if (!(error instanceof NotFound || error instanceof RefusedByAts)) throw error;
    deps.log.warn({ err: error, atsType: row.atsType, phase: checkpoint.phase }, 'an ATS refused to list');
    return skipped;
  }
}

/** True when the next page can be read. */
async function take(
  deps: Deps,
  read: ConnectionRow,
  checkpoint: Checkpoint,
  step: Step & { walk: Walk },
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const row = await lockRunning(tx, read);
    // Another run has taken it meanwhile: a job may run twice.
    if (row === null || JSON.stringify(row.syncCheckpoint) !== JSON.stringify(read.syncCheckpoint))
      return false;
    await saveStep(tx, deps, row, step);
    const next = after(checkpoint, step);
    if (next === null) {
      await finishSync(tx, deps, row, { ...checkpoint, missing: missingAfter(checkpoint, step) });
      return false;
    }
    await changeConnection(tx, row, { syncState: 'running', syncCheckpoint: next });
    return true;
  });
}

const missingAfter = (checkpoint: Checkpoint, step: Step) => [
  ...new Set([...checkpoint.missing, ...(step.missing ?? [])]),
];

function after(checkpoint: Checkpoint, step: Step & { walk: Walk }): Checkpoint | null {
  const missing = missingAfter(checkpoint, step);
  const { walk } = step;
  if (step.next !== null) return { ...checkpoint, cursor: step.next, missing, walk };
  const phase = PHASES[PHASES.indexOf(checkpoint.phase) + 1];
  return phase === undefined
    ? null
    : { ...checkpoint, phase, cursor: null, missing, walk: { ...walk, mark: null } };
}

/** Those that are due: for the first time, again, or resuming after a crash. */
export async function runSweepAts(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (const key of await listDueConnections(deps.db, deps.clock())) await enqueueSync(deps.db, key);
}
