import { sql } from 'kysely';
import type { PlanType } from '../../../contract/accounts.ts';
import type { LinkStatus } from '../../../contract/seats.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { nextSendAt } from '../consent/quiet-hours.ts';
import { COVERED_FROM, missedCallSince } from '../conversations/missed-calls.ts';
import { type Cover, maySee } from '../conversations/rules.ts';
import { waitsForRegistration } from '../registration/rules.ts';
import { isStopped } from '../usage/rules.ts';
import type { GateFacts } from './gate.ts';
import { askedMeanwhile } from './unheard.ts';

/** Where a text is to go: one of the three. */
interface Target {
  accountId: string;
  conversationId: string | null;
  candidateId: string | null;
  phoneNumber: string | null;
  /** The seat of the person who sends; a given conversation goes from its own. */
  seatId: string | null;
}

export interface TargetFacts extends Cover {
  /** Null: the account has no such candidate yet. */
  candidateId: string | null;
  phoneNumber: string | null;
  timezone: string | null;
  /** Also by a text that is not worked in, and so with `isHeld`. */
  optedOut: boolean;
  conversationId: string | null;
  assigneeId: string | null;
  lastInboundAt: Date | null;
  isHeld: boolean;
  seatId: string | null;
  seatUserId: string | null;
  numberId: string | null;
  linkStatus: LinkStatus | null;
  /** The number that it goes from. */
  from: string | null;
  registeredAt: Date | null;
  planType: PlanType;
  sendingStoppedAt: Date | null;
  /** The account is about to be deleted. */
  isClosing: boolean;
}

/**
 * What the rules need to know of each target, in the order of the targets, in one query. A given conversation or
 * candidate that the account does not have leaves its ids null. `offset 0` keeps the plan that serves all targets from joining
 * whole tables of an account: each target takes one row of each index.
 */
export async function findTargetFacts(db: Db, targets: Target[]): Promise<TargetFacts[]> {
  const asked = targets.map((target, position) => ({
    position,
    account_id: target.accountId,
    conversation_id: target.conversationId,
    candidate_id: target.candidateId,
    phone_number: target.phoneNumber,
    seat_id: target.seatId,
  }));
  const { rows } = await sql<TargetFacts & { position: number }>`
    select asked.position, accounts.plan_type as "planType", accounts.deletes_at is not null as "isClosing",
           accounts.sending_stopped_at as "sendingStoppedAt",
           candidate.id as "candidateId", coalesce(candidate.phone_number, asked.phone_number) as "phoneNumber",
           candidate.timezone,
           opt_outs.phone_number is not null or coalesce(meanwhile.opted_out, false) as "optedOut",
           conversation.id as "conversationId", conversation.assignee_id as "assigneeId",
           conversation.last_inbound_at as "lastInboundAt",
           conversation.held_message_id is not null or coalesce(meanwhile.held, false) as "isHeld",
           delegates.user_id as "delegateId", ${COVERED_FROM} as "coveredFrom",
           away.ends_at as "coveredUntil",
           ${missedCallSince('conversation', COVERED_FROM)} as "missedCallAt",
           seats.id as "seatId", seats.user_id as "seatUserId", numbers.id as "numberId", numbers.link_status as "linkStatus",
           numbers.phone_number as "from", numbers.registered_at as "registeredAt"
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
           as asked(position int, account_id uuid, conversation_id uuid, candidate_id uuid, phone_number text, seat_id uuid)
      join lateral (select plan_type, deletes_at, sending_stopped_at from accounts where id = asked.account_id offset 0) as accounts on true
      left join lateral (
        select c.id, c.phone_number, c.timezone from conversations k
          join candidates c on c.account_id = k.account_id and c.id = k.candidate_id
         where k.account_id = asked.account_id and k.id = asked.conversation_id
        union all
        select c.id, c.phone_number, c.timezone from candidates c
         where c.account_id = asked.account_id and c.id = asked.candidate_id
        union all
        select c.id, c.phone_number, c.timezone from candidates c
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
        select phone_number from opt_outs
         where account_id = asked.account_id and phone_number = coalesce(candidate.phone_number, asked.phone_number)
        offset 0
      ) as opt_outs on true
      left join lateral (${askedMeanwhile(sql`asked.account_id`, sql`coalesce(candidate.phone_number, asked.phone_number)`)})
            as meanwhile on true
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

/** 404 for what the person can't see, as for what isn't there. */
export function requireTarget(
  facts: TargetFacts | undefined,
  { session, conversationId, now }: { session: Session; conversationId: string | null; now: Date },
): asserts facts is TargetFacts & { phoneNumber: string } {
  if (facts === undefined || facts.phoneNumber === null) throw new Failure('not_found');
  if (conversationId !== null && (facts.conversationId === null || !maySee(session, facts, now)))
    throw new Failure('not_found');
}

/** What the gate asks about the text itself, beside where it goes. */
type TextFacts = Pick<
  GateFacts,
  'at' | 'expiresAt' | 'answersMessageAt' | 'hasTextsLeft' | 'takesNoTexts' | 'loops'
>;

/** Of a text that is not written yet. */
export function gateFacts(
  deps: Deps,
  target: TargetFacts & { phoneNumber: string },
  text: TextFacts,
): GateFacts {
  const { phoneNumber, timezone, registeredAt } = target;
  return {
    ...text,
    isConfirmation: false,
    senderIsGone: false,
    isClosing: target.isClosing,
    planType: target.planType,
    isOverdue: isStopped(deps, target),
    successorId: null,
    linkStatus: target.linkStatus,
    isUnregistered: waitsForRegistration(deps, { phoneNumber: target.from, registeredAt }, phoneNumber),
    isOptedOut: target.optedOut,
    isHeld: target.isHeld,
    quietUntil: deps.quietHoursEnforced ? nextSendAt(text.at, { timezone, phoneNumber }) : null,
  };
}

/** Of one that a person types, who has the last word. */
export function typedFacts(
  deps: Deps,
  target: TargetFacts & { phoneNumber: string },
  text: Pick<TextFacts, 'at' | 'hasTextsLeft' | 'takesNoTexts'>,
): GateFacts {
  const { lastInboundAt: answersMessageAt } = target;
  return gateFacts(deps, target, { ...text, answersMessageAt, expiresAt: null, loops: null });
}
