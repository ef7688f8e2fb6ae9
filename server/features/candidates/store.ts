import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';
import type { Cursor } from '../../http/page.ts';
import { termsOf } from './search-terms.ts';

export interface CandidateRow {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email: string | null;
  jobTitle: string | null;
  timezone: string | null;
  tags: string[];
  externalIds: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = [
  'candidates.id',
  'first_name as firstName',
  'last_name as lastName',
  'phone_number as phoneNumber',
  'email',
  'job_title as jobTitle',
  'timezone',
  'tags',
  'external_ids as externalIds',
  'candidates.created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export function findCandidate(db: Db, accountId: string, id: string): Promise<CandidateRow | undefined> {
  return db
    .selectFrom('candidates')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findCandidatesByIds(db: Db, accountId: string, ids: string[]): Promise<CandidateRow[]> {
  return db
    .selectFrom('candidates')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
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

/** Newest first. */
export function listCandidates(
  db: Db,
  accountId: string,
  page: { after: Cursor | null; limit: number },
): Promise<CandidateRow[]> {
  let query = db.selectFrom('candidates').select(COLUMNS).where('account_id', '=', accountId);
  if (page.after)
    query = query.where(sql<boolean>`(created_at, id) < (${page.after.at}, ${page.after.id}::uuid)`);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export interface TermCursor {
  term: string;
  candidateId: string;
}

/**
 * In the order of the term that begins with the first prefix: one range of the primary key, so a page costs the same in an
 * account of any size. A candidate with several such terms appears at the first of them only.
 */
export async function searchCandidateIds(
  db: Db,
  accountId: string,
  prefixes: string[],
  page: { after: TermCursor | null; limit: number },
): Promise<TermCursor[]> {
  const [first, ...rest] = prefixes;
  if (first === undefined) return [];
  let query = db
    .selectFrom('candidate_terms as found')
    .select(['found.term', 'found.candidate_id as candidateId'])
    .where('found.account_id', '=', accountId)
    .where('found.term', '>=', first)
    .where('found.term', '<', upperBound(first))
    .where((eb) => eb.not(eb.exists(termBefore(eb, first))));
  for (const prefix of rest) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('candidate_terms as also')
          .select('also.term')
          .whereRef('also.account_id', '=', 'found.account_id')
          .whereRef('also.candidate_id', '=', 'found.candidate_id')
          .where('also.term', '>=', prefix)
          .where('also.term', '<', upperBound(prefix)),
      ),
    );
  }
  if (page.after)
    query = query.where(
      sql<boolean>`(found.term, found.candidate_id) > (${page.after.term}, ${page.after.candidateId}::uuid)`,
    );
  return query
    .orderBy('found.term')
    .orderBy('found.candidate_id')
    .limit(page.limit + 1)
    .execute();
}

function termBefore(eb: ExpressionBuilder<DB & { found: DB['candidate_terms'] }, 'found'>, prefix: string) {
  return eb
    .selectFrom('candidate_terms as before')
    .select('before.term')
    .whereRef('before.account_id', '=', 'found.account_id')
    .whereRef('before.candidate_id', '=', 'found.candidate_id')
    .where('before.term', '>=', prefix)
    .whereRef('before.term', '<', 'found.term');
}

/** Collation C compares bytes; nothing that begins with the prefix sorts after it and the highest code point. */
function upperBound(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

type NewCandidate = Omit<CandidateRow, 'updatedAt'>;

/** Returns the ids that were new; a number that the account already knows is left as it is. */
export async function insertCandidates(
  db: Db,
  accountId: string,
  candidates: NewCandidate[],
): Promise<Set<string>> {
  if (candidates.length === 0) return new Set();
  const inserted = await db
    .insertInto('candidates')
    .values(
      candidates.map((candidate) => ({
        account_id: accountId,
        id: candidate.id,
        first_name: candidate.firstName,
        last_name: candidate.lastName,
        phone_number: candidate.phoneNumber,
        email: candidate.email,
        job_title: candidate.jobTitle,
        timezone: candidate.timezone,
        tags: candidate.tags,
        external_ids: JSON.stringify(candidate.externalIds),
        created_at: candidate.createdAt,
        updated_at: candidate.createdAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'phone_number']).doNothing())
    .returning('id')
    .execute();
  const ids = new Set(inserted.map((row) => row.id));
  await insertTerms(
    db,
    accountId,
    candidates.filter((candidate) => ids.has(candidate.id)),
  );
  return ids;
}

type Findable = { id: string } & Parameters<typeof termsOf>[0];

async function insertTerms(db: Db, accountId: string, candidates: Findable[]): Promise<void> {
  const terms = candidates.flatMap((candidate) =>
    termsOf(candidate).map((term) => ({ account_id: accountId, term, candidate_id: candidate.id })),
  );
  if (terms.length > 0) await db.insertInto('candidate_terms').values(terms).execute();
}

export async function updateCandidate(
  db: Db,
  accountId: string,
  candidate: Omit<NewCandidate, 'createdAt'>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('candidates')
    .set({
      first_name: candidate.firstName,
      last_name: candidate.lastName,
      phone_number: candidate.phoneNumber,
      email: candidate.email,
      job_title: candidate.jobTitle,
      timezone: candidate.timezone,
      tags: candidate.tags,
      external_ids: JSON.stringify(candidate.externalIds),
      updated_at: at,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', candidate.id)
    .execute();
  await db
    .deleteFrom('candidate_terms')
    .where('account_id', '=', accountId)
    .where('candidate_id', '=', candidate.id)
    .execute();
  await insertTerms(db, accountId, [candidate]);
}

/** Their terms, conversations and messages go with them. */
export async function deleteCandidate(db: Db, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('candidates')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
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
