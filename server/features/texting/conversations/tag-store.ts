import { type RawBuilder, sql } from 'kysely';
import { MOST_TAGS } from '../../../../contract/candidates.ts';
import { TAGGED_CONVERSATIONS } from '../../../../contract/conversations.ts';
import { MOST_TAGS_EACH } from '../../../../contract/primitives.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Cursor } from '../../../http/page.ts';
import { wordsOf } from '../../candidates/search/search-terms.ts';
import { type InboxQuery, ORDERS, parts } from './store.ts';

/** SQL: whether conversation `c` has the tag, in upper or lower case. */
const hasTag = (tag: string) =>
  sql<boolean>`exists (select from unnest(c.tags) as own where lower(own) = lower(${tag}))`;

/** Adds the tag to those that have room for it and don't have it yet; returns their IDs. */
export async function addTag(tx: Tx, accountId: string, ids: string[], tag: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update conversations c set tags = c.tags || ${tag}::text
     where c.account_id = ${accountId} and c.id = any(${ids}::uuid[])
       and not ${hasTag(tag)} and cardinality(c.tags) < ${MOST_TAGS_EACH}
    returning c.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Removes the tag from those that have it; returns their IDs. */
export async function removeTag(tx: Tx, accountId: string, ids: string[], tag: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update conversations c
       set tags = array(select own from unnest(c.tags) with ordinality as each (own, place)
                         where lower(own) <> lower(${tag}) order by place)
     where c.account_id = ${accountId} and c.id = any(${ids}::uuid[]) and ${hasTag(tag)}
    returning c.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A tag that fewer have leads to them. */
const FEW = 5000;
/** Otherwise the inbox is read from the top, this many at a time. */
const READ = 2000;

interface Lead {
  /** SQL: the conversations with the tag, on themselves or on their candidate, whose words are terms. */
  tagged: RawBuilder<unknown>;
  /** SQL: rows of indexes, about as many as they are. */
  counted: RawBuilder<unknown>;
}

/** Null: no index has them. */
function leadOf(accountId: string, tag: string): Lead | null {
  const [word] = wordsOf(tag).toSorted((one, other) => other.length - one.length);
  if (word === undefined) return null;
  const own = sql`from conversation_tags k where k.account_id = ${accountId} and k.tag = lower(${tag})`;
  const theirs = sql`t.account_id = ${accountId} and t.term = ${word}`;
  return {
    tagged: sql`
      select k.conversation_id as id ${own}
      union all
      select theirs.id from candidate_terms t
        join conversations theirs on theirs.account_id = t.account_id and theirs.candidate_id = t.candidate_id
       where ${theirs}`,
    counted: sql`select ${own} union all select from candidate_terms t where ${theirs}`,
  };
}

/** Those of the tag that the fewest have, if these are few. */
async function findLead(db: Db, accountId: string, tags: string[]): Promise<RawBuilder<unknown> | null> {
  const leads = tags.flatMap((tag) => leadOf(accountId, tag) ?? []);
  if (leads.length === 0) return null;
  const counts = leads.map(
    ({ counted }) =>
      sql`(select count(*)::int from (select from (${counted}) as those limit ${FEW + 1}) as counted)`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db);
  const found = rows[0]?.counts ?? [];
  const least = Math.min(...found);
  return least > FEW ? null : (leads[found.indexOf(least)]?.tagged ?? null);
}

/** SQL: whether conversation `c`, or its candidate, has all of the tags. One look-up for each. */
const hasAll = (tags: string[]) =>
  sql.join(
    tags.map(
      (tag) => sql<boolean>`(
        ${hasTag(tag)} or coalesce((
          select true from candidates p
           where p.account_id = c.account_id and p.id = c.candidate_id
             and exists (select from unnest(p.tags) as theirs where lower(theirs) = lower(${tag}))), false))`,
    ),
    sql` and `,
  );

/**
 * A page of the IDs of those with all of the tags, in the order of the inbox. However an account's tags are spread, a page reads
 * a few thousand conversations at most: it can be short, and the next one goes on from where it ended.
 */
export async function listTagged(
  db: Db,
  accountId: string,
  inbox: InboxQuery & { tags: string[]; after: Cursor | null; limit: number },
): Promise<{ ids: string[]; next: Cursor | null }> {
  const { tags, limit } = inbox;
  const { by: at, isLatestFirst } = ORDERS[inbox.filter];
  const order = isLatestFirst ? sql`at desc, id desc` : sql`at, id`;
  const cursor = inbox.after && sql`(${inbox.after.at}::timestamptz, ${inbox.after.id}::uuid)`;
  const after = cursor ? sql`(${at}, c.id) ${isLatestFirst ? sql`<` : sql`>`} ${cursor}` : sql`true`;
  const each = parts(accountId, inbox);
  const lead = await findLead(db, accountId, tags);
  const walked =
    lead === null
      ? sql`
        select id, at, candidate_id, tags from (${sql.join(
          each.map(
            (part) => sql`
              (select c.id, ${at} as at, c.candidate_id, c.tags from conversations c where ${part} and ${after}
                order by ${order} limit ${sql.lit(READ)})`,
          ),
          sql` union all `,
        )}) as first order by ${order} limit ${sql.lit(READ)}`
      : // One look-up by key for each: as a join, the plan could read the whole account.
        sql`
        select c.id, c.at, c.candidate_id, c.tags
          from (select distinct id from (${lead}) as those offset 0) as led
         cross join lateral (
           select c.id, ${at} as at, c.candidate_id, c.tags from conversations c
            where c.account_id = ${accountId} and c.id = led.id and (${sql.join(each, sql` or `)}) and ${after}
           offset 0) as c`;
  const { rows } = await sql<Cursor & { has: boolean }>`
    with walked as materialized (${walked})
    (select c.id, c.at, true as has
       from (select w.*, ${accountId}::uuid as account_id from walked w) as c
      where ${hasAll(tags)} order by ${order} limit ${limit + 1})
    union all
    (select id, at, false from walked where ${lead === null} order by ${order} offset ${sql.lit(READ - 1)} limit 1)`.execute(
    db,
  );
  const found = rows.filter(({ has }) => has);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : rows.find(({ has }) => !has);
  return { ids: shown.map(({ id }) => id), next: last ?? null };
}

/** What a tag is at most found by: a search shows more on its own filter. */
const MOST_BY_TAG = 100;

/** Those in the inbox with a tag that begins like that, newest first. */
export async function listByTagPrefix(
  db: Db,
  accountId: string,
  inbox: InboxQuery & { search: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id
      from (select distinct k.conversation_id as id from conversation_tags k
             where k.account_id = ${accountId} and k.tag >= lower(${inbox.search}) collate "C"
               and k.tag < lower(${inbox.search}) || ${'\u{10ffff}'} collate "C" limit ${FEW}) as led
     cross join lateral (
       select c.id, c.last_message_at from conversations c
        where c.account_id = ${accountId} and c.id = led.id and (${sql.join(parts(accountId, inbox), sql` or `)})
       offset 0) as c
     order by c.last_message_at desc, c.id desc limit ${MOST_BY_TAG}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of the latest conversations in the inbox, most used first. */
export async function listTags(
  db: Db,
  accountId: string,
  inbox: Omit<InboxQuery, 'filter'>,
): Promise<{ tag: string; conversations: number }[]> {
  const latest = parts(accountId, { ...inbox, filter: 'all' }).map(
    (part) => sql`
      (select c.tags from conversations c where ${part}
        order by ${ORDERS.all.by} desc, c.id desc limit ${sql.lit(TAGGED_CONVERSATIONS)})`,
  );
  const { rows } = await sql<{ tag: string; conversations: number }>`
    select tag, count(*)::int as conversations
      from (${sql.join(latest, sql` union all `)}) as latest cross join lateral unnest(latest.tags) as tag
     group by tag order by count(*) desc, tag limit ${MOST_TAGS}`.execute(db);
  return rows;
}
