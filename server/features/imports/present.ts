import type { Import } from '../../../contract/imports.ts';
import type { Session } from '../../http/session.ts';
import { canUndo, refusedSince } from './rules.ts';
import type { ListedImport } from './store.ts';

export function presentImport(row: ListedImport, session: Session, now: Date): Import {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    fileName: row.fileName,
    total: row.total,
    processed: row.processed,
    created: row.created,
    updated: row.updated,
    duplicates: row.duplicates,
    refused: row.refused,
    consent: row.consent,
    createdBy:
      row.creatorFirstName === null
        ? null
        : { id: row.createdBy, firstName: row.creatorFirstName, lastName: row.creatorLastName ?? '' },
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    can: {
      undo: canUndo(session, row, now),
      downloadRefused: row.hasRefused && row.createdAt > refusedSince(now),
    },
  };
}
