import { z } from 'zod';
import type { GivenConsent } from '../../../contract/consents.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { jobKind } from '../../queue/job.ts';
import type { Run } from '../../queue/runner.ts';
import { grantOf } from '../consent/given-consent.ts';
import { recordConsent } from '../consent/record-consent.ts';
import { columnOf } from './examine.ts';
import { finishImport } from './finish-import.ts';
import { readRows } from './reading/read-rows.ts';
import { Unreadable } from './reading/unreadable.ts';
import { addTags, type ReadFields, readRow } from './rows/read-row.ts';
import { isUnderWay } from './rules.ts';
import { findImported, type ImportedNumber, insertImported } from './saving/numbers-store.ts';
import { type Read, saveCandidates } from './saving/save-candidates.ts';
import { saveOptOuts } from './saving/save-opt-outs.ts';
import {
  changeImport,
  countBatch,
  findImport,
  type ImportRow,
  insertRefused,
  lockImport,
  type RefusedRow,
  readParts,
} from './store.ts';

/** Imports a file, from where the last attempt ended. */
export const runImport = jobKind({
  name: 'runImport',
  payload: z.object({ accountId: z.uuid(), importId: z.uuid() }),
  maxAttempts: 25,
});

/** Rows of a transaction. */
const BATCH = 1000;

export async function runRunImport(
  deps: Deps,
  { accountId, importId }: { accountId: string; importId: string },
  { lost }: Pick<Run, 'lost'>,
): Promise<void> {
  const found = await findImport(deps.db, accountId, importId);
  if (found === undefined || !isUnderWay(found)) return;
  try {
    for await (const batch of batchesOf(deps, accountId, found)) {
      if (lost.aborted) return;
      const isSaved = await inTransaction(deps.db, (tx) => saveBatch(tx, deps, accountId, importId, batch));
      // Someone else is at it.
      if (!isSaved) return;
    }
    await finishImport(deps, accountId, importId);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    await changeImport(deps.db, accountId, importId, { status: 'failed', finishedAt: deps.clock() });
  }
}

interface Batch {
  /** How many rows were done before. */
  from: number;
  rows: string[][];
}

/** Those that no earlier attempt has done. */
async function* batchesOf(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  { id, layout, processed }: ImportRow,
): AsyncGenerator<Batch> {
  let skip = processed + (layout.hasHeader ? 1 : 0);
  let batch: Batch = { from: processed, rows: [] };
  for await (const cells of readRows(readParts(deps.db, accountId, id), layout.file)) {
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    batch.rows.push(cells);
    if (batch.rows.length < BATCH) continue;
    yield batch;
    batch = { from: batch.from + BATCH, rows: [] };
  }
  if (batch.rows.length > 0) yield batch;
}

async function saveBatch(
  tx: Tx,
  deps: Deps,
  accountId: string,
  importId: string,
  { from, rows }: Batch,
): Promise<boolean> {
  const current = await lockImport(tx, accountId, importId);
  if (current === undefined || !isUnderWay(current) || current.processed !== from) return false;
  const { people, refused } = readBatch(current, from, rows);
  const earlier = await findImported(
    tx,
    accountId,
    importId,
    people.map(({ phoneNumber }) => phoneNumber),
  );
  const { numbers, at } =
    current.kind === 'candidates'
      ? await saveCandidates(tx, deps, accountId, current, people)
      : await saveOptOuts(
          tx,
          deps,
          accountId,
          current,
          people.map(({ phoneNumber }) => phoneNumber),
        );
  await insertImported(tx, accountId, importId, numbers, at);
  if (current.consent !== null) await grant(tx, deps, accountId, current, current.consent, numbers, earlier);
  await insertRefused(tx, accountId, importId, refused, at);
  const first = numbers.filter(({ phoneNumber }) => !earlier.has(phoneNumber));
  const created = first.filter(({ isNew }) => isNew).length;
  await countBatch(tx, accountId, importId, {
    rows: rows.length,
    created,
    updated: first.length - created,
    duplicates: rows.length - refused.length - first.length,
    refused: refused.length,
  });
  return true;
}

function readBatch(
  { columns, mapping, layout }: ImportRow,
  from: number,
  rows: string[][],
): { people: Read[]; refused: RefusedRow[] } {
  const at = columnOf({ columns, mapping });
  const people = new Map<string, ReadFields>();
  const refused: RefusedRow[] = [];
  for (const [index, cells] of rows.entries()) {
    const { phoneNumber, fields, reason } = readRow(cells, at, layout.country);
    if (phoneNumber === null) refused.push({ row: from + index + 1, cells, reason });
    else people.set(phoneNumber, together(people.get(phoneNumber), fields));
  }
  return { people: [...people].map(([phoneNumber, fields]) => ({ phoneNumber, fields })), refused };
}

/** As if one row came after the other. */
function together(earlier: ReadFields | undefined, later: ReadFields): ReadFields {
  const tags = addTags(earlier?.tags ?? [], later.tags ?? []);
  return { ...earlier, ...later, ...(tags.length === 0 ? {} : { tags }) };
}

/** What the person who imports them has said of all; once for each number. */
async function grant(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'newId'>,
  accountId: string,
  { createdBy }: ImportRow,
  consent: GivenConsent,
  numbers: ImportedNumber[],
  earlier: Set<string>,
): Promise<void> {
  const given = grantOf({ ...consent, source: consent.source ?? 'import' }, deps.clock());
  const grants = numbers
    .filter(({ phoneNumber }) => !earlier.has(phoneNumber))
    .map(({ phoneNumber }) => ({ ...given, phoneNumber, actorUserId: createdBy }));
  await recordConsent(tx, accountId, grants, deps.newId);
}
