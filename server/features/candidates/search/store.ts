import { type RawBuilder, sql } from 'kysely';
import type { Db, ReadDb } from '../../../db/connection.ts';
import { candidatesInJobsNamed, isInJobNamed } from './in-jobs.ts';
import { BY_JOB, type Found, INSIDE, MIN_LETTERS, termsOf } from './search-terms.ts';

export interface TermCursor {
  term: string;
  candidateId: string;
}

/** SQL: whether a candidate, by their id, may be found. */
export type Only = (candidateId: RawBuilder<unknown>) => RawBuilder<boolean>;

/**
 * First those with a word that begins with the rarest prefix, then those with it inside a word, each in the order of the term:
 * two ranges of the primary key, so a page costs the same in an account of any size. A candidate with several such terms
 * appears at the first of them only. Last come those who only have it in the name of a job they are in.
 */
export async function searchCandidateIds(
  db: ReadDb,
  accountId: string,
  wanted: string[],
  { after, limit, only }: { after: TermCursor | null; limit: number; only: Only | null },
): Promise<TermCursor[]> {
  const words = await rarestFirst(db, accountId, wanted, after);
  if (words.length === 0) return [];
  const ranges = ['', INSIDE, BY_JOB] as const;
  const first = after === null ? '' : ranges.findLast((mark) => after.term.startsWith(mark));
  const found: TermCursor[] = [];
  for (const mark of ranges.slice(ranges.indexOf(first ?? ''))) {
    if (found.length > limit) break;
    const page = { after: mark === first ? after : null, limit: limit + 1 - found.length, only };
    found.push(
      ...(mark === BY_JOB
        ? await searchJobs(db, accountId, words, page)
        : await searchRange(db, accountId, mark, words, page)),
    );
  }
  return found;
}

/** Enough to tell a rare prefix from a frequent one. */
const COUNTED = 1000;

interface Word {
  prefix: string;
  /** Of the candidates in jobs with such a name, at most `COUNTED`: without any, no one's jobs are looked at. */
  inJobs: number;
}

/**
 * The rarest leads, and the others are looked up for each candidate that it finds. None, if one of them finds no candidate. A
 * later page goes on with what led the first.
 */
async function rarestFirst(
  db: ReadDb,
  accountId: string,
  prefixes: string[],
  after: TermCursor | null,
): Promise<Word[]> {
  if (prefixes.length < 2) return prefixes.map((prefix) => ({ prefix, inJobs: COUNTED }));
  const count = (mark: string) => sql`
    (select count(*)::int from (
      select 1 from candidate_terms t
       where t.account_id = ${accountId} and t.term >= ${mark} || word.prefix
         and t.term < ${mark} || word.prefix || ${HIGHEST} limit ${COUNTED}) as counted)`;
  const inJobs = sql`
    (select count(*)::int from (
      select 1 from (${candidatesInJobsNamed(accountId, sql`word.prefix`)}) as those limit ${COUNTED}) as counted)`;
  const { rows } = await sql<Word & { count: number }>`
    select word.prefix, ${count('')} + ${count(INSIDE)} as count, ${inJobs} as "inJobs"
      from (select prefix collate "C" as prefix from unnest(${prefixes}::text[]) as prefix) as word`.execute(
    db,
  );
  const size = ({ count: found, inJobs: more }: (typeof rows)[number]) => found + more;
  if (rows.some((word) => size(word) === 0)) return [];
  const term = after?.term.replace(/^~+/, '');
  const isFirst = ({ prefix }: Word) => term?.startsWith(prefix) ?? false;
  return rows.toSorted(
    (one, other) => Number(isFirst(other)) - Number(isFirst(one)) || size(one) - size(other),
  );
}

const NO_WORD: Word = { prefix: '', inJobs: 0 };

async function searchRange(
  db: ReadDb,
  accountId: string,
  mark: '' | typeof INSIDE,
  [{ prefix: first } = NO_WORD, ...rest]: Word[],
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
  for (const word of rest) query = query.where(matches(accountId, word));
  if (page.only !== null) query = query.where(page.only(sql.ref('found.candidate_id')));
  if (page.after)
    query = query.where(
      sql<boolean>`(found.term, found.candidate_id) > (${page.after.term}, ${page.after.candidateId}::uuid)`,
    );
  return query.orderBy('found.term').orderBy('found.candidate_id').limit(page.limit).execute();
}

/** In the order of their IDs. `offset 0`: the others are looked up for those only that fill the page. */
async function searchJobs(
  db: ReadDb,
  accountId: string,
  [{ prefix: first, inJobs } = NO_WORD, ...rest]: Word[],
  { after, limit, only }: { after: TermCursor | null; limit: number; only: Only | null },
): Promise<TermCursor[]> {
  if (first.length < MIN_LETTERS || inJobs === 0) return [];
  const conditions = [
    after === null ? null : sql`found.candidate_id > ${after.candidateId}::uuid`,
    sql`${firstTerm(first)} is null and ${firstTerm(INSIDE + first)} is null`,
    ...rest.map((word) => matches(accountId, word)),
    only?.(sql.ref('found.candidate_id')) ?? null,
  ].filter((condition) => condition !== null);
  const { rows } = await sql<{ candidateId: string }>`
    select found.candidate_id as "candidateId"
      from (select distinct ${accountId}::uuid as account_id, those.id as candidate_id
              from (${candidatesInJobsNamed(accountId, sql`${first}`)}) as those
             order by candidate_id offset 0) as found
     where ${sql.join(conditions, sql` and `)}
     order by found.candidate_id limit ${limit}`.execute(db);
  return rows.map(({ candidateId }) => ({ candidateId, term: BY_JOB + first }));
}

/** SQL: whether the candidate that was found has the prefix anywhere. */
const matches = (accountId: string, { prefix, inJobs }: Word) => sql<boolean>`(
  ${firstTerm(prefix)} is not null or ${firstTerm(INSIDE + prefix)} is not null
  or ${inJobs === 0 ? sql`false` : isInJobNamed(accountId, sql.ref('found.candidate_id'), prefix)})`;

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
  if (candidates.length === 0) return;
  // No term has a space.
  const terms = candidates.map((candidate) => termsOf(candidate).join(' '));
  await sql`
    insert into candidate_terms (account_id, term, candidate_id)
    select ${accountId}::uuid, term, found.id
      from unnest(${candidates.map(({ id }) => id)}::uuid[], ${terms}::text[]) as found(id, terms)
     cross join lateral string_to_table(found.terms, ' ') as term
     -- Those of many candidates are neighbors in the index.
     order by term collate "C", found.id`.execute(db);
}

export async function deleteTerms(db: Db, accountId: string, candidateIds: string[]): Promise<void> {
  await sql`
    delete from candidate_terms
     where account_id = ${accountId} and candidate_id = any(${candidateIds}::uuid[])`.execute(db);
}
