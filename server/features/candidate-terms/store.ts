import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';
import { type Found, termsOf } from './search-terms.ts';

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

export async function insertTerms(
  db: Db,
  accountId: string,
  candidates: (Found & { id: string })[],
): Promise<void> {
  const terms = candidates.flatMap((candidate) =>
    termsOf(candidate).map((term) => ({ account_id: accountId, term, candidate_id: candidate.id })),
  );
  if (terms.length > 0) await db.insertInto('candidate_terms').values(terms).execute();
}

export async function deleteTerms(db: Db, accountId: string, candidateId: string): Promise<void> {
  await db
    .deleteFrom('candidate_terms')
    .where('account_id', '=', accountId)
    .where('candidate_id', '=', candidateId)
    .execute();
}
