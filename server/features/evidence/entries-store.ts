import { sql } from 'kysely';
import type { CallOutcome } from '../../../contract/calls.ts';
import type { MessageDirection, MessageStatus } from '../../../contract/messages.ts';
import type { Db } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';
import { threadsWith } from '../texting/touches/store.ts';

export interface TextRow {
  id: string;
  direction: MessageDirection;
  body: string;
  status: MessageStatus;
  errorCode: string | null;
  isAutomatic: boolean;
  callOutcome: CallOutcome | null;
  firstName: string | null;
  lastName: string | null;
  number: string | null;
  attachments: string[];
  createdAt: Date;
  deliveredAt: Date | null;
}

/** What was sent to the number and came from it, oldest first; also of a candidate who was deleted and can be restored. */
export async function listTextsOf(
  db: Db,
  accountId: string,
  phoneNumber: string,
  page: { after: Cursor | null; limit: number },
): Promise<TextRow[]> {
  const account = sql`${accountId}::uuid`;
  const { after } = page;
  const isNext = sql`${after === null ? sql`true` : sql`(m.created_at, m.id) > (${after.at}, ${after.id}::uuid)`}
    and m.candidate_number = ${phoneNumber} and (m.direction = 'inbound' or m.carrier_id is not null or m.status in ('failed', 'undelivered', 'unknown'))`;
  const columns = sql`m.id, m.direction, m.body, m.status, m.error_code, m.is_automatic, m.call_outcome, m.sender_id, m.number_id,
    m.created_at, m.delivered_at`;
  const oldest = sql`order by m.created_at, m.id limit ${page.limit}`;
  const ofDeleted = (table: string) => sql`
    select d.content from deleted_candidates gone
      join deleted_rows d on d.account_id = gone.account_id and d.candidate_id = gone.id
     where gone.account_id = ${account} and gone.phone_number = ${phoneNumber} and d.table_name = ${table}`;
  const { rows } = await sql<TextRow>`
    select m.id, m.direction, m.body, m.status, m.error_code as "errorCode", m.is_automatic as "isAutomatic",
           m.call_outcome as "callOutcome", u.first_name as "firstName", u.last_name as "lastName", n.phone_number as number,
           m.created_at as "createdAt", m.delivered_at as "deliveredAt",
           array(select f.content_type from media f where f.account_id = ${account} and f.message_id = m.id
                  union all
                 select d.content->>'content_type' from (${ofDeleted('media')}) as d
                  where m.is_deleted and d.content->>'message_id' = m.id::text) as attachments
      from (
        (select ${columns}, false as is_deleted
           from (${threadsWith(account, sql`${phoneNumber}`)}) as c
          cross join lateral (
            select * from messages m
             where m.account_id = c.account_id and m.conversation_id = c.id and ${isNext} ${oldest}) as m
          ${oldest})
         union all
        (select ${columns}, true from (${ofDeleted('messages')}) as d
          cross join lateral jsonb_populate_record(null::messages, d.content) as m
          where ${isNext} ${oldest})
        ) as m
      left join users u on u.account_id = ${account} and u.id = m.sender_id
      left join numbers n on n.account_id = ${account} and n.id = m.number_id
     ${oldest}`.execute(db);
  return rows;
}
