import { sql } from 'kysely';
import { SAME_TOUCH_MINUTES } from '../../../../contract/cold-texts.ts';
import type { Db } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { unpaidTextsOf } from '../../billing/ledger/rules.ts';
import type { GateTarget } from '../conversations/gate-facts.ts';
import { holdOf } from '../conversations/hold.ts';
import { COVERED_FROM, missedCallSince } from '../conversations/missed-calls.ts';
import { type Cover, maySee } from '../conversations/rules.ts';
import { askedMeanwhile } from '../gate/unprocessed.ts';
import { threadsWith } from '../touches/store.ts';

const SAME_TOUCH = sql.raw(`interval '${SAME_TOUCH_MINUTES} minutes'`);

/** Where a text is to go: one of the three. */
interface Target {
  accountId: string;
  conversationId: string | null;
  candidateId: string | null;
  phoneNumber: string | null;
  /** The seat of the sender; a given conversation goes from its own. */
  seatId: string | null;
  /** Asks whether it would be cold: who sends it, and when. */
  cold?: { senderId: string | null; at: Date; warmSince: Date };
}

/** `optedOut` and `hold` also by a text that is not processed. */
export interface TargetFacts extends Cover, Omit<GateTarget, 'phoneNumber'> {
  /** Null: the account has no such candidate yet. */
  candidateId: string | null;
  phoneNumber: string | null;
  conversationId: string | null;
  numberChangedAt: Date | null;
  lastInboundAt: Date | null;
  lastMessageId: string | null;
  hasUnreadReply: boolean;
  seatId: string | null;
  numberId: string | null;
  perWeek: number | null;
  oneUnanswered: boolean;
  /** If that was asked, and the account limits cold texts. */
  isCold: boolean;
  /** The sender has just texted there: it's the same touch. */
  continuesTouch: boolean;
}

/**
 * What the rules need to know of each target, in the order of the targets, in one query. A given conversation or
 * candidate that the account does not have leaves its ids null. `offset 0` keeps the plan that serves all targets from joining
 * whole tables of an account: each target takes one row of each index.
 */
export async function findTargetFacts(db: Db, targets: Target[]): Promise<TargetFacts[]> {
  const asked = targets.map(({ cold, ...target }, position) => ({
    ...target,
    position,
    senderId: cold?.senderId ?? null,
    at: cold?.at ?? null,
    warmSince: cold?.warmSince ?? null,
  }));
  const { rows } = await sql<TargetFacts & { position: number }>`
    select asked.position, accounts.plan_type as "planType", accounts.deletes_at is not null as "isClosing",
           accounts.opt_outs_first as "lacksOptOuts",
           accounts.sending_stopped_at as "sendingStoppedAt", accounts.unpaid_texts as "unpaidTexts",
           accounts.cold_texts_per_week as "perWeek", accounts.one_unanswered_cold_text as "oneUnanswered",
           accounts.consent_first as "consentFirst", accounts.texting_hours as "textingHours", grants.granted_at is not null as "isGranted",
           cold.continues is not null as "isCold", coalesce(cold.continues, false) as "continuesTouch",
           candidate.id as "candidateId", coalesce(candidate.phone_number, asked.phone_number) as "phoneNumber",
           candidate.timezone, candidate.zip_code as "zipCode",
           opt_outs.phone_number is not null or coalesce(meanwhile.opted_out, false) as "optedOut",
           conversation.id as "conversationId", conversation.assignee_id as "assigneeId",
           conversation.last_inbound_at as "lastInboundAt", conversation.last_message_id as "lastMessageId",
           case when meanwhile.held then 'hold' else ${holdOf('conversation')} end as hold,
           conversation.unread_reply_at is not null as "hasUnreadReply",
           last.candidate_number as "previousNumber", candidate.number_changed_at as "numberChangedAt",
           candidate.number_changed_by as "numberChangedBy",
           delegates.user_id as "delegateId", ${COVERED_FROM} as "coveredFrom",
           away.ends_at as "coveredUntil",
           ${missedCallSince('conversation', COVERED_FROM)} as "missedCallAt",
           seats.id as "seatId", seats.user_id as "seatUserId", numbers.id as "numberId", numbers.link_status as "linkStatus",
           numbers.phone_number as "from", numbers.registered_at as "registeredAt"
      from ${recordset('asked', asked, { int: ['position'], uuid: ['accountId', 'conversationId', 'candidateId', 'seatId', 'senderId'], text: ['phoneNumber'], timestamptz: ['at', 'warmSince'] })}
      join lateral (
        select plan_type, deletes_at, opt_outs_first, sending_stopped_at, ${unpaidTextsOf('accounts')} as unpaid_texts,
               cold_texts_per_week, one_unanswered_cold_text, consent_first, texting_hours
          from accounts where id = asked.account_id offset 0) as accounts on true
      left join lateral (
        select c.id, c.phone_number, c.timezone, c.zip_code, c.number_changed_at, c.number_changed_by from conversations k
          join candidates c on c.account_id = k.account_id and c.id = k.candidate_id
         where k.account_id = asked.account_id and k.id = asked.conversation_id
        union all
        select c.id, c.phone_number, c.timezone, c.zip_code, c.number_changed_at, c.number_changed_by from candidates c
         where c.account_id = asked.account_id and c.id = asked.candidate_id
        union all
        select c.id, c.phone_number, c.timezone, c.zip_code, c.number_changed_at, c.number_changed_by from candidates c
         where c.account_id = asked.account_id and c.phone_number = asked.phone_number
      ) as candidate on true
      left join lateral (
        select k.* from conversations k where k.account_id = asked.account_id and k.id = asked.conversation_id
        union all
        select k.* from conversations k
         where asked.conversation_id is null and k.account_id = asked.account_id
           and k.candidate_id = candidate.id and k.seat_id = asked.seat_id
      ) as conversation on true
      left join lateral (
        select m.candidate_number from messages m
         where candidate.number_changed_at is not null and m.account_id = asked.account_id
           and m.id = conversation.last_message_id and m.candidate_number <> candidate.phone_number
        offset 0
      ) as last on true
      left join lateral (
        select phone_number from opt_outs
         where account_id = asked.account_id and phone_number = coalesce(candidate.phone_number, asked.phone_number)
        offset 0
      ) as opt_outs on true
      left join lateral (
        select granted_at from consent_grants
         where accounts.consent_first and account_id = asked.account_id
           and phone_number = coalesce(candidate.phone_number, asked.phone_number)
        offset 0
      ) as grants on true
      left join lateral (${askedMeanwhile(sql`asked.account_id`, sql`coalesce(candidate.phone_number, asked.phone_number)`)})
            as meanwhile on true
      left join lateral (
        select coalesce(m.sender_id = asked.sender_id and m.status not in ('canceled', 'failed', 'undelivered')
                 and coalesce(m.scheduled_at, m.created_at) between asked.at - ${SAME_TOUCH} and asked.at + ${SAME_TOUCH},
                 false) as continues
          from (select) as one
          left join messages m on m.account_id = asked.account_id and m.id = conversation.last_message_id
         where asked.warm_since is not null
           and (accounts.cold_texts_per_week is not null or accounts.one_unanswered_cold_text)
           and coalesce(conversation.last_inbound_at <= asked.warm_since, true)
           and not exists (
             select from (${threadsWith(sql`asked.account_id`, sql`coalesce(candidate.phone_number, asked.phone_number)`)}) as t
              where t.last_inbound_at > asked.warm_since)
        offset 0
      ) as cold on true
      left join lateral (
        select * from out_of_office as o
         where o.account_id = asked.account_id and o.user_id = conversation.assignee_id and o.enabled offset 0
      ) as away on true
      left join lateral (
        select user_id from seats where account_id = away.account_id and user_id = away.delegate_user_id offset 0
      ) as delegates on true
      left join lateral (
        select id, user_id from seats
         where account_id = asked.account_id and id = coalesce(conversation.seat_id, asked.seat_id) offset 0
      ) as seats on true
      left join lateral (
        select id, link_status, phone_number, registered_at from numbers
         where account_id = asked.account_id and seat_id = seats.id offset 0
      ) as numbers on true
     order by asked.position`.execute(db);
  return rows;
}

/** 404 for what the person can't see, like for what isn't there. */
export function requireTarget(
  facts: TargetFacts | undefined,
  { session, conversationId, now }: { session: Session; conversationId: string | null; now: Date },
): asserts facts is TargetFacts & { phoneNumber: string } {
  if (facts === undefined || facts.phoneNumber === null) throw new Failure('not_found');
  if (conversationId !== null && (facts.conversationId === null || !maySee(session, facts, now)))
    throw new Failure('not_found');
}
