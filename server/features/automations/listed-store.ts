import { type RawBuilder, sql } from 'kysely';
import type { AutomationType, PlannedFilter } from '../../../contract/automations.ts';
import type { Db } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';
import type { CandidateFacts } from './candidate-facts.ts';
import type { StoredText } from './settle.ts';

/** A planned text with all that is shown of it. */
export interface ListedText extends Omit<StoredText, 'isUnsent' | 'isToOldNumber'> {
  automationName: string;
  type: AutomationType;
  /** The automation's. */
  body: string;
  candidate: Pick<
    CandidateFacts,
    'id' | 'firstName' | 'lastName' | 'phoneNumber' | 'timezone' | 'zipCode' | 'email' | 'jobTitle'
  >;
  /** Null: it's about something else, or gone. */
  interview: (Omit<CandidateFacts['interviews'][number], 'startsAt'> & { startsAt: string }) | null;
  seatUser: { firstName: string; lastName: string } | null;
  message: { body: string; conversationId: string } | null;
}

interface Asked {
  /** Null: everyone's. */
  ownerId: string | null;
  from: Date;
  to: Date;
  status: PlannedFilter | undefined;
  automationId: string | undefined;
  candidateId: string | undefined;
  order: 'soonest' | 'latest';
  after: Cursor | null;
  limit: number;
}

/** What is held, whenever it was to go; of the others, those in the requested time. */
export async function listTextIds(db: Db, accountId: string, asked: Asked): Promise<string[]> {
  const { ownerId, status, automationId, candidateId, after, limit } = asked;
  const isSoonest = asked.order === 'soonest';
  const direction = isSoonest ? sql`asc` : sql`desc`;
  const beyond = isSoonest ? sql`>` : sql`<`;
  const some = (condition: RawBuilder<unknown>) => sql`
    (select id, send_at from planned_texts
      where account_id = ${accountId} and ${condition}
        and ${ownerId === null ? sql`true` : sql`owner_id = ${ownerId}`}
        and ${automationId === undefined ? sql`true` : sql`automation_id = ${automationId}`}
        and ${candidateId === undefined ? sql`true` : sql`candidate_id = ${candidateId}`}
        and ${after === null ? sql`true` : sql`(send_at, id) ${beyond} (${after.at}, ${after.id}::uuid)`}
      order by send_at ${direction}, id ${direction} limit ${limit})`;
  const held = some(sql`status = 'held'`);
  const others = some(sql`
    ${
      status === undefined
        ? sql`status <> 'held'`
        : status === 'done'
          ? sql`status in ('sent', 'skipped', 'canceled')`
          : sql`status = ${status}`
    }
    and send_at between ${asked.from} and ${asked.to}`);
  const parts = status === 'held' ? [held] : status === undefined ? [held, others] : [others];
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union all `)}) as found
     order by send_at ${direction}, id ${direction} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** In the order of the ids. */
export async function findListed(db: Db, accountId: string, ids: string[]): Promise<ListedText[]> {
  const { rows } = await sql<ListedText>`
    select p.id, p.automation_id as "automationId", p.owner_id as "ownerId", p.version, p.candidate_id as "candidateId",
           p.occasion, p.subject_id as "subjectId", p.subject_at as "subjectAt", p.seat_id as "seatId",
           p.send_at as "sendAt", p.status, p.reason, p.reason_details as "reasonDetails",
           p.edited_body as "editedBody", p.decided_at as "decidedAt", p.message_id as "messageId",
           a.name as "automationName", a.type, a.body,
           jsonb_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name,
             'phoneNumber', c.phone_number, 'timezone', c.timezone, 'zipCode', c.zip_code, 'email', c.email, 'jobTitle', c.job_title) as candidate,
           case when i.id is not null then jsonb_build_object('id', i.id, 'title', i.title, 'startsAt', i.starts_at,
             'timezone', i.timezone, 'location', i.location, 'videoUrl', i.video_url, 'interviewers', i.interviewers)
           end as interview,
           case when u.id is not null then jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name)
           end as "seatUser",
           case when m.id is not null then jsonb_build_object('body', m.body, 'conversationId', m.conversation_id)
           end as message
      from unnest(${ids}::uuid[]) with ordinality as asked(id, position)
      join planned_texts p on p.account_id = ${accountId} and p.id = asked.id
      join automations a on a.account_id = p.account_id and a.id = p.automation_id
      join candidates c on c.account_id = p.account_id and c.id = p.candidate_id
      left join interviews i on i.account_id = p.account_id and i.id = p.subject_id
      left join seats s on s.account_id = p.account_id and s.id = p.seat_id
      left join users u on u.account_id = s.account_id and u.id = s.user_id
      left join messages m on m.account_id = p.account_id and m.id = p.message_id
     order by asked.position`.execute(db);
  return rows;
}
