import { sql } from 'kysely';
import { ANSWER_HOURS } from '../../../contract/templates.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import { inBatches } from '../../db/sweep.ts';

/*
 * How often templates are used and answered (decision 56). The last days are counted from the texts; what is older can't be
 * answered any more, and is added up in the templates.
 */

/** A day more than an answer has, for texts that waited for their turn. */
const KEPT_HOURS = ANSWER_HOURS + 24;

/** Whether `m` was answered: by text, in time, and before a person texted again. */
const IS_ANSWERED = sql`
  exists (
    select from (
      select i.created_at as at from messages i
       where i.account_id = m.account_id and i.conversation_id = m.conversation_id
         and i.direction = 'inbound' and i.call_outcome is null
         and i.created_at >= m.sent_at and i.created_at <= m.sent_at + make_interval(hours => ${ANSWER_HOURS})
       order by i.created_at limit 1
    ) as answer
    where not exists (
      select from messages o
       where o.account_id = m.account_id and o.conversation_id = m.conversation_id
         and o.created_at >= m.created_at and o.created_at < answer.at
         and o.direction = 'outbound' and o.sender_id is not null and o.id <> m.id
         and o.sent_at > m.sent_at and o.sent_at < answer.at))`;

export interface Use {
  accountId: string;
  messageId: string;
  templateId: string;
  at: Date;
}

export async function insertUses(tx: Tx, uses: Use[]): Promise<void> {
  if (uses.length === 0) return;
  await tx
    .insertInto('template_uses')
    .values(
      uses.map((use) => ({
        account_id: use.accountId,
        message_id: use.messageId,
        template_id: use.templateId,
        used_at: use.at,
      })),
    )
    .execute();
}

interface Counts {
  sent: number;
  answered: number;
}

/** Of the last days. */
export async function countUses(
  db: Db,
  accountId: string,
  templateIds: string[],
): Promise<Map<string, Counts>> {
  if (templateIds.length === 0) return new Map();
  const { rows } = await sql<Counts & { templateId: string }>`
    select u.template_id as "templateId", count(*)::int as sent,
           (count(*) filter (where ${IS_ANSWERED}))::int as answered
      from template_uses u
      join messages m on m.account_id = u.account_id and m.id = u.message_id
     where u.account_id = ${accountId} and u.template_id = any(${templateIds}::uuid[]) and m.sent_at is not null
     group by u.template_id`.execute(db);
  return new Map(rows.map((row) => [row.templateId, row]));
}

/** What can't be answered any more. Each use is deleted and counted together, so it counts once. */
export async function sweepTemplateUses(db: Db): Promise<void> {
  await inBatches((limit) =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ accountId: string; messageId: string; templateId: string }>`
        delete from template_uses where ctid = any(array(
          select ctid from template_uses where used_at < now() - make_interval(hours => ${KEPT_HOURS})
           order by used_at limit ${limit} for update skip locked))
        returning account_id as "accountId", message_id as "messageId", template_id as "templateId"`.execute(
        tx,
      );
      if (rows.length > 0) await addUp(tx, rows);
      return rows.length;
    }),
  );
}

async function addUp(
  tx: Tx,
  uses: { accountId: string; messageId: string; templateId: string }[],
): Promise<void> {
  await sql`
    with counted as (
      select u."accountId", u."templateId", count(*) as sent, count(*) filter (where ${IS_ANSWERED}) as answered
        from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
             as u("accountId" uuid, "messageId" uuid, "templateId" uuid)
        join messages m on m.account_id = u."accountId" and m.id = u."messageId"
       where m.sent_at is not null group by 1, 2
    )
    update templates t
       set sent_count = t.sent_count + counted.sent, answered_count = t.answered_count + counted.answered
      from counted where t.account_id = counted."accountId" and t.id = counted."templateId"`.execute(tx);
}
