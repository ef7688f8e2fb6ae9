import type { ImportKind, ImportPreview, PreviewedRow } from '../../../contract/imports.ts';
import type { Db } from '../../db/connection.ts';
import { findCandidatesByNumbers } from '../candidates/store.ts';
import { findOptOuts } from '../consent/store.ts';
import { columnOf, examine } from './examine.ts';
import { readRow } from './rows/read-row.ts';
import type { Upload } from './upload.ts';

/** What would become of the first rows. */
export async function previewImport(db: Db, accountId: string, upload: Upload): Promise<ImportPreview> {
  const examined = await examine(upload);
  const columns = columnOf(examined);
  const read = examined.sample.map((cells) => ({ cells, ...readRow(cells, columns, upload.country) }));
  const known = await findKnown(
    db,
    accountId,
    upload.kind,
    read.flatMap(({ phoneNumber }) => phoneNumber ?? []),
  );
  const rowOf = new Map<string, number>();
  const rows = read.map(({ cells, phoneNumber, reason }, at): PreviewedRow => {
    if (phoneNumber === null) return { outcome: 'refused', reason, cells };
    const earlier = rowOf.get(phoneNumber);
    if (earlier !== undefined)
      return { outcome: 'update', reason: `Same phone number as row ${earlier}`, cells };
    rowOf.set(phoneNumber, at + 1);
    return { outcome: known.has(phoneNumber) ? 'update' : 'new', reason: null, cells };
  });
  const { mapping, total } = examined;
  return { columns: examined.columns, mapping, total, rows };
}

async function findKnown(
  db: Db,
  accountId: string,
  kind: ImportKind,
  phoneNumbers: string[],
): Promise<{ has(phoneNumber: string): boolean }> {
  return kind === 'candidates'
    ? findCandidatesByNumbers(db, accountId, phoneNumbers)
    : findOptOuts(db, accountId, phoneNumbers);
}
