import { type RawBuilder, sql } from 'kysely';
import type { CallOutcome } from '../../../../contract/calls.ts';
import type { ConversationFilter, HoldKind, ReturnReason } from '../../../../contract/conversations.ts';
import type { MessageDirection } from '../../../../contract/messages.ts';
import type { LinkStatus } from '../../../../contract/seats.ts';
import type { Db, ReadDb } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import type { Cursor } from '../../../http/page.ts';
import { holdOf } from './hold.ts';
import { COVERED_FROM, missedCallSince } from './missed-calls.ts';
import type { Cover, Whose } from './rules.ts';

export interface ConversationRow extends Cover {
  id: string;
  seatId: string;
  seatUserId: string | null;
  /** Of the number that the conversation goes by; null when its seat has none. */
  linkStatus: LinkStatus | null;
  from: string | null;
  registeredAt: Date | null;
  candidateId: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  jobTitle: string | null;
  candidateTags: string[];
  tags: string[];
  timezone: string | null;
  zipCode: string | null;
  optedOutAt: Date | null;
  grantedAt: Date | null;
  assigneeId: string | null;
  lastMessageAt: Date;
  lastInboundAt: Date | null;
  unreadCount: number;
  waitingSince: Date | null;
  archivedAt: Date | null;
  snoozedUntil: Date | null;
  snoozedUntilAnswer: boolean;
  textsDeletedUntil: Date | null;
  remindAt: Date | null;
  returnedAt: Date | null;
  returnedReason: ReturnReason | null;
  /** What `all` is ordered by. */
  listedAt: Date;
  heldMessageId: string | null;
  heldAt: Date | null;
  hold: HoldKind | null;
  lastMessageId: string | null;
  lastDirection: MessageDirection | null;
  lastSenderId: string | null;
  lastSenderFirstName: string | null;
  lastBody: string | null;
  lastStatus: string | null;
  lastCallOutcome: CallOutcome | null;
  lastCreatedAt: Date | null;
  lastScheduledAt: Date | null;
  lastIsHeld: boolean;
  /** Of its attachments the last in the alphabet, so that a contact card comes first. */
  lastMediaType: string | null;
}

/**
 * SQL, of a conversation: what was brought back comes before everything else. To the letter that of the indexes, whose
 * expression must be immutable: in UTC, a thousand years can be added so.
 */
export const listedAt = (c: RawBuilder<unknown>) =>
  sql<Date>`coalesce((${c}.returned_at at time zone 'UTC' + interval '365000 days') at time zone 'UTC', ${c}.last_message_at)`;
const LISTED_AT = listedAt(sql`c`);

/**
 * The conversation with everything that a list shows of it: one look-up by key for each part. Written out, because it runs with
 * every page of the inbox and every live note, and building it each time takes as long as a query.
 */
const COLUMNS = sql`
  select c.id, c.seat_id as "seatId", c.candidate_id as "candidateId", c.assignee_id as "assigneeId",
         c.last_message_at as "lastMessageAt", c.last_inbound_at as "lastInboundAt", c.unread_count as "unreadCount",
         c.waiting_since as "waitingSince", c.archived_at as "archivedAt", c.held_message_id as "heldMessageId",
         c.snoozed_until as "snoozedUntil", c.snoozed_until_answer as "snoozedUntilAnswer",
         c.texts_deleted_until as "textsDeletedUntil", c.remind_at as "remindAt",
         c.returned_at as "returnedAt", c.returned_reason as "returnedReason", ${LISTED_AT} as "listedAt",
         c.held_at as "heldAt", ${holdOf('c')} as hold, c.last_message_id as "lastMessageId",
         candidates.first_name as "firstName", candidates.last_name as "lastName",
         candidates.phone_number as "phoneNumber", candidates.job_title as "jobTitle", candidates.timezone, candidates.zip_code as "zipCode",
         candidates.tags as "candidateTags", c.tags,
         opt_outs.opted_out_at as "optedOutAt", grants.granted_at as "grantedAt", seats.user_id as "seatUserId",
         numbers.link_status as "linkStatus", numbers.phone_number as "from", numbers.registered_at as "registeredAt",
         last.direction as "lastDirection", last.sender_id as "lastSenderId", sender.first_name as "lastSenderFirstName",
         left(last.body, 160) as "lastBody", last.status as "lastStatus", last.call_outcome as "lastCallOutcome",
         last.created_at as "lastCreatedAt", last.scheduled_at as "lastScheduledAt",
         coalesce(last.status = 'scheduled' and last.held_reason is not null, false) as "lastIsHeld",
         (select max(content_type) from media
           where media.account_id = c.account_id and media.message_id = last.id) as "lastMediaType",
         -- Hardly anyone is away: the case spares every other row the look-up.
         case when away.delegate_user_id is not null then (
           select s.user_id from seats s
            where s.account_id = away.account_id and s.user_id = away.delegate_user_id) end as "delegateId",
         ${COVERED_FROM} as "coveredFrom", away.ends_at as "coveredUntil",
         ${missedCallSince('c', COVERED_FROM)} as "missedCallAt"`;
const JOINS = sql`
    join candidates on candidates.account_id = c.account_id and candidates.id = c.candidate_id
    join seats on seats.account_id = c.account_id and seats.id = c.seat_id
    left join numbers on numbers.account_id = c.account_id and numbers.seat_id = c.seat_id
    left join opt_outs on opt_outs.account_id = c.account_id and opt_outs.phone_number = candidates.phone_number
    left join consent_grants grants on grants.account_id = c.account_id and grants.phone_number = candidates.phone_number
    left join messages last on last.account_id = c.account_id and last.id = c.last_message_id
    left join users sender on sender.account_id = c.account_id and sender.id = last.sender_id
    left join out_of_office away on away.account_id = c.account_id and away.user_id = c.assignee_id and away.enabled`;

async function select(db: ReadDb, rest: RawBuilder<unknown>): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`${COLUMNS} from conversations c ${JOINS} ${rest}`.execute(db);
  return rows;
}

export async function findConversation(
  db: Db,
  accountId: string,
  id: string,
): Promise<ConversationRow | undefined> {
  const [row] = await select(db, sql`where c.account_id = ${accountId} and c.id = ${id}`);
  return row;
}

export function findConversationsByIds(
  db: ReadDb,
  accountId: string,
  ids: string[],
): Promise<ConversationRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return select(db, sql`where c.account_id = ${accountId} and c.id = any(${ids}::uuid[])`);
}

/** Of all people, for any caller. */
export function listConversationsOfCandidates(
  db: ReadDb,
  accountId: string,
  candidateIds: string[],
): Promise<ConversationRow[]> {
  if (candidateIds.length === 0) return Promise.resolve([]);
  return select(db, sql`where c.account_id = ${accountId} and c.candidate_id = any(${candidateIds}::uuid[])`);
}

export interface InboxQuery extends Whose {
  /** Whose delegate the person is: what was written to them since is in the same inbox. */
  covered: { userId: string; since: Date }[];
  /** `any`: archived or not. */
  filter: ConversationFilter | 'any';
}

/** SQL, of the conversation `c`: one range of an index for each person. */
export function parts(accountId: string, inbox: InboxQuery) {
  const account = sql<boolean>`c.account_id = ${accountId} and ${inFilter(inbox.filter)}`;
  if (inbox.assigneeId === null) return [account];
  const unassigned = sql<boolean>`${account} and c.assignee_id is null`;
  if (inbox.assigneeId === 'noOne')
    return [
      inbox.seatId === undefined ? unassigned : sql<boolean>`${unassigned} and c.seat_id = ${inbox.seatId}`,
    ];
  if (inbox.assigneeId === 'uncovered')
    return [
      sql<boolean>`${unassigned} and c.seat_id = any(array(
        select s.id from seats s where s.account_id = ${accountId} and s.user_id is null))`,
    ];
  const own = sql<boolean>`${account} and c.assignee_id = ${inbox.assigneeId}`;
  // That of the last message follows from the others, and bounds the range of the filter's index.
  const latest = inbox.filter === 'all' ? LISTED_AT : sql`c.last_message_at`;
  const others = inbox.covered.map(
    ({ userId, since }) =>
      sql<boolean>`${account} and c.assignee_id = ${userId} and ${latest} >= ${since}
        and (c.last_inbound_at >= ${since} or ${missedCallSince('c', sql`${since}::timestamptz`)} is not null)`,
  );
  return [own, ...others];
}

/** SQL, on `c`, in ranges of indexes: all conversations that a person who is no admin may see, as `maySee` says. */
export const seenParts = (
  accountId: string,
  viewer: { userId: string; seatId: string | null; covered: InboxQuery['covered'] },
): RawBuilder<boolean>[] => [
  ...(['all', 'snoozed', 'archived'] as const).flatMap((filter) =>
    parts(accountId, { assigneeId: viewer.userId, covered: viewer.covered, filter }),
  ),
  ...(viewer.seatId === null
    ? []
    : [sql<boolean>`c.account_id = ${accountId} and c.seat_id = ${viewer.seatId}`]),
];

/** Each filter has its own index; the conditions here are those of the indexes, to the letter. */
function inFilter(filter: InboxQuery['filter']) {
  switch (filter) {
    case 'any':
      return sql<boolean>`true`;
    case 'all':
      return sql<boolean>`c.archived_at is null and c.snoozed_until is null`;
    case 'unread':
      return sql<boolean>`c.archived_at is null and c.unread_count > 0`;
    case 'waiting':
      return sql<boolean>`c.archived_at is null and c.waiting_since is not null`;
    case 'snoozed':
      return sql<boolean>`c.archived_at is null and c.snoozed_until is not null`;
    case 'archived':
      return sql<boolean>`c.archived_at is not null`;
  }
}

/** What each list is ordered by, to the letter that of its index. */
export const ORDERS = {
  all: { by: LISTED_AT, as: 'listedAt', isLatestFirst: true },
  any: { by: LISTED_AT, as: 'listedAt', isLatestFirst: true },
  unread: { by: sql`c.last_message_at`, as: 'lastMessageAt', isLatestFirst: true },
  archived: { by: sql`c.last_message_at`, as: 'lastMessageAt', isLatestFirst: true },
  waiting: { by: sql`c.waiting_since`, as: 'waitingSince', isLatestFirst: false },
  snoozed: { by: sql`c.snoozed_until`, as: 'snoozedUntil', isLatestFirst: false },
} as const;

/** The position of a row in its list. */
export function cursorIn(filter: ConversationFilter, row: ConversationRow): Cursor {
  return { at: row[ORDERS[filter].as] ?? row.lastMessageAt, id: row.id };
}

/** Latest first; among those who wait or are snoozed, the oldest time first. */
export async function listInbox(
  db: Db,
  accountId: string,
  inbox: InboxQuery & { after: Cursor | null; limit: number },
): Promise<ConversationRow[]> {
  const { by, isLatestFirst } = ORDERS[inbox.filter];
  const order = isLatestFirst ? sql`${by} desc, c.id desc` : sql`${by}, c.id`;
  const cursor = inbox.after && sql`(${inbox.after.at}::timestamptz, ${inbox.after.id}::uuid)`;
  const after = !cursor
    ? sql<boolean>`true`
    : isLatestFirst
      ? sql<boolean>`(${by}, c.id) < ${cursor}`
      : sql<boolean>`(${by}, c.id) > ${cursor}`;
  // Inlined: for a limit that is a parameter PostgreSQL assumes a tenth of all rows, finds every plan made for one call better, and
  // plans again each time, which takes ten times as long as the page (decision 82).
  const limit = sql.lit(inbox.limit + 1);
  // First which ones, then what is shown of them: with all in one, the plan can look everything up before it takes the first.
  // Of several people: the first of each, of which the first are taken. A single "or" would read all of them, and so would "in",
  // since the plan can't know how few there are.
  const firstOf = (each: RawBuilder<boolean>) =>
    sql`(select * from conversations c where ${each} and ${after} order by ${order} limit ${limit})`;
  const [only, ...more] = parts(accountId, inbox).map(firstOf);
  const first =
    more.length === 0
      ? sql`${only} as c`
      : sql`(select * from (${sql.join([only, ...more], sql` union all `)}) as c order by ${order} limit ${limit}) as c`;
  const { rows } = await sql<ConversationRow>`${COLUMNS} from ${first} ${JOINS} order by ${order}`.execute(
    db,
  );
  return rows;
}

/** Those with one of the candidates; a candidate has at most one for each seat. */
export function listInboxOfCandidates(
  db: Db,
  accountId: string,
  inbox: InboxQuery & { candidateIds: string[] },
): Promise<ConversationRow[]> {
  if (inbox.candidateIds.length === 0) return Promise.resolve([]);
  return select(
    db,
    sql`where c.account_id = ${accountId} and c.candidate_id = any(${inbox.candidateIds}::uuid[])
          and (${sql.join(parts(accountId, inbox), sql` or `)})`,
  );
}

const COUNT_LIMIT = 1000;

export async function countInbox<Filter extends ConversationFilter>(
  db: Db,
  accountId: string,
  inbox: Omit<InboxQuery, 'filter'>,
  filters: readonly Filter[],
): Promise<Record<Filter, number>> {
  const countOf = (part: ReturnType<typeof inFilter>) => sql<number>`(select count(*)::int from (
      select 1 from conversations c where ${part} limit ${sql.lit(COUNT_LIMIT)}) as counted)`;
  const count = (filter: ConversationFilter) =>
    sql<number>`least(${COUNT_LIMIT}, ${sql.join(parts(accountId, { ...inbox, filter }).map(countOf), sql` + `)})`;
  const { rows } = await sql<Record<Filter, number>>`
    select ${sql.join(filters.map((filter) => sql`${count(filter)} as ${sql.ref(filter)}`))}`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('PostgreSQL counted nothing');
  return counts;
}

export async function markRead(db: Db, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('conversations')
    .set({ unread_count: 0, unread_reply_at: null, waiting_mailed_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((row) => row.or([row('unread_count', '>', 0), row('unread_reply_at', 'is not', null)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function markUnread(db: Db, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('conversations')
    .set({ unread_count: 1 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('unread_count', '=', 0)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function setArchived(db: Db, accountId: string, id: string, at: Date | null): Promise<boolean> {
  const result = await db
    .updateTable('conversations')
    .set({
      archived_at: at,
      ...(at !== null && { snoozed_until: null, returned_at: null, returned_reason: null }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('archived_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** SQL, of the conversation `c`: when the candidate wrote first since someone last answered. */
const UNANSWERED_SINCE = sql`(
  select min(m.created_at) from messages m
   where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'inbound' and not m.is_acknowledgment
     and m.created_at > coalesce((
           select a.created_at from messages a
            where a.account_id = c.account_id and a.conversation_id = c.id
              and (a.call_outcome = 'answered'
                   or a.direction = 'outbound' and not a.is_automatic and a.status <> 'canceled'
                      and (a.status <> 'scheduled' or a.held_reason is null))
            order by a.created_at desc limit 1), '-infinity'))`;

/** As if a person had just written in it. */
export async function touchAnswered(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ waiting_since: null, archived_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** No reply is needed. */
export async function endWait(db: Db, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('conversations')
    .set({ waiting_since: null, returned_at: null, returned_reason: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('waiting_since', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** They have been waiting since then only, and got an answer. */
export async function endWaitSince(db: Db, accountId: string, id: string, since: Date): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ waiting_since: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('waiting_since', '=', since)
    .execute();
}

/** Of a number that may be texted. */
export async function resumeWait(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversations c set waiting_since = ${UNANSWERED_SINCE}
      from candidates p
     where c.account_id = ${accountId} and c.id = ${id} and c.waiting_since is null
       and p.account_id = c.account_id and p.id = c.candidate_id
       and not exists (
         select from opt_outs o where o.account_id = p.account_id and o.phone_number = p.phone_number)`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * After texts were canceled or held, their candidates wait since the first text that no one has answered. Canceled ones are as if
 * they had never been: the last text is the one before.
 */
export async function withoutCanceled(db: Db, accountId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update conversations c
       set last_message_id = last.id, last_message_at = coalesce(last.created_at, c.last_message_at),
           waiting_since = case when opt_outs.phone_number is not null then c.waiting_since else ${UNANSWERED_SINCE} end
      from conversations same
      join candidates p on p.account_id = same.account_id and p.id = same.candidate_id
      left join opt_outs on opt_outs.account_id = p.account_id and opt_outs.phone_number = p.phone_number
      left join lateral (
        select m.id, m.created_at from messages m
         where m.account_id = same.account_id and m.conversation_id = same.id and m.status <> 'canceled'
           and not (m.is_automatic and m.answers_message_at is not null)
         order by m.created_at desc, m.id desc limit 1) as last on true
     where c.account_id = ${accountId} and c.id = any(${ids}::uuid[])
       and same.account_id = c.account_id and same.id = c.id`.execute(db);
}

/** Texts up to a time were deleted by their age. When the conversation last had one stays. */
export async function withoutDeleted(
  db: Db,
  accountId: string,
  threads: { id: string; until: Date }[],
): Promise<void> {
  await sql`
    update conversations c
       set texts_deleted_until = greatest(c.texts_deleted_until, gone.until),
           last_message_id = (select m.id from messages m where m.account_id = c.account_id and m.id = c.last_message_id),
           unread_count = least(c.unread_count, (
             select count(*)::int from messages m
              where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'inbound')),
           waiting_since = case when c.waiting_since > gone.until then c.waiting_since
                                when c.waiting_since is not null then ${UNANSWERED_SINCE} end
      from ${recordset('gone', threads, { uuid: ['id'], timestamptz: ['until'] })}
     where c.account_id = ${accountId} and c.id = gone.id`.execute(db);
}

/** The text that a person has to review, if there still is one. */
export async function takeHold(db: Db, accountId: string, id: string) {
  const held = await db
    .selectFrom('conversations as c')
    .innerJoin('candidates', (join) =>
      join.onRef('candidates.account_id', '=', 'c.account_id').onRef('candidates.id', '=', 'c.candidate_id'),
    )
    .leftJoin('messages', (join) =>
      join.onRef('messages.account_id', '=', 'c.account_id').onRef('messages.id', '=', 'c.held_message_id'),
    )
    .select([
      'candidates.phone_number as phoneNumber',
      'messages.body',
      'c.candidate_id as candidateId',
      'c.hold_kind as kind',
    ])
    .where('c.account_id', '=', accountId)
    .where('c.id', '=', id)
    .where('c.held_message_id', 'is not', null)
    .forUpdate('c')
    .executeTakeFirst();
  if (held)
    await db
      .updateTable('conversations')
      .set({ held_message_id: null, held_at: null })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  return held;
}
