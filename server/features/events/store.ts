import { type RawBuilder, sql } from 'kysely';
import type { EventCause, EventType } from '../../../contract/events.ts';
import type { MessageDirection } from '../../../contract/messages.ts';
import type { TemplateType } from '../../../contract/templates.ts';
import type { Db } from '../../db/connection.ts';

/** An event, with what its data has beside the states of then: as it is now, so that the log itself knows no one's number. */
export interface EventRow {
  id: string;
  type: EventType | 'endpoint.test';
  subjectId: string;
  createdAt: Date;
  states: Record<string, unknown> | null;
  cause: Partial<EventCause> | null;
  conversationId: string | null;
  candidateId: string | null;
  direction: MessageDirection | null;
  candidateNumber: string | null;
  businessNumber: string | null;
  sentBy: string | null;
  body: string | null;
  seatId: string | null;
  /** Of a changed template. */
  templateType: TemplateType | null;
  ownerId: string | null;
}

/** SQL, of the event: who may see what it is about. */
export interface EventSight {
  /** Of the conversation `c`. */
  conversation: RawBuilder<boolean>;
  candidate: (id: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** Candidates who are gone. */
  everybody: boolean;
  /** Of the seat's number. */
  seat: (id: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** What concerns no one in particular. */
  company: boolean;
}

export const SEES_ALL: EventSight = {
  conversation: sql`true`,
  candidate: () => sql`true`,
  everybody: true,
  seat: () => sql`true`,
  company: true,
};

/** SQL: events, joined with what they are about, without those of deleted candidates and what the viewer may not see. */
function visible(events: RawBuilder<unknown>, sight: EventSight): RawBuilder<unknown> {
  const { conversation, candidate, everybody, seat, company } = sight;
  return sql`
    select e.id, e.type, e.subject_id as "subjectId", e.created_at as "createdAt", e.data as states, e.cause,
           c.id as "conversationId", p.id as "candidateId", m.direction,
           coalesce(m.candidate_number, consent.phone_number) as "candidateNumber",
           n.phone_number as "businessNumber", m.sender_id as "sentBy", m.body, coalesce(n.seat_id, n.inbound_seat_id) as "seatId",
           e.data->>'templateType' as "templateType", (e.data->>'ownerId')::uuid as "ownerId"
      from (${events}) as e
      left join messages m on e.kind in ('message', 'call') and m.account_id = e.account_id and m.id = e.subject_id
      left join conversations c on e.kind in ('message', 'call', 'conversation') and c.account_id = e.account_id
           and c.id = case when e.kind = 'conversation' then e.subject_id else m.conversation_id end
      left join interviews i on e.kind = 'interview' and i.account_id = e.account_id and i.id = e.subject_id
      left join consent_events consent on e.kind = 'consent' and consent.account_id = e.account_id and consent.id = e.subject_id
      left join candidates of_number on of_number.account_id = consent.account_id
           and of_number.phone_number = consent.phone_number
      left join candidates p on p.account_id = e.account_id
           and p.id = case e.kind when 'candidate' then e.subject_id when 'interview' then i.candidate_id
                                  when 'consent' then of_number.id else c.candidate_id end
      left join numbers n on e.kind in ('message', 'call', 'number') and n.account_id = e.account_id
           and n.id = case when e.kind = 'number' then e.subject_id else m.number_id end
     where case
             when e.type = 'candidate.deleted' then ${everybody}::boolean
             when e.kind in ('message', 'call', 'conversation') then c.id is not null and ${conversation}
             when e.kind in ('candidate', 'consent', 'interview') then p.id is not null and ${candidate(sql`p.id`)}
             when e.kind = 'number' then n.id is not null and ${seat(sql`coalesce(n.seat_id, n.inbound_seat_id)`)}
             when e.kind = 'usage' then ${company}::boolean
             else true end`;
}

const COLUMNS = sql`account_id, id, type, subject_id, data, cause, created_at, split_part(type, '.', 1) as kind`;

/** A part of the log that is read at once. */
const WINDOW = 1000;

interface Wanted {
  after: string;
  types: readonly EventType[] | undefined;
  limit: number;
}

/**
 * The next events, oldest first: up to `limit`, of one window of the log. `last` is the last one of the window; null: the log
 * ends there.
 */
export async function readLog(
  db: Db,
  accountId: string,
  { after, types, limit }: Wanted,
  sight: EventSight,
): Promise<{ rows: EventRow[]; last: string | null }> {
  const kinds = types === undefined ? sql`type <> 'endpoint.test'` : sql`type = any(${types}::text[])`;
  const window = sql`
    select ${COLUMNS} from events where account_id = ${accountId} and id > ${after}::uuid and ${kinds}
     order by account_id, id limit ${sql.lit(WINDOW)}`;
  const { rows } = await sql<EventRow & { last: string; count: number }>`
    with looked as materialized (${window})
    select seen.*, whole.last, whole.count
      from (select (array_agg(id order by id desc))[1] as last, count(*)::int as count from looked) as whole
      left join (${visible(sql`select * from looked`, sight)}) as seen on true
     order by seen.id limit ${sql.lit(limit)}`.execute(db);
  const [first] = rows;
  return {
    rows: rows.filter(({ id }) => id !== null),
    last: first !== undefined && first.count === WINDOW ? first.last : null,
  };
}

/** These, as an admin sees them. */
export async function findLogged(db: Db, accountId: string, ids: string[]): Promise<EventRow[]> {
  const these = sql`select ${COLUMNS} from events where account_id = ${accountId} and id = any(${ids}::uuid[])`;
  const { rows } = await sql<EventRow>`${visible(these, SEES_ALL)}`.execute(db);
  return rows;
}
