import { sql, type Updateable } from 'kysely';
import type { Candidate } from '../../../contract/candidates.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import type { DB } from '../../db/schema.ts';
import { peopleOf } from '../hiring/records/people.ts';
import { deleteTerms, insertTerms } from './search/store.ts';

/** THE fields of a candidate, and their columns: reading, adding and changing one follow from this table. */
const FIELDS = {
  firstName: 'first_name',
  lastName: 'last_name',
  phoneNumber: 'phone_number',
  email: 'email',
  city: 'city',
  zipCode: 'zip_code',
  jobTitle: 'job_title',
  timezone: 'timezone',
  tags: 'tags',
  externalIds: 'external_ids',
} as const satisfies Partial<Record<keyof Candidate, keyof DB['candidates']>>;

export type CandidateField = keyof typeof FIELDS;

/** The fields that people enter for a candidate: all, or some. */
export type CandidateFields = { [Field in CandidateField]?: Candidate[Field] | undefined };

export interface CandidateRow extends Pick<Candidate, CandidateField> {
  id: string;
  editedFields: Candidate['editedFields'];
  legalHold: boolean;
  createdAt: Date;
  updatedAt: Date;
}

const FIELD_COLUMNS = (Object.entries(FIELDS) as [CandidateField, (typeof FIELDS)[CandidateField]][]).map(
  ([field, column]) => ({ field, column }),
);

const COLUMNS = sql.join(FIELD_COLUMNS.map(({ column }) => sql.ref(column)));

/** SQL: candidates as a table `n`. */
const asTable = (
  candidates: readonly (CandidateFields & { id: string; createdAt: Date; addedBy?: string })[],
) =>
  recordset('n', candidates, {
    uuid: ['id', 'addedBy'],
    text: FIELD_COLUMNS.map(({ field }) => field).filter(
      (field) => field !== 'tags' && field !== 'externalIds',
    ),
    'text[]': ['tags'],
    jsonb: ['externalIds'],
    timestamptz: ['createdAt'],
  });

function selectCandidates(db: Db, accountId: string) {
  return db
    .selectFrom('candidates')
    .select([
      'id',
      'edited_fields as editedFields',
      'legal_hold as legalHold',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .select((eb) => FIELD_COLUMNS.map(({ field, column }) => eb.ref(column).as(field)))
    .where('account_id', '=', accountId)
    .$castTo<CandidateRow>();
}

/** What to write: the columns of the given fields. */
function columnsOf(fields: CandidateFields): Updateable<DB['candidates']> {
  return Object.fromEntries(
    FIELD_COLUMNS.filter(({ field }) => fields[field] !== undefined).map(({ field, column }) => [
      column,
      fields[field],
    ]),
  );
}

export function findCandidate(db: Db, accountId: string, id: string): Promise<CandidateRow | undefined> {
  return selectCandidates(db, accountId).where('id', '=', id).executeTakeFirst();
}

export function findCandidateByPhone(
  db: Db,
  accountId: string,
  phoneNumber: string,
): Promise<CandidateRow | undefined> {
  return selectCandidates(db, accountId).where('phone_number', '=', phoneNumber).executeTakeFirst();
}

/** The same, held against changes until the transaction is over. */
export function lockCandidate(tx: Tx, accountId: string, id: string): Promise<CandidateRow | undefined> {
  return selectCandidates(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Whether nothing about them may be deleted. A hold that is being put on them is waited for. */
export async function isOnHold(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const candidate = await selectCandidates(tx, accountId).where('id', '=', id).forShare().executeTakeFirst();
  return candidate?.legalHold === true;
}

/** Those with these numbers, held against changes until the transaction is over. */
export function lockCandidatesByNumbers(
  tx: Tx,
  accountId: string,
  phoneNumbers: string[],
): Promise<CandidateRow[]> {
  return selectCandidates(tx, accountId)
    .where('phone_number', '=', sql<string>`any(${phoneNumbers}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function findCandidatesByIds(db: Db, accountId: string, ids: string[]): Promise<CandidateRow[]> {
  return selectCandidates(db, accountId).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
}

export async function findCandidatesByNumbers(
  db: Db,
  accountId: string,
  phoneNumbers: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('candidates')
    .select(['id', 'phone_number as phoneNumber'])
    .where('account_id', '=', accountId)
    .where('phone_number', '=', sql<string>`any(${phoneNumbers}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.phoneNumber, row.id]));
}

/** A person who texted first has a number and nothing else yet. */
export interface NewCandidate extends CandidateFields {
  id: string;
  phoneNumber: string;
  createdAt: Date;
  /** Who added them. */
  addedBy?: string;
}

const NOTHING_KNOWN = { firstName: '', lastName: '', tags: [], externalIds: {} };

/** Returns the ids that were new; a number that the account already knows is left as it is. */
export async function insertCandidates(
  db: Db,
  accountId: string,
  candidates: NewCandidate[],
): Promise<Set<string>> {
  if (candidates.length === 0) return new Set();
  const complete = candidates.map((candidate) => ({ ...NOTHING_KNOWN, ...candidate }));
  const { rows } = await sql<{ id: string }>`
    insert into candidates (account_id, id, added_by, created_at, updated_at, ${COLUMNS})
    select ${accountId}, n.id, n.added_by, n.created_at, n.created_at, ${COLUMNS} from ${asTable(complete)}
        on conflict (account_id, phone_number) do nothing
    returning id`.execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  await insertTerms(
    db,
    accountId,
    candidates.filter((candidate) => ids.has(candidate.id)),
  );
  return ids;
}

/** Writes the given fields, and who changed the number. The candidate is locked. */
export async function updateCandidate(
  tx: Tx,
  accountId: string,
  id: string,
  changes: CandidateFields,
  { at, numberBy }: { at: Date; numberBy: string | null },
): Promise<void> {
  await tx
    .updateTable('candidates')
    .set({
      ...columnsOf(changes),
      ...(numberBy === null ? {} : { number_changed_at: at, number_changed_by: numberBy }),
      updated_at: at,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await renewTerms(tx, accountId, [id]);
}

const WRITTEN = FIELD_COLUMNS.filter(({ field }) => field !== 'phoneNumber' && field !== 'externalIds');

/** Until it is lifted, nothing about them is deleted. */
export async function setLegalHold(
  tx: Tx,
  accountId: string,
  id: string,
  { legalHold, at }: { legalHold: boolean; at: Date },
): Promise<void> {
  await tx
    .updateTable('candidates')
    .set({ legal_hold: legalHold, updated_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** A change, from which the days of a retention rule are counted. */
export async function touchCandidate(tx: Tx, accountId: string, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('candidates')
    .set({ updated_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function isAnyOnHold(db: Db, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('candidates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('legal_hold', '=', true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Writes everything but the numbers and IDs of these. They are locked. */
export async function updateCandidates(
  tx: Tx,
  accountId: string,
  candidates: CandidateRow[],
  at: Date,
): Promise<void> {
  if (candidates.length === 0) return;
  await sql`
    update candidates c set ${sql.join(WRITTEN.map(({ column }) => sql`${sql.ref(column)} = n.${sql.ref(column)}`))}, updated_at = ${at}
      from ${asTable(candidates)}
     where c.account_id = ${accountId} and c.id = n.id`.execute(tx);
  await renewTerms(
    tx,
    accountId,
    candidates.map(({ id }) => id),
  );
}

/** What they are found by, from what is known of them now. */
export async function renewTerms(tx: Tx, accountId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteTerms(tx, accountId, ids);
  await insertTerms(tx, accountId, await findCandidatesByIds(tx, accountId, ids));
}

/** No system updates these anymore. Does nothing for candidates that are linked to none. */
export async function keepFields(
  tx: Tx,
  accountId: string,
  edited: { id: string; fields: string[] }[],
): Promise<void> {
  if (edited.length === 0) return;
  await sql`
    update candidates c set edited_fields = array(select distinct unnest(c.edited_fields || e.fields))
      from ${recordset('e', edited, { uuid: ['id'], 'text[]': ['fields'] })}
     where c.account_id = ${accountId} and c.id = e.id
       and exists (${peopleOf(sql`c.account_id`, sql`c.id`)})`.execute(tx);
}

/** Which of the candidates have ever written to the account. */
export async function listWriters(db: Db, accountId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('conversations')
    .select('candidate_id as candidateId')
    .where('account_id', '=', accountId)
    .where('candidate_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('last_inbound_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.candidateId));
}

export async function listConversationsOf(db: Db, accountId: string, candidateId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('candidate_id', '=', candidateId)
    .execute();
  return rows.map((row) => row.id);
}
