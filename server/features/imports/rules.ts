import { IMPORT_UNDO_HOURS, REFUSED_ROWS_DAYS } from '../../../contract/imports.ts';
import type { Session } from '../../http/session.ts';
import type { ImportRow } from './store.ts';

const HOUR_MS = 3600_000;

/** Rows are still to be imported. */
export function isUnderWay({ status, undoStartedAt }: Pick<ImportRow, 'status' | 'undoStartedAt'>): boolean {
  return (status === 'queued' || status === 'running') && undoStartedAt === null;
}

/** Opt-outs decide whether anything is sent. */
export function mayImport({ userType }: Pick<Session, 'userType'>, kind: ImportRow['kind']): boolean {
  return kind === 'candidates' || userType === 'admin';
}

/** What has come so far of one that failed can be undone too. */
export function canUndo(
  session: Pick<Session, 'userType' | 'userId'>,
  row: Pick<ImportRow, 'status' | 'kind' | 'createdBy' | 'finishedAt' | 'undoStartedAt'>,
  now: Date,
): boolean {
  if (row.finishedAt === null || row.undoStartedAt !== null) return false;
  if (now.getTime() - row.finishedAt.getTime() >= IMPORT_UNDO_HOURS * HOUR_MS) return false;
  return session.userType === 'admin' || (row.createdBy === session.userId && mayImport(session, row.kind));
}

/** Rows of imports before this are gone. */
export function refusedSince(now: Date): Date {
  return new Date(now.getTime() - REFUSED_ROWS_DAYS * 24 * HOUR_MS);
}
