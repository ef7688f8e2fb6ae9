import {
  AtsUnavailable,
  NeverEnding,
  NotFound,
  RefusedByAts,
  RightsMissing,
} from '../../adapters/ats/failures.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type ConnectionChange, type ConnectionRow, changeConnection } from './connections-store.ts';
import { explainFailure } from './explain-failure.ts';
import { systemOf } from './open-api.ts';
import { forgetUnseen } from './set-aside-store.ts';

/** With the minute until the sweep: at least every five minutes. */
const POLL_MS = 4 * 60_000 - 10_000;
const EVENTS_MS = 45_000;
const FIRST_RETRY_MS = 60_000;
const NEVER_ENDING_MS = 3600_000;
/** Nothing resumes by itself. */
const NEVER = new Date('9999-01-01T00:00:00Z');

const inFuture = ({ clock }: Pick<Deps, 'clock'>, ms: number) => new Date(clock().getTime() + ms);

export async function finishSync(
  tx: Tx,
  deps: Pick<Deps, 'ats' | 'clock'>,
  row: ConnectionRow,
  { startedAt, since, missing }: Pick<Checkpoint, 'startedAt' | 'since' | 'missing'>,
): Promise<void> {
  const { connector } = systemOf(deps, row.atsType);
  const explained =
    missing.length === 0
      ? null
      : explainFailure(new RightsMissing('sync', missing), connector.name, row.connectedBy);
  if (since === null) await forgetUnseen(tx, row, startedAt);
  await changeConnection(tx, row, {
    ...(since === null && { readAllFrom: startedAt }),
    syncState: 'idle',
    syncCheckpoint: null,
    syncedFrom: startedAt,
    lastSyncAt: deps.clock(),
    nextSyncAt: inFuture(deps, connector.events === null ? POLL_MS : EVENTS_MS),
    errorCode: explained?.code ?? null,
    errorMessage: explained?.message ?? null,
  });
}

/** Records the failure and the next try: soon if the system is away, never if a person has to do something first. */
export async function failSync(deps: Deps, row: ConnectionRow, error: unknown): Promise<null> {
  const { connector } = systemOf(deps, row.atsType);
  const explained = explainFailure(error, connector.name, row.connectedBy);
  if (explained === null) throw error;
  deps.log.warn({ err: error, accountId: row.accountId, atsType: row.atsType }, 'a sync failed');
  const again = row.errorCode === 'ats_unavailable' ? POLL_MS : FIRST_RETRY_MS;
  const asked = error instanceof AtsUnavailable ? (error.waitMs ?? 0) : 0;
  const change: ConnectionChange = {
    syncState: 'failed',
    errorCode: explained.code,
    errorMessage: explained.message,
    nextSyncAt: explained.code === 'ats_unavailable' ? inFuture(deps, Math.max(again, asked)) : NEVER,
  };
  // What it would resume from is gone: start from scratch.
  const isOver = error instanceof NeverEnding;
  if (isOver) change.nextSyncAt = inFuture(deps, NEVER_ENDING_MS);
  if (isOver || error instanceof NotFound || error instanceof RefusedByAts) change.syncCheckpoint = null;
  await changeConnection(deps.db, row, change);
  return null;
}
