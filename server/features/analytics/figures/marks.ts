import { type RawBuilder, sql } from 'kysely';
import { ANSWER_HOURS } from '../../../../contract/templates.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { isHuman, quarterOf, timeOf } from './count-texts.ts';

/* Quarters of an hour to be counted again. Marks are only added and taken away, so that none is lost that came meanwhile. */

/**
 * The quarters in which these texts count or may have counted, and those of other texts of their conversations that count
 * otherwise because of them: texts before that are answered now, and the next ones after. Texts of one conversation and day
 * share one look at what is around them, which may mark more, so that a long conversation isn't read for each of its texts.
 */
export async function markTexts(tx: Tx, texts: { accountId: string; id: string }[]): Promise<void> {
  if (texts.length === 0) return;
  const accountIds = texts.map(({ accountId }) => accountId);
  const ids = texts.map(({ id }) => id);
  const inThreadOf = (of: string, alias: string) =>
    sql`${sql.ref(`${alias}.account_id`)} = ${sql.ref(`${of}.account_id`)}
        and ${sql.ref(`${alias}.conversation_id`)} = ${sql.ref(`${of}.conversation_id`)}`;
  const inTime = sql`make_interval(hours => ${sql.lit(ANSWER_HOURS)})`;
  await sql`
    with t as materialized (
      select t.account_id, t.conversation_id, t.id, t.created_at, t.claimed_at, t.sent_at, t.scheduled_at, t.direction,
             ${timeOf('t')} as at, ${isHuman('t')} as is_human
        from (select distinct * from unnest(${accountIds}::uuid[], ${ids}::uuid[]) as told (account_id, id)) as told
        join messages t on t.account_id = told.account_id and t.id = told.id
    ), looks as materialized (
      select t.account_id, t.conversation_id, min(t.created_at) as first, max(t.created_at) as last,
             min(greatest(t.at - ${inTime}, inbound_before.at)) filter (where answers.exists) as answered_from,
             max(t.at) filter (where answers.exists) as answered_to
        from t
        left join lateral (
          select i.created_at as at from messages i
           where t.direction = 'inbound' and ${inThreadOf('t', 'i')}
             and i.direction = 'inbound' and i.call_outcome is null and (i.created_at, i.id) < (t.created_at, t.id)
           order by i.created_at desc, i.id desc limit 1
        ) as inbound_before on true
        cross join lateral (
          select t.direction = 'inbound' or exists (
            select from messages i
             where ${inThreadOf('t', 'i')} and i.direction = 'inbound' and i.call_outcome is null
               and i.created_at > t.at and i.created_at <= t.at + ${inTime}) as exists
        ) as answers
       where t.is_human
       group by t.account_id, t.conversation_id, date_bin('1 day', t.created_at, timestamptz 'epoch')
    )
    insert into figure_marks (account_id, starts_at)
    select distinct account_id, ${quarterOf(sql`at`)}
      from (
        select account_id, unnest(array[claimed_at, sent_at, scheduled_at, created_at]) as at from t
        union all
        -- What they answer, and what is no longer answered before a person texted again.
        select look.account_id, o.at from looks look cross join lateral (
          select ${timeOf('o')} as at from messages o
           where ${inThreadOf('look', 'o')} and o.created_at <= look.answered_to and o.direction = 'outbound'
             and o.carrier_id is not null and coalesce(o.sender_id, o.template_id, o.automation_id) is not null
        ) as o where o.at >= look.answered_from and o.at <= look.answered_to
        union all
        select look.account_id, ${timeOf('n')} from looks look
          join messages n on ${inThreadOf('look', 'n')} and ${isHuman('n')}
               and n.created_at >= look.first and n.created_at <= look.last
        union all
        select look.account_id, next.at
          from looks look cross join (values ('inbound'), ('outbound')) as way (direction) cross join lateral (
            select ${timeOf('n')} as at from messages n
             where ${inThreadOf('look', 'n')} and ${isHuman('n')} and n.direction = way.direction and n.created_at > look.last
             order by n.created_at, n.id limit 1
          ) as next
      ) as moment
     where at is not null`.execute(tx);
}

/**
 * The quarters since then of the next accounts by id in which there is something to count, or was. The last of these accounts;
 * null: there are no more.
 */
export async function markNextSince(
  tx: Tx,
  since: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<string | null> {
  const inQuarter = (at: RawBuilder<unknown>) =>
    sql`${at} >= quarter and ${at} < quarter + interval '15 minutes'`;
  const { rows } = await sql<{ id: string }>`
    with next as materialized (
      select id from accounts where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
       order by id limit ${limit}
    ), marked as (
      insert into figure_marks (account_id, starts_at)
      select next.id, quarter
        from next
        cross join generate_series(${quarterOf(sql`${since}::timestamptz`)}, now(), interval '15 minutes') as quarter
       where exists (select from messages m where m.account_id = next.id and ${inQuarter(timeOf('m'))})
          or exists (select from text_figures f where f.account_id = next.id and f.grain = 'quarter' and f.starts_at = quarter)
          or exists (
            select from consent_events c
             where c.account_id = next.id and c.change = 'optedOut' and ${inQuarter(sql`c.created_at`)}))
    select id from next order by id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function listMarkedAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive marked as (
      (select account_id as id from figure_marks order by account_id limit 1)
      union all
      select (select f.account_id from figure_marks f where f.account_id > marked.id order by f.account_id limit 1)
        from marked where marked.id is not null)
    select id from marked where id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

interface SeenMarks {
  quarters: Date[];
  /** Each row that was seen. */
  rows: string[];
}

/** The newest quarters that are marked. The caller holds the account's figures. */
export async function findMarks(tx: Tx, accountId: string, mostQuarters: number): Promise<SeenMarks> {
  const { rows } = await sql<{ startsAt: Date; row: string }>`
    select starts_at as "startsAt", ctid::text as row from figure_marks
     where account_id = ${accountId} and starts_at = any(array(
       select distinct starts_at from figure_marks where account_id = ${accountId}
        order by starts_at desc limit ${mostQuarters}))`.execute(tx);
  return { quarters: rows.map(({ startsAt }) => startsAt), rows: rows.map(({ row }) => row) };
}

/** Those that were seen, and no other: whoever marks a quarter meanwhile wants it to be counted once more. */
export async function removeMarks(tx: Tx, accountId: string, seen: SeenMarks): Promise<void> {
  await sql`
    delete from figure_marks
     where ctid = any(${seen.rows}::tid[]) and account_id = ${accountId} and starts_at = any(${seen.quarters}::timestamptz[])`.execute(
    tx,
  );
}
