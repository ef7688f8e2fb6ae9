import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';
import { type Found, INSIDE, termsOf } from './search-terms.ts';

export interface TermCursor {
  term: string;
  candidateId: string;
}

/**
 * First those with a word that begins with the first prefix, then those with it inside a word, each in the order of the term:
 * two ranges of the primary key, so a page costs the same in an account of any size. A candidate with several such terms
 * appears at the first of them only.
 */
export async function searchCandidateIds(
  db: Db,
  accountId: string,
  prefixes: string[],
  { after, limit }: { after: TermCursor | null; limit: number },
): Promise<TermCursor[]> {
  if (prefixes.length === 0) return [];
  const isInside = after?.term.startsWith(INSIDE) ?? false;
  const begun = isInside ? [] : await searchRange(db, accountId, '', prefixes, { after, limit: limit + 1 });
  if (begun.length > limit) return begun;
  const inside = await searchRange(db, accountId, INSIDE, prefixes, {
    after: isInside ? after : null,
    limit: limit + 1 - begun.length,
  });
  return [...begun, ...inside];
}

async function searchRange(
  db: Db,
  accountId: string,
  mark: '' | typeof INSIDE,
  [first = '', ...rest]: string[],
  page: { after: TermCursor | null; limit: number },
): Promise<TermCursor[]> {
  let query = db
    .selectFrom('candidate_terms as found')
    .select(['found.term', 'found.candidate_id as candidateId'])
    .where('found.account_id', '=', accountId)
    .where('found.term', '>=', mark + first)
    .where('found.term', '<', upperBound(mark + first))
    .where((eb) => eb.not(eb.exists(alsoHas(eb, mark + first).whereRef('also.term', '<', 'found.term'))));
  if (mark !== '') query = query.where((eb) => eb.not(eb.exists(alsoHas(eb, first))));
  for (const prefix of rest)
    query = query.where((eb) =>
      eb.or([eb.exists(alsoHas(eb, prefix)), eb.exists(alsoHas(eb, INSIDE + prefix))]),
    );
  if (page.after)
    query = query.where(
      sql<boolean>`(found.term, found.candidate_id) > (${page.after.term}, ${page.after.candidateId}::uuid)`,
    );
  return query.orderBy('found.term').orderBy('found.candidate_id').limit(page.limit).execute();
}

/** Other terms of the same candidate that begin with the prefix. */
function alsoHas(eb: ExpressionBuilder<DB & { found: DB['candidate_terms'] }, 'found'>, prefix: string) {
  return eb
    .selectFrom('candidate_terms as also')
    .select('also.term')
    .whereRef('also.account_id', '=', 'found.account_id')
    .whereRef('also.candidate_id', '=', 'found.candidate_id')
    .where('also.term', '>=', prefix)
    .where('also.term', '<', upperBound(prefix));
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
