import { type RawBuilder, sql } from 'kysely';
import {
  type CandidateSort,
  type ContactedWhen,
  MOST_TAGS,
  TAGGED_CANDIDATES,
} from '../../../contract/candidates.ts';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Db } from '../../db/connection.ts';
import { Failure } from '../../failure.ts';
import { type Cursor, decodeCursor, encodeCursor, ID_PATTERN } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { candidatesIn } from '../hiring/records/candidates-in.ts';
import { visibleTo } from '../hiring/records/hidden.ts';
import { listedAt } from '../texting/conversations/store.ts';
import { wordsOf } from './search/search-terms.ts';

export interface CandidateFilter {
  tag?: string | undefined;
  jobId?: string | undefined;
  stageId?: string | undefined;
  lastContact?: ContactedWhen | undefined;
  optedOut?: 'true' | 'false' | undefined;
  updatedSince?: string | undefined;
}

interface Asked {
  filter: CandidateFilter;
  now: Date;
}

const DAY_MS = 24 * 3600 * 1000;

/** SQL: whether someone at the company had contact with candidate `c`, since then if it is given. */
const contact = (since: Date | null) => sql<boolean>`exists (
  select from conversations k
   where k.account_id = c.account_id and k.candidate_id = c.id and k.last_message_id is not null
     and ${since === null ? sql`true` : sql`k.last_message_at >= ${since}`})`;

const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

function contacted(when: ContactedWhen, now: Date): RawBuilder<boolean> {
  switch (when) {
    case 'within7Days':
      return contact(before(now, 7));
    case 'within30Days':
      return contact(before(now, 30));
    case 'over30Days':
      return sql<boolean>`${contact(null)} and not ${contact(before(now, 30))}`;
    case 'never':
      return sql<boolean>`not ${contact(null)}`;
  }
}

/** SQL: the same of a latest conversation, `at` its time: a range of the index that it is read by. */
function isLatest(at: RawBuilder<unknown>, when: ContactedWhen | undefined, now: Date): RawBuilder<boolean> {
  switch (when) {
    case undefined:
      return sql<boolean>`true`;
    case 'within7Days':
      return sql<boolean>`${at} >= ${before(now, 7)}`;
    case 'within30Days':
      return sql<boolean>`${at} >= ${before(now, 30)}`;
    case 'over30Days':
      return sql<boolean>`${at} < ${before(now, 30)}`;
    case 'never':
      return sql<boolean>`false`;
  }
}

/** The words of a tag are terms of who has it, which few others have: that is an index of tags. */
function tagged(tag: string): RawBuilder<boolean>[] {
  const [word] = wordsOf(tag).toSorted((one, other) => other.length - one.length);
  return [
    ...(word === undefined
      ? []
      : [
          sql<boolean>`exists (
            select from candidate_terms t where t.account_id = c.account_id and t.candidate_id = c.id and t.term = ${word})`,
        ]),
    sql<boolean>`exists (select from unnest(c.tags) as tag where lower(tag) = lower(${tag}))`,
  ];
}

/** SQL: whether the filter lets candidate `c` through, and the person sees them. Null: all of them. */
function inFilter(session: Session, { filter, now }: Asked): RawBuilder<boolean> | null {
  const { tag, jobId, stageId, lastContact, optedOut } = filter;
  const conditions = [
    ...(tag === undefined ? [] : tagged(tag)),
    jobId === undefined && stageId === undefined
      ? null
      : sql<boolean>`c.id in (${candidatesIn(session.accountId, { jobId, stageId })})`,
    lastContact === undefined ? null : contacted(lastContact, now),
    optedOut === undefined
      ? null
      : sql<boolean>`${optedOut === 'true' ? sql`` : sql`not`} exists (
          select from opt_outs o where o.account_id = c.account_id and o.phone_number = c.phone_number)`,
    visibleTo(session)?.(sql`c.id`) ?? null,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** For a search. One look-up for each that it finds: as an `exists` it would be a join. */
export function onlyIn(session: Session, asked: Asked) {
  const isIn = inFilter(session, asked);
  if (isIn === null) return undefined;
  return (candidateId: RawBuilder<unknown>) => sql<boolean>`coalesce((
    select true from candidates c where c.account_id = ${session.accountId} and c.id = ${candidateId} and ${isIn}), false)`;
}

/** A page of the IDs, and the cursor of the next one. */
interface IdPage {
  ids: string[];
  nextCursor: string | null;
}

export async function listCandidateIds(
  db: Db,
  session: Session,
  { sort, cursor, ...asked }: Asked & { sort: CandidateSort; cursor: string | undefined; limit: number },
): Promise<IdPage> {
  if (asked.filter.updatedSince !== undefined)
    return listByUpdate(db, session, {
      ...asked,
      after: decodeCursor(cursor),
      since: new Date(asked.filter.updatedSince),
    });
  switch (sort) {
    case 'added': {
      const rows = await listByTime(db, session, { ...asked, after: decodeCursor(cursor) });
      return pageOfIds(rows, asked.limit, encodeCursor);
    }
    case 'name':
      return listByName(db, session, { ...asked, after: decodeNameCursor(cursor) });
    case 'lastContact':
      return listByContact(db, session, { ...asked, cursor });
  }
}

type Paged<After> = Asked & { limit: number; after: After | null; only?: RawBuilder<boolean> };

const conditionsOf = (session: Session, asked: Paged<unknown>) =>
  sql`${inFilter(session, asked) ?? sql`true`} and ${asked.only ?? sql`true`}`;

function pageOfIds<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): IdPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    nextCursor: rows.length > limit && last ? cursorOf(last) : null,
  };
}

/** One more than fits. */
async function listByTime(db: Db, session: Session, asked: Paged<Cursor>): Promise<Cursor[]> {
  const { after, limit } = asked;
  const { rows } = await sql<Cursor>`
    select c.id, c.created_at as at from candidates c
     where c.account_id = ${session.accountId} and ${conditionsOf(session, asked)}
       and ${after === null ? sql`true` : sql`(c.created_at, c.id) < (${after.at}, ${after.id}::uuid)`}
     order by c.created_at desc, c.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** The oldest change first. */
async function listByUpdate(
  db: Db,
  session: Session,
  { since, after, ...asked }: Paged<Cursor> & { since: Date },
): Promise<IdPage> {
  const { rows } = await sql<Cursor>`
    select c.id, c.updated_at as at from candidates c
     where c.account_id = ${session.accountId} and ${conditionsOf(session, { ...asked, after })}
       and ${after === null ? sql`c.updated_at >= ${since}` : sql`(c.updated_at, c.id) > (${after.at}, ${after.id}::uuid)`}
     order by c.updated_at, c.id limit ${asked.limit + 1}`.execute(db);
  return pageOfIds(rows, asked.limit, encodeCursor);
}

interface NameCursor {
  id: string;
  name: string;
}

async function listByName(db: Db, session: Session, asked: Paged<NameCursor>): Promise<IdPage> {
  const { after, limit } = asked;
  const name = sql`sort_name(c.first_name, c.last_name) collate "C"`;
  const { rows } = await sql<NameCursor>`
    select c.id, ${name} as name from candidates c
     where c.account_id = ${session.accountId} and ${conditionsOf(session, asked)}
       and ${after === null ? sql`true` : sql`(${name}, c.id) > (${after.name} collate "C", ${after.id}::uuid)`}
     order by ${name}, c.id limit ${limit + 1}`.execute(db);
  return pageOfIds(rows, limit, (row) => Buffer.from(`${row.id}${row.name}`).toString('base64url'));
}

const NAME_CURSOR = new RegExp(`^(${ID_PATTERN})([^\\0]+)$`, 's');

function decodeNameCursor(cursor: string | undefined): NameCursor | null {
  if (cursor === undefined) return null;
  const match = NAME_CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1] || !match[2]) throw new Failure('malformed');
  return { id: match[1], name: match[2] };
}

/** In a cursor: all who had contact have been listed. What follows is the cursor among the others; empty: from the first. */
const NEVER = '~';

/** By the latest conversation of each. Then those without any, newest first. */
async function listByContact(
  db: Db,
  session: Session,
  { cursor, ...asked }: Asked & { cursor: string | undefined; limit: number },
): Promise<IdPage> {
  const { limit } = asked;
  const place = cursor?.startsWith(NEVER) ? cursor.slice(NEVER.length) : null;
  const had =
    place === null ? await listContacted(db, session, { ...asked, after: decodeCursor(cursor) }) : [];
  const ids = had.slice(0, limit).map(({ candidateId }) => candidateId);
  const last = had[limit - 1];
  if (had.length > limit && last) return { ids, nextCursor: encodeCursor(last) };
  const { lastContact } = asked.filter;
  if (lastContact !== undefined && lastContact !== 'never') return { ids, nextCursor: null };
  const left = limit - ids.length;
  const rows = await listByTime(db, session, {
    ...asked,
    limit: left,
    after: place ? decodeCursor(place) : null,
    only: contacted('never', asked.now),
  });
  const never = pageOfIds(rows, left, encodeCursor);
  const hasMore = rows.length > left;
  return {
    ids: [...ids, ...never.ids],
    nextCursor: hasMore ? `${NEVER}${never.nextCursor ?? ''}` : null,
  };
}

interface Contacted extends Cursor {
  candidateId: string;
}

/** Inlined, as in the inbox: a plan made for all calls knows that it needs only the beginning of an index. */
const MOST = sql.lit(MAX_PAGE_SIZE + 1);

/** SQL, of conversations `l`: all of them, each range in the order of an index of the inbox. */
const RANGES = [
  { is: sql`l.archived_at is not null`, at: sql`l.last_message_at` },
  // What the inbox is listed by is the time of the last text here: only what came back is in the future.
  {
    is: sql`l.archived_at is null and l.snoozed_until is null and l.returned_at is null
      and ${listedAt(sql`l`)} < now() + interval '1 day'`,
    at: listedAt(sql`l`),
  },
  {
    is: sql`l.archived_at is null and (l.snoozed_until is not null or l.returned_at is not null)`,
    at: sql`l.last_message_at`,
  },
];

/** One more than fits. */
async function listContacted(db: Db, session: Session, asked: Paged<Cursor>): Promise<Contacted[]> {
  const { after, limit, now } = asked;
  const { lastContact, ...filter } = asked.filter;
  const range = ({ is, at }: (typeof RANGES)[number]) => sql`
    (select l.id, ${at} as at, l.candidate_id as "candidateId"
       from conversations l
       join candidates c on c.account_id = l.account_id and c.id = l.candidate_id
      where l.account_id = ${session.accountId} and ${is} and l.last_message_id is not null
        and ${isLatest(at, lastContact, now)} and ${conditionsOf(session, { ...asked, filter })}
        and ${after === null ? sql`true` : sql`(${at}, l.id) < (${after.at}, ${after.id}::uuid)`}
        and not exists (
          select from conversations later
           where later.account_id = l.account_id and later.candidate_id = l.candidate_id
             and later.last_message_id is not null and (later.last_message_at, later.id) > (l.last_message_at, l.id))
      order by ${at} desc, l.id desc limit ${MOST})`;
  const { rows } = await sql<Contacted>`
    select * from (${sql.join(RANGES.map(range), sql` union all `)}) as latest
     order by at desc, id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** Those of the newest candidates that the person sees, most used first. Who sees only some is asked about for each, so of fewer. */
export async function listTags(db: Db, session: Session): Promise<{ tag: string; candidates: number }[]> {
  const isVisible = visibleTo(session)?.(sql`c.id`);
  const { rows } = await sql<{ tag: string; candidates: number }>`
    select tag, count(*)::int as candidates
      from (select c.tags from candidates c
             where c.account_id = ${session.accountId} and ${isVisible ?? sql`true`}
             order by c.created_at desc, c.id desc
             limit ${isVisible ? TAGGED_CANDIDATES / 20 : TAGGED_CANDIDATES}) as newest
     cross join lateral unnest(newest.tags) as tag
     group by tag order by count(*) desc, tag limit ${MOST_TAGS}`.execute(db);
  return rows;
}
