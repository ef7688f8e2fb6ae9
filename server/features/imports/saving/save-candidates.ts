import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { publishConversations } from '../../../live/publish.ts';
import { ownerOf } from '../../candidates/rules.ts';
import { SYNCED } from '../../candidates/save-candidate.ts';
import {
  type CandidateRow,
  insertCandidates,
  keepFields,
  lockCandidatesByNumbers,
  updateCandidates,
} from '../../candidates/store.ts';
import { listConversationsOfCandidates } from '../../texting/conversations/store.ts';
import { addTags, type ReadFields } from '../rows/read-row.ts';
import type { ImportRow } from '../store.ts';
import type { ImportedNumber } from './numbers-store.ts';

/** What a file says of someone; of several rows with their number, all of it. */
export interface Read {
  phoneNumber: string;
  fields: ReadFields;
}

/** Adds those whose number is new, and fills in what the file says of the others. What it says nothing about stays as it is. */
export async function saveCandidates(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  accountId: string,
  { createdBy }: Pick<ImportRow, 'createdBy'>,
  people: Read[],
): Promise<{ numbers: ImportedNumber[]; at: Date }> {
  const at = deps.clock();
  const phoneNumbers = people.map(({ phoneNumber }) => phoneNumber);
  const known = new Set((await lockCandidatesByNumbers(tx, accountId, phoneNumbers)).map(byNumber));
  const missing = people
    .filter(({ phoneNumber }) => !known.has(phoneNumber))
    .map(({ phoneNumber, fields }) => ({
      ...fields,
      id: deps.newId(),
      phoneNumber,
      createdAt: at,
      addedBy: createdBy,
    }));
  const inserted = await insertCandidates(tx, accountId, missing);
  const created = missing.filter(({ id }) => inserted.has(id));
  const isCreated = new Set(created.map(byNumber));
  // Also those who texted for the first time at this moment.
  const others = people.filter(({ phoneNumber }) => !isCreated.has(phoneNumber));
  const updated = await update(tx, accountId, createdBy, others, at);
  return {
    numbers: [
      ...created.map(({ id, phoneNumber }) => ({
        phoneNumber,
        candidateId: id,
        isNew: true,
        before: null,
        after: null,
      })),
      ...updated,
    ],
    at,
  };
}

const byNumber = ({ phoneNumber }: { phoneNumber: string }) => phoneNumber;

async function update(
  tx: Tx,
  accountId: string,
  importer: string,
  people: Read[],
  at: Date,
): Promise<ImportedNumber[]> {
  if (people.length === 0) return [];
  const rows = await lockCandidatesByNumbers(tx, accountId, people.map(byNumber));
  const fieldsOf = new Map(people.map(({ phoneNumber, fields }) => [phoneNumber, fields]));
  const isOthers = await findTextedByOthers(
    tx,
    accountId,
    importer,
    rows.filter(({ phoneNumber, email }) => email !== null && fieldsOf.get(phoneNumber)?.email !== undefined),
  );
  const all = rows.map((row) => {
    const { email, ...fields } = fieldsOf.get(row.phoneNumber) ?? {};
    // Their mails would go elsewhere, and the colleagues wouldn't know.
    const mayRedirect = row.email === null || !isOthers.has(row.id);
    const changes = changesTo(row, { ...fields, ...(email !== undefined && mayRedirect ? { email } : {}) });
    return { row, changes, changed: Object.keys(changes) as (keyof ReadFields)[] };
  });
  const changing = all.filter(({ changed }) => changed.length > 0);
  await updateCandidates(
    tx,
    accountId,
    changing.map(({ row, changes }) => ({ ...row, ...changes })),
    at,
  );
  await keepFields(
    tx,
    accountId,
    changing
      .filter(({ row }) => Object.keys(row.externalIds).length > 0)
      .map(({ row, changed }) => ({ id: row.id, fields: changed.filter((field) => SYNCED.includes(field)) })),
  );
  const threads = await listConversationsOfCandidates(
    tx,
    accountId,
    changing.map(({ row }) => row.id),
  );
  await publishConversations(
    tx,
    accountId,
    threads.map(({ id }) => id),
  );
  return all.map(({ row, changes, changed }) => ({
    phoneNumber: row.phoneNumber,
    candidateId: row.id,
    isNew: false,
    before: changed.length === 0 ? null : Object.fromEntries(changed.map((field) => [field, row[field]])),
    after: changed.length === 0 ? null : { ...changes },
  }));
}

function changesTo(row: CandidateRow, { tags, ...fields }: ReadFields): ReadFields {
  const given = { ...fields, ...(tags === undefined ? {} : { tags: addTags(row.tags, tags) }) };
  return Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => !isDeepStrictEqual(value, row[field as keyof ReadFields]),
    ),
  );
}

async function findTextedByOthers(
  tx: Tx,
  accountId: string,
  importer: string,
  rows: CandidateRow[],
): Promise<Set<string>> {
  const threads = await listConversationsOfCandidates(
    tx,
    accountId,
    rows.map(({ id }) => id),
  );
  return new Set(
    threads.filter((thread) => ownerOf(thread) !== importer).map(({ candidateId }) => candidateId),
  );
}
