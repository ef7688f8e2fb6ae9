import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';
import type { Cursor } from '../../http/page.ts';

/*
 * A deleted candidate is in no table that anyone reads: their rows are kept here, out of every query's way, until they are
 * restored or erased (decision 44).
 */

interface Kept {
  table: Extract<keyof DB, string>;
  /** Which rows of `kept`, the table, belong to the candidate. */
  of: (candidate: { accountId: string; id: string }) => RawBuilder<boolean>;
  /** Which rows of `kept` can still come back, if not all. */
  where?: RawBuilder<boolean>;
  /** Columns that come back with what is right by then. */
  overrides?: Record<string, RawBuilder<unknown>>;
}

const threadsOf = ({ accountId, id }: { accountId: string; id: string }) => sql`
  array(select id from conversations where account_id = ${accountId} and candidate_id = ${id})`;
const messagesOf = (candidate: { accountId: string; id: string }) => sql`
  array(select id from messages
         where account_id = ${candidate.accountId} and conversation_id = any(${threadsOf(candidate)}))`;

/** Everything that refers to a candidate, parents first. */
export const DELETED_TOGETHER: Kept[] = [
  { table: 'candidates', of: ({ id }) => sql`kept.id = ${id}` },
  { table: 'candidate_terms', of: ({ id }) => sql`kept.candidate_id = ${id}` },
  { table: 'former_numbers', of: ({ id }) => sql`kept.candidate_id = ${id}` },
  {
    table: 'imported_numbers',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    where: sql`exists (select from imports i where i.account_id = kept.account_id and i.id = kept.import_id)`,
  },
  {
    table: 'out_of_office_replies',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    where: sql`exists (select from users u where u.account_id = kept.account_id and u.id = kept.user_id)`,
  },
  { table: 'hold_reviews', of: ({ id }) => sql`kept.candidate_id = ${id}` },
  { table: 'conversations', of: ({ id }) => sql`kept.candidate_id = ${id}` },
  { table: 'messages', of: (candidate) => sql`kept.conversation_id = any(${threadsOf(candidate)})` },
  {
    table: 'notes',
    of: (candidate) => sql`kept.conversation_id = any(${threadsOf(candidate)})`,
    overrides: {
      author_id: sql`(select u.id from users u where u.account_id = kept.account_id and u.id = kept.author_id)`,
    },
  },
  {
    table: 'kept_drafts',
    of: (candidate) => sql`kept.conversation_id = any(${threadsOf(candidate)})`,
    where: sql`exists (select from users u where u.account_id = kept.account_id and u.id = kept.user_id)`,
  },
  {
    table: 'notifications',
    of: (candidate) => sql`kept.conversation_id = any(${threadsOf(candidate)})`,
    where: sql`exists (select from users u where u.account_id = kept.account_id and u.id = kept.user_id)
      and (kept.actor_id is null
           or exists (select from users u where u.account_id = kept.account_id and u.id = kept.actor_id))`,
  },
  {
    table: 'conversation_activity',
    of: (candidate) => sql`kept.conversation_id = any(${threadsOf(candidate)})`,
  },
  {
    table: 'consent_requests',
    of: (candidate) => sql`kept.conversation_id = any(${threadsOf(candidate)})`,
    where: sql`not exists (
      select from consent_requests r where r.account_id = kept.account_id and r.phone_number = kept.phone_number)`,
  },
  { table: 'message_search', of: (candidate) => sql`kept.conversation_id = any(${threadsOf(candidate)})` },
  { table: 'media', of: (candidate) => sql`kept.message_id = any(${messagesOf(candidate)})` },
  {
    table: 'drafts',
    of: (candidate) =>
      sql`(kept.conversation_id = any(${threadsOf(candidate)}) or kept.message_id = any(${messagesOf(candidate)}))`,
    where: sql`exists (select from users u where u.account_id = kept.account_id and u.id = kept.user_id)`,
  },
  {
    table: 'follow_ups',
    of: (candidate) => sql`kept.conversation_id = any(${threadsOf(candidate)})`,
  },
  {
    table: 'proposals',
    of: (candidate) => sql`kept.conversation_id = any(${threadsOf(candidate)})`,
    where: sql`exists (select from users u where u.account_id = kept.account_id and u.id = kept.user_id)`,
  },
  { table: 'short_links', of: (candidate) => sql`kept.message_id = any(${messagesOf(candidate)})` },
  {
    table: 'short_link_directory',
    of: (candidate) => sql`
      kept.code in (
        select code from short_links
         where account_id = ${candidate.accountId} and message_id = any(${messagesOf(candidate)}))`,
  },
  { table: 'read_answers', of: (candidate) => sql`kept.message_id = any(${messagesOf(candidate)})` },
  { table: 'calls', of: (candidate) => sql`kept.message_id = any(${messagesOf(candidate)})` },
  {
    table: 'interviews',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    where: sql`kept.ats_type is null or (
      exists (select from ats_connections c where c.account_id = kept.account_id and c.ats_type = kept.ats_type)
      and not exists (
        select from interviews i where i.account_id = kept.account_id and i.ats_type = kept.ats_type
           and i.external_id = kept.external_id))`,
  },
  {
    table: 'interview_invitations',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
  },
  {
    table: 'time_offers',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    // Someone else may have their times by now.
    overrides: {
      status: sql`case when kept.status in ('open', 'booking', 'needsPerson') then 'withdrawn' else kept.status end`,
    },
  },
  {
    table: 'offered_times',
    of: ({ accountId, id }) => sql`kept.offer_id = any(array(
      select o.id from time_offers o where o.account_id = ${accountId} and o.candidate_id = ${id}))`,
    where: sql`exists (select from time_offers o where o.account_id = kept.account_id and o.id = kept.offer_id)`,
    overrides: { held: sql`false` },
  },
  {
    table: 'onboardings',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    // A system may have reported the same hire since.
    where: sql`not exists (
      select from onboardings o
       where o.account_id = kept.account_id
         and (o.application_id = kept.application_id
              or o.ats_type = kept.ats_type and o.external_id = kept.external_id))`,
  },
  { table: 'awaited_answers', of: ({ id }) => sql`kept.candidate_id = ${id}` },
  {
    table: 'applications',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    where: sql`exists (select from jobs j where j.account_id = kept.account_id and j.id = kept.job_id)`,
    // Someone may have deleted the stage, but never all of them.
    overrides: {
      stage_id: sql`(
        select s.id from job_stages s where s.account_id = kept.account_id
         order by s.id = kept.stage_id desc, s.position, s.id limit 1)`,
    },
  },
  {
    table: 'planned_texts',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    where: sql`exists (
      select from automations a where a.account_id = kept.account_id and a.id = kept.automation_id)`,
  },
  {
    table: 'broadcast_recipients',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    where: sql`exists (select from broadcasts b where b.account_id = kept.account_id and b.id = kept.broadcast_id)`,
    // Restored weeks later, they get none of it.
    overrides: {
      outcome: sql`case when kept.outcome = 'waiting' then 'canceled' else kept.outcome end`,
      reason: sql`case when kept.outcome = 'waiting' then 'candidate_deleted' else kept.reason end`,
    },
  },
  {
    table: 'ats_pairs',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    where: sql`exists (
      select from ats_people p where p.account_id = kept.account_id and p.ats_type = kept.ats_type
         and p.external_id = kept.external_id)`,
  },
  {
    table: 'ats_notes',
    of: ({ id }) => sql`kept.candidate_id = ${id}`,
    where: sql`exists (
      select from ats_connections c where c.account_id = kept.account_id and c.ats_type = kept.ats_type)`,
  },
];

/** The candidate with their threads and texts is locked. */
export async function keepRows(
  tx: Tx,
  accountId: string,
  deleted: { id: string; conversations: number; by: string | null; at: Date },
): Promise<void> {
  const { id } = deleted;
  await sql`
    insert into deleted_candidates
           (account_id, id, first_name, last_name, phone_number, conversations, deleted_by, deleted_at)
    select account_id, id, first_name, last_name, phone_number, ${deleted.conversations}::int, ${deleted.by}::uuid,
           ${deleted.at}::timestamptz
      from candidates where account_id = ${accountId} and id = ${id}`.execute(tx);
  for (const { table, of } of DELETED_TOGETHER.toReversed())
    await sql`
      with gone as (
        delete from ${sql.table(table)} as kept where kept.account_id = ${accountId} and ${of({ accountId, id })}
        returning kept.*)
      insert into deleted_rows (account_id, candidate_id, table_name, content)
      select ${accountId}::uuid, ${id}::uuid, ${table}, to_jsonb(gone) from gone`.execute(tx);
}

/** Throws when the number has another candidate by now. */
export async function putBackRows(tx: Tx, accountId: string, id: string): Promise<void> {
  // Events of what they have are in the log already, and can be seen again.
  await sql`select set_config('hiretext.restoring', 'on', true)`.execute(tx);
  for (const { table, where, overrides } of DELETED_TOGETHER) {
    const of = sql`account_id = ${accountId} and candidate_id = ${id} and table_name = ${table}`;
    const { rows } = await sql<{
      content: object;
    }>`select content from deleted_rows where ${of} limit 1`.execute(tx);
    // The columns that the rows had when they were deleted: any added to the table since gets its default.
    const columns = Object.keys(rows[0]?.content ?? {});
    if (columns.length === 0) continue;
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(columns.map((column) => overrides?.[column] ?? sql.ref(`kept.${column}`)))}
        from (select content from deleted_rows where ${of} order by position) as row
        cross join lateral jsonb_populate_record(null::${sql.table(table)}, row.content) as kept
       where ${where ?? sql`true`}`.execute(tx);
  }
  await sql`delete from deleted_candidates where account_id = ${accountId} and id = ${id}`.execute(tx);
}

export interface DeletedRow {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  conversations: number;
  deletedAt: Date;
  byRule: boolean;
  deletedById: string | null;
  deletedByFirstName: string | null;
  deletedByLastName: string | null;
  /** There is another candidate with the number. */
  isBack: boolean;
}

/** Last deleted first. */
export async function listDeleted(
  db: Db,
  accountId: string,
  page: { since: Date; after: Cursor | null; limit: number },
): Promise<DeletedRow[]> {
  const after = page.after
    ? sql`(d.deleted_at, d.id) < (${page.after.at}, ${page.after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<DeletedRow>`
    select d.id, d.first_name as "firstName", d.last_name as "lastName", d.phone_number as "phoneNumber",
           d.conversations, d.deleted_at as "deletedAt", d.deleted_by is null as "byRule", u.id as "deletedById", u.first_name as "deletedByFirstName",
           u.last_name as "deletedByLastName", c.id is not null as "isBack"
      from deleted_candidates d
      left join users u on u.account_id = d.account_id and u.id = d.deleted_by
      left join candidates c on c.account_id = d.account_id and c.phone_number = d.phone_number
     where d.account_id = ${accountId} and d.deleted_at > ${page.since} and ${after}
     order by d.deleted_at desc, d.id desc limit ${page.limit + 1}`.execute(db);
  return rows;
}

/** False: there is no one to restore. */
export async function lockDeleted(tx: Tx, accountId: string, id: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from deleted_candidates
     where account_id = ${accountId} and id = ${id} and deleted_at > ${since} for update`.execute(tx);
  return rows.length > 0;
}

interface ErasedThread {
  accountId: string;
  id: string;
}

interface ErasedMedia {
  accountId: string;
  id: string;
  /** Of a call, still at the carrier. */
  recordingUrl: string | null;
}

/** A number that an erased candidate has, or had before. */
interface ErasedPhone {
  accountId: string;
  candidateId: string;
  phoneNumber: string;
}

/** How many candidates are looked at together. */
const TOGETHER = 100;

/**
 * Of one account, or of all: at most so many rows, the pictures first. Candidates go with the last of theirs. Returns who is gone,
 * whose pictures and recordings have to be removed, and whether there may be more.
 */
export async function eraseRows(
  tx: Tx,
  which: { accountId: string } | { until: Date },
  limit: number,
): Promise<{ threads: ErasedThread[]; media: ErasedMedia[]; phones: ErasedPhone[]; isMore: boolean }> {
  const due = 'until' in which ? sql`deleted_at <= ${which.until}` : sql`account_id = ${which.accountId}`;
  const { rows } = await sql<{ accountId: string; id: string }>`
    select account_id as "accountId", id from deleted_candidates
     where ${due} order by deleted_at limit ${TOGETHER} for update skip locked`.execute(tx);
  if (rows.length === 0) return { threads: [], media: [], phones: [], isMore: false };
  const these = sql`
    select * from unnest(${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[])`;
  const some = (more: RawBuilder<unknown>) => sql`
    ctid = any(array(
      select ctid from deleted_rows where (account_id, candidate_id) in (${these}) and ${more} limit ${limit}))`;
  const { rows: media } = await sql<ErasedMedia>`
    with gone as (
      delete from deleted_rows where ${some(sql`table_name = 'media'`)} returning account_id, candidate_id, content)
    select account_id as "accountId", content->>'id' as id,
           case when content->>'status' <> 'stored' and exists (
             select from deleted_rows c
              where c.account_id = gone.account_id and c.candidate_id = gone.candidate_id and c.table_name = 'calls'
                and c.content->'message_id' = gone.content->'message_id')
           then content->>'carrier_url' end as "recordingUrl"
      from gone`.execute(tx);
  if (media.length === limit) return { threads: [], media, phones: [], isMore: true };
  const { rows: gone } = await sql<
    ErasedThread & { candidateId: string; isThread: boolean; phoneNumber: string | null }
  >`
    delete from deleted_rows where ${some(sql`true`)}
    returning account_id as "accountId", candidate_id as "candidateId", content->>'id' as id, table_name = 'conversations' as "isThread",
              case when table_name in ('candidates', 'former_numbers') then content->>'phone_number' end as "phoneNumber"`.execute(
    tx,
  );
  const threads = gone.filter(({ isThread }) => isThread);
  const phones = gone.flatMap(({ accountId, candidateId, phoneNumber }) =>
    phoneNumber === null ? [] : [{ accountId, candidateId, phoneNumber }],
  );
  if (gone.length === limit) return { threads, media, phones, isMore: true };
  await sql`delete from deleted_candidates where (account_id, id) in (${these})`.execute(tx);
  return { threads, media, phones, isMore: rows.length === TOGETHER };
}
