import { type RawBuilder, sql } from 'kysely';
import { inReadTransaction, type ReadDb } from '../../../db/connection.ts';
import type { Cursor } from '../../../http/page.ts';
import { type Bucket, listBuckets } from './buckets.ts';
import { type Asked, keyQuery } from './terms.ts';

export interface TextSearch extends Asked {
  from?: Date | undefined;
  /** Excluded. */
  to?: Date | undefined;
}

export interface FoundText {
  id: string;
  isNote: boolean;
  conversationId: string;
  createdAt: Date;
}

/** Which conversations are searched: SQL on `c`, a range of an index each. Null: all of the account. */
export type Seen = RawBuilder<boolean>[] | null;

/** A search that finds little is answered with what was found by then, and goes on with the next page. */
const MOST_MS = 60;
/** A statement looks into twice as many buckets as the one before, if it is likely to take no longer. */
const STATEMENT_MS = 20;
const MOST_BUCKETS = 512;

/** So many conversations are listed by each statement. Of more, each hit's is looked up. */
const LISTED_CONVERSATIONS = 3000;
/** So few texts are read instead of the index. Of more conversations, they aren't counted: that would take longer than it spares. */
const FEW_TEXTS = 10_000;
const FEW_CONVERSATIONS = 200;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** One page of texts and notes, newest first. The cursor is where the next one begins; null at the end. */
export function findTexts(
  db: ReadDb,
  accountId: string,
  search: TextSearch,
  page: { seen: Seen; after: Cursor | null; limit: number },
): Promise<{ found: FoundText[]; next: Cursor | null }> {
  const end = performance.now() + MOST_MS;
  return inReadTransaction(db, async (tx) => {
    // The estimates are far too high, and compiling would take longer than the search (decision 86).
    await sql`select set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true)`.execute(tx);
    const buckets = within(await listBuckets(tx, accountId), search, page.after);
    if (buckets.length === 0) return { found: [], next: null };
    const look = { buckets, search, page };
    const { seen } = page;
    if (seen === null) return walk(tx, accountId, { ...look, isSeen: null, end });
    const many = await countSeen(tx, seen);
    if (many <= FEW_CONVERSATIONS && (await hasFewTexts(tx, accountId, seen)))
      return pageOf(await findAmong(tx, accountId, { ...look, seen }), page.limit);
    // Not a join, which the plan could begin with.
    const isSeen =
      many <= LISTED_CONVERSATIONS
        ? sql`(hit.conversation_id in (${idsOf(seen)})) is true`
        : sql`exists (
          select from conversations c
           where c.account_id = ${accountId} and c.id = hit.conversation_id and (${sql.join(seen, sql` or `)}) offset 0)`;
    return walk(tx, accountId, { ...look, isSeen, end });
  });
}

const pageOf = (found: FoundText[], limit: number) => {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { found: shown, next: found.length > limit && last ? { at: last.createdAt, id: last.id } : null };
};

/** Those that the search can find something in, newest first. */
function within(oldestFirst: Bucket[], { from, to }: TextSearch, after: Cursor | null): Bucket[] {
  return oldestFirst
    .filter(({ startsAt }, index) => {
      const endsAt = oldestFirst[index + 1]?.startsAt;
      return (
        (to === undefined || startsAt < to) &&
        (after === null || startsAt < after.at || (startsAt <= after.at && after.id !== FIRST_ID)) &&
        (from === undefined || endsAt === undefined || endsAt > from)
      );
    })
    .toReversed();
}

interface Look {
  buckets: Bucket[];
  search: TextSearch;
  page: { after: Cursor | null; limit: number };
}

/** SQL: the texts for which `has` is true, in the range of the search; and the notes, where the bucket has any. */
function hits(accountId: string, { search: { from, to }, page: { after } }: Look, has: HasTerms) {
  const inRange = (id: RawBuilder<unknown>) =>
    sql.join(
      [
        sql`s.account_id = ${accountId}`,
        ...(from === undefined ? [] : [sql`s.created_at >= ${from}`]),
        ...(to === undefined ? [] : [sql`s.created_at < ${to}`]),
        ...(after === null ? [] : [sql`(s.created_at, ${id}) < (${after.at}, ${after.id}::uuid)`]),
      ],
      sql` and `,
    );
  return {
    texts: sql`
      select s.message_id as id, false as is_note, s.conversation_id, s.created_at, s.bucket_id, s.terms from message_search s
       where ${has(sql`s.terms`)} and ${inRange(sql`s.message_id`)}`,
    notes: sql`
      select s.id, true as is_note, s.conversation_id, s.created_at, s.search_bucket_id, s.search_terms from notes s
       where ${has(sql`s.search_terms`)} and ${inRange(sql`s.id`)}`,
  };
}
type HasTerms = (terms: RawBuilder<unknown>) => RawBuilder<unknown>;

const FOUND = sql`hit.id, hit.is_note as "isNote", hit.conversation_id as "conversationId", hit.created_at as "createdAt"`;
const HIT = sql`hit.id, hit.is_note, hit.conversation_id, hit.created_at`;
const LATEST_FIRST = sql`order by hit.created_at desc, hit.id desc`;

const queries = (buckets: Bucket[], search: TextSearch) => sql`
  unnest(${buckets.map(({ id }) => id)}::bigint[], ${buckets.map(({ id }) => keyQuery(id, search))}::text[],
         ${buckets.map(({ hasNotes }) => hasNotes)}::boolean[]) as bucket (id, query, has_notes)`;

/** Bucket by bucket back from the newest, more each time, until the page is full or the time is over. */
async function walk(
  tx: ReadDb,
  accountId: string,
  { isSeen, end, ...look }: Look & { isSeen: RawBuilder<unknown> | null; end: number },
): Promise<{ found: FoundText[]; next: Cursor | null }> {
  const {
    buckets,
    search,
    page: { limit },
  } = look;
  const found: FoundText[] = [];
  const { texts, notes } = hits(accountId, look, (terms) => sql`${terms} @@ bucket.query::tsquery`);
  let many = 1;
  let at = 0;
  let now = performance.now();
  // The first one is looked into in any case, so that the next page begins later.
  while (at < buckets.length && found.length <= limit && (at === 0 || now < end)) {
    const startedAt = now;
    const some = buckets.slice(at, at + many);
    const most = limit + 1 - found.length;
    const { rows } = await sql<FoundText>`
      select ${FOUND}
        from ${queries(some, search)}
       cross join lateral (
         select hit.* from (
           select ${HIT} from (${texts} union all ${notes} and bucket.has_notes) as hit
            ${LATEST_FIRST} ${isSeen === null ? sql`limit ${most}` : sql`offset 0`}) as hit
          where ${isSeen ?? sql`true`}
          limit ${most}) as hit
       ${LATEST_FIRST} limit ${most}`.execute(tx);
    found.push(...rows);
    at += some.length;
    now = performance.now();
    const fit = Math.floor((Math.min(STATEMENT_MS, end - now) * some.length) / (now - startedAt));
    many = Math.max(1, Math.min(many * 2, MOST_BUCKETS, fit));
  }
  const page = pageOf(found, limit);
  const last = buckets[at - 1];
  // What is left begins before the last bucket that was looked into.
  if (page.next === null && at < buckets.length && last !== undefined)
    return { found: page.found, next: { at: last.startsAt, id: FIRST_ID } };
  return page;
}

/** SQL: the IDs; `limited` to one more than are listed. */
const idsOf = (seen: RawBuilder<boolean>[], limited = sql``) =>
  sql.join(
    seen.map((part) => sql`(select c.id from conversations c where ${part} ${limited})`),
    sql` union `,
  );

async function countSeen(tx: ReadDb, seen: RawBuilder<boolean>[]): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from (${idsOf(seen, sql`limit ${LISTED_CONVERSATIONS + 1}`)}) as seen`.execute(
    tx,
  );
  return rows[0]?.many ?? 0;
}

async function hasFewTexts(tx: ReadDb, accountId: string, seen: RawBuilder<boolean>[]): Promise<boolean> {
  const { rows } = await sql<{ texts: number }>`
    select count(*)::int as texts from (
      select from message_search where account_id = ${accountId} and conversation_id = any(array(${idsOf(seen)}))
       limit ${FEW_TEXTS + 1}) as counted`.execute(tx);
  return (rows[0]?.texts ?? 0) <= FEW_TEXTS;
}

async function findAmong(
  tx: ReadDb,
  accountId: string,
  { seen, ...look }: Look & { seen: RawBuilder<boolean>[] },
): Promise<FoundText[]> {
  const { buckets, search, page } = look;
  const { texts, notes } = hits(accountId, look, () => sql`s.conversation_id = any(array(${idsOf(seen)}))`);
  const { rows } = await sql<FoundText>`
    select ${FOUND}
      from (${texts} union all ${notes} offset 0) as hit
      join (select id, query::tsquery from ${queries(buckets, search)} offset 0) as bucket on bucket.id = hit.bucket_id
     where hit.terms @@ bucket.query
     ${LATEST_FIRST} limit ${page.limit + 1}`.execute(tx);
  return rows;
}
