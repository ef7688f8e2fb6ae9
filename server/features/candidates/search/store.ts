import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { type Found, INSIDE, termsOf } from './search-terms.ts';

export interface TermCursor {
  term: string;
  candidateId: string;
}

/** SQL: whether a candidate, by their id, may be found. */
export type Only = (candidateId: RawBuilder<unknown>) => RawBuilder<boolean>;

/**
 * First those with a word that begins with the rarest prefix, then those with it inside a word, each in the order of the term:
 * two ranges of the primary key, so a page costs the same in an account of any size. A candidate with several such terms
 * appears at the first of them only.
 */
export async function searchCandidateIds(
  db: Db,
  accountId: string,
  wanted: string[],
  { after, limit, only }: { after: TermCursor | null; limit: number; only: Only | null },
): Promise<TermCursor[]> {
  const prefixes = await rarestFirst(db, accountId, wanted, after);
  if (prefixes.length === 0) return [];
  const isInside = after?.term.startsWith(INSIDE) ?? false;
  const begun = isInside
    ? []
    : await searchRange(db, accountId, '', prefixes, { after, limit: limit + 1, only });
  if (begun.length > limit) return begun;
  const inside = await searchRange(db, accountId, INSIDE, prefixes, {
    after: isInside ? after : null,
    limit: limit + 1 - begun.length,
    only,
  });
  return [...begun, ...inside];
}

/** Enough to tell a rare prefix from a frequent one. */
const COUNTED = 1000;

/**
 * The rarest leads, and the others are looked up for each candidate that it finds. None, if one of them finds no candidate. A
 * later page goes on with what led the first.
 */
async function rarestFirst(
  db: Db,
  accountId: string,
  prefixes: string[],
  after: TermCursor | null,
): Promise<string[]> {
  if (prefixes.length < 2) return prefixes;
  const leading = (first: string) => [first, ...prefixes.filter((prefix) => prefix !== first)];
  if (after) {
    const term = after.term.startsWith(INSIDE) ? after.term.slice(INSIDE.length) : after.term;
    return leading(prefixes.find((prefix) => term.startsWith(prefix)) ?? '');
  }
  const count = (mark: string) => sql`
    (select count(*)::int from (
      select 1 from candidate_terms t
       where t.account_id = ${accountId} and t.term >= ${mark} || word.prefix
         and t.term < ${mark} || word.prefix || ${HIGHEST} limit ${COUNTED}) as counted)`;
  const { rows } = await sql<{ prefix: string; count: number }>`
    select word.prefix, ${count('')} + ${count(INSIDE)} as count
      from (select prefix collate "C" as prefix from unnest(${prefixes}::text[]) as prefix) as word`.execute(
    db,
  );
  const rarest = rows.toSorted((one, other) => one.count - other.count)[0];
  return rarest === undefined || rarest.count === 0 ? [] : leading(rarest.prefix);
}

async function searchRange(
  db: Db,
  accountId: string,
  mark: '' | typeof INSIDE,
  [first = '', ...rest]: string[],
  page: { after: TermCursor | null; limit: number; only: Only | null },
): Promise<TermCursor[]> {
  const wanted = mark + first;
  let query = db
    .selectFrom('candidate_terms as found')
    .select(['found.term', 'found.candidate_id as candidateId'])
    .where('found.account_id', '=', accountId)
    .where('found.term', '>=', wanted)
    .where('found.term', '<', upperBound(wanted))
    .where((eb) => eb('found.term', '=', firstTerm(wanted)));
  if (mark !== '') query = query.where((eb) => eb(firstTerm(first), 'is', null));
  for (const prefix of rest)
    query = query.where((eb) =>
      eb.or([eb(firstTerm(prefix), 'is not', null), eb(firstTerm(INSIDE + prefix), 'is not', null)]),
    );
  if (page.only !== null) query = query.where(page.only(sql.ref('found.candidate_id')));
  if (page.after)
    query = query.where(
      sql<boolean>`(found.term, found.candidate_id) > (${page.after.term}, ${page.after.candidateId}::uuid)`,
    );
  return query.orderBy('found.term').orderBy('found.candidate_id').limit(page.limit).execute();
}

/**
 * SQL: for the candidate that was found, the first term that begins with the prefix; null without one. One look-up for each row of
 * the page: as an `exists` it would be planned as a join, which reads everything that begins with the prefix.
 */
const firstTerm = (prefix: string) => sql<string | null>`(
  select also.term from candidate_terms also
   where also.account_id = found.account_id and also.candidate_id = found.candidate_id
     and also.term >= ${prefix} and also.term < ${upperBound(prefix)}
   order by also.term limit 1)`;

const HIGHEST = '\u{10ffff}';

/** Collation C compares bytes; nothing that begins with the prefix sorts after it and the highest code point. */
function upperBound(prefix: string): string {
  return prefix + HIGHEST;
}

export async function insertTerms(
  db: Db,
  accountId: string,
  candidates: (Found & { id: string })[],
): Promise<void> {
  const found = candidates.flatMap((candidate) =>
    termsOf(candidate).map((term) => ({ term, id: candidate.id })),
  );
  if (found.length === 0) return;
  await sql`
    insert into candidate_terms (account_id, term, candidate_id)
    select ${accountId}::uuid, term, id
      from unnest(${found.map(({ term }) => term)}::text[], ${found.map(({ id }) => id)}::uuid[]) as found(term, id)`.execute(
    db,
  );
}

export async function deleteTerms(db: Db, accountId: string, candidateIds: string[]): Promise<void> {
  await sql`
    delete from candidate_terms
     where account_id = ${accountId} and candidate_id = any(${candidateIds}::uuid[])`.execute(db);
}
