import { sql } from 'kysely';
import type { PlanType } from '../../../../contract/accounts.ts';
import type { HoldKind } from '../../../../contract/conversations.ts';
import type { LinkStatus } from '../../../../contract/seats.ts';
import type { SendabilityReason } from '../../../../contract/sendability-reason.ts';
import type { TextingHours } from '../../../../contract/texting-hours.ts';
import { raiseAfterCommit } from '../../../db/after-commit.ts';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { setSendingStopped } from '../../accounts/store.ts';
import { giveBackTexts } from '../../billing/ledger/ledger.ts';
import { isAccountStopped, isUsedUp, unpaidTextsOf } from '../../billing/ledger/rules.ts';
import { inMaintenance } from '../../maintenance/store.ts';
import { setNextSendAt } from '../../numbers/store.ts';
import { gateFacts, NUMBER_STANDS } from '../conversations/gate-facts.ts';
import { holdOf } from '../conversations/hold.ts';
import { lockConversations } from '../conversations/lock.ts';
import { changeMessage } from '../conversations/message-store.ts';
import { noteHeld } from '../conversations/note-held.ts';
import { withoutCanceled } from '../conversations/store.ts';
import { decideAtSending, type GateFacts, heldFor } from '../gate/gate.ts';
import { unprocessed } from '../gate/unprocessed.ts';
import { sendingClass } from './find-numbers-to-send.ts';

export interface ClaimedText {
  accountId: string;
  id: string;
  conversationId: string;
  numberId: string;
  from: string;
  to: string;
  body: string;
  segments: number;
  isConfirmation: boolean;
  carrier: string;
  isSandbox: boolean;
}

interface DueText extends ClaimedText {
  senderId: string | null;
  expiresAt: Date | null;
  answersMessageAt: Date | null;
  timezone: string | null;
  zipCode: string | null;
  textingHours: TextingHours[] | null;
  optedOut: boolean;
  hold: HoldKind | null;
  linkStatus: LinkStatus;
  registeredAt: Date | null;
  planType: PlanType;
  /** Null: none count. */
  unpaidTexts: number | null;
  isClosing: boolean;
  lacksOptOuts: boolean;
  consentFirst: boolean;
  /** Consent is on record, or the text asks for it. */
  isGranted: boolean;
  /** A person has chosen its time. */
  isScheduled: boolean;
  senderIsGone: boolean;
  /** The number only receives now. */
  isQuarantined: boolean;
  isReleased: boolean;
  /** The number that the conversation's seat texts from now, if that changed. */
  successorId: string | null;
  successorStatus: LinkStatus | null;
  /** Null: now. */
  nextSendAt: Date | null;
}

type Claim =
  | { text: ClaimedText }
  /** There is one, but the number has to keep the carrier's pace. */
  | { waitUntil: Date }
  | 'settled'
  | 'nothing due';

/**
 * Takes the next due text of a number for sending, past those whose phone is held because a text from it is not processed.
 * It passes the gate once more: much may have happened since it was accepted. The claim is committed before the carrier is
 * called, so whatever happens then, no one sends this text a second time without having asked the carrier.
 */
export async function claimText(deps: Deps, number: { accountId: string; numberId: string }): Promise<Claim> {
  // Texts are seldom canceled or held here. Only then their conversation changes too, and has to be locked first.
  for (let conversationId: string | null = null; ; ) {
    const claim = await claimNext(deps, number, conversationId);
    if (typeof claim === 'string' || !('changes' in claim)) return claim;
    conversationId = claim.changes;
  }
}

function claimNext(
  deps: Deps,
  number: { accountId: string; numberId: string },
  lockedId: string | null,
): Promise<Claim | { changes: string }> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    if (lockedId !== null) await lockConversations(tx, number.accountId, [lockedId]);
    const due = await lockNextDue(tx, deps, number, now);
    if (due === undefined) return 'nothing due';
    if (due.nextSendAt !== null) return { waitUntil: due.nextSendAt };
    if (deps.billing !== null && !due.isConfirmation && isUsedUp(due.unpaidTexts)) {
      // This one and all others wait until the invoice is paid.
      await setSendingStopped(tx, due.accountId, now);
      return 'settled';
    }
    const decision = decide(factsOf(deps, due, now), due);
    if (['cancel', 'hold'].includes(decision.kind) && due.conversationId !== lockedId)
      return { changes: due.conversationId };
    const note = () =>
      publish(tx, [
        {
          accountId: due.accountId,
          kind: 'message.updated',
          subjectId: due.conversationId,
          messageId: due.id,
        },
      ]);
    if (decision.kind === 'send') {
      const pauseMs = (due.segments / deps.carrier.segmentsPerSecond) * 1000;
      await Promise.all([
        sql`
          update messages set status = 'sending', claimed_at = ${now}, attempts = attempts + 1
           where account_id = ${due.accountId} and id = ${due.id}`.execute(tx),
        setNextSendAt(tx, number.accountId, number.numberId, new Date(now.getTime() + pauseMs)),
        note(),
      ]);
      return { text: due };
    }
    if (decision.kind === 'handOver') {
      await moveToNumber(tx, due, decision.numberId);
      return 'settled';
    }
    if (decision.kind === 'hold') await hold(tx, deps, due, decision.reason);
    else await giveUpOrPostpone(tx, deps, due, decision);
    await note();
    return 'settled';
  });
}

function decide(
  facts: GateFacts,
  { isScheduled }: DueText,
): ReturnType<typeof decideAtSending> | { kind: 'hold'; reason: SendabilityReason } {
  const reason = isScheduled ? heldFor(facts) : null;
  return reason === null ? decideAtSending(facts) : { kind: 'hold', reason };
}

async function giveUpOrPostpone(
  tx: Tx,
  deps: Deps,
  due: DueText,
  decision: Extract<ReturnType<typeof decideAtSending>, { kind: 'postpone' | 'refuse' | 'cancel' }>,
): Promise<void> {
  if (decision.kind === 'postpone') {
    const { until } = decision;
    // Its author finds it among those that they have scheduled.
    await sql`
      update messages
         set status = 'scheduled', scheduled_at = ${until}, send_after = ${until},
             cancel_if_answered = case when sender_id is not null then coalesce(cancel_if_answered, false) end
       where account_id = ${due.accountId} and id = ${due.id}`.execute(tx);
  } else {
    await changeMessage(tx, due.accountId, due.id, {
      status: decision.kind === 'refuse' ? 'failed' : 'canceled',
      errorCode: decision.errorCode,
      sendAfter: null,
    });
    await giveBackTexts(tx, deps, due.accountId, [due.id]);
    if (decision.kind === 'cancel') await withoutCanceled(tx, due.accountId, [due.conversationId]);
  }
}

/** It's paid for again if its author sends it. */
async function hold(tx: Tx, deps: Deps, due: DueText, heldReason: SendabilityReason): Promise<void> {
  await changeMessage(tx, due.accountId, due.id, { status: 'scheduled', heldReason, sendAfter: null });
  await giveBackTexts(tx, deps, due.accountId, [due.id]);
  await withoutCanceled(tx, due.accountId, [due.conversationId]);
  await noteHeld(tx, deps, due.accountId, [{ ...due, reason: heldReason }]);
}

function factsOf(deps: Deps, due: DueText, now: Date): GateFacts {
  const { isConfirmation, successorId, to: phoneNumber, expiresAt, answersMessageAt, senderIsGone } = due;
  // Answers to STOP, START and HELP come from the number that was texted, as long as it is ours.
  const isHandedOver =
    successorId !== null && due.successorStatus === 'linked' && (!isConfirmation || due.isReleased);
  const isGone = due.isReleased || (due.isQuarantined && !isConfirmation && successorId === null);
  // It goes to the number that it was accepted for; those of a stopped account are not found.
  const known = { assigneeId: null, sendingStoppedAt: null };
  const target = { ...due, ...NUMBER_STANDS, ...known, phoneNumber };
  return gateFacts(deps, target, {
    at: now,
    isConfirmation,
    expiresAt,
    answersMessageAt,
    senderIsGone,
    // They were reserved.
    hasTextsLeft: true,
    successorId: isHandedOver ? successorId : null,
    linkStatus: isGone ? null : due.linkStatus,
    takesNoTexts: false,
    loops: null,
  });
}

async function moveToNumber(tx: Tx, due: DueText, numberId: string): Promise<void> {
  await sql`
    update messages set number_id = ${numberId} where account_id = ${due.accountId} and id = ${due.id}`.execute(
    tx,
  );
  raiseAfterCommit(tx, 'messages');
}

async function lockNextDue(
  tx: Tx,
  deps: Pick<Deps, 'billing'>,
  number: { accountId: string; numberId: string },
  now: Date,
): Promise<DueText | undefined> {
  const { rows } = await sql<DueText>`
    select m.account_id as "accountId", m.id, m.conversation_id as "conversationId", m.number_id as "numberId",
           numbers.phone_number as "from", m.candidate_number as "to", m.body, m.segments,
           numbers.carrier, accounts.sandbox_of is not null as "isSandbox",
           m.sender_id as "senderId",
           m.is_confirmation as "isConfirmation", m.answers_message_at as "answersMessageAt",
           -- Who has answered isn't asked again.
           least(m.expires_at, question.answered_at) as "expiresAt",
           candidates.timezone, candidates.zip_code as "zipCode", accounts.texting_hours as "textingHours", accounts.plan_type as "planType", ${unpaidTextsOf('accounts')} as "unpaidTexts",
           opt_outs.phone_number is not null as "optedOut", ${holdOf('c')} as hold,
           m.cancel_if_answered is not null as "isScheduled",
           numbers.link_status as "linkStatus", numbers.registered_at as "registeredAt", accounts.deletes_at is not null as "isClosing",
           accounts.opt_outs_first as "lacksOptOuts", accounts.consent_first as "consentFirst",
           not accounts.consent_first or question.phone_number is not null or exists (
             select from consent_grants g
              where g.account_id = m.account_id and g.phone_number = m.candidate_number) as "isGranted",
           m.sender_id is not null and (sender.id is null or sender.deletes_at is not null
             or sender.deactivated_at is not null and not sender.texts_go_on)
           -- A broadcast's texts are those of the person who has the seat it's from, whatever becomes of what they scheduled.
           or m.broadcast_id is not null and not exists (
             select from seats s join users u on u.account_id = s.account_id and u.id = s.user_id
              where s.account_id = m.account_id and s.id = m.seat_id and u.id = m.person_id
                and u.deletes_at is null and u.deactivated_at is null) as "senderIsGone",
           numbers.quarantined_until is not null as "isQuarantined", numbers.released_at is not null as "isReleased",
           successor.id as "successorId", successor.link_status as "successorStatus",
           case when numbers.next_send_at > ${now} then numbers.next_send_at end as "nextSendAt"
      from messages m
      join accounts on accounts.id = m.account_id
      join numbers on numbers.account_id = m.account_id and numbers.id = m.number_id
      join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join candidates on candidates.account_id = c.account_id and candidates.id = c.candidate_id
      left join numbers as successor on successor.account_id = c.account_id and successor.seat_id = c.seat_id
            and successor.id <> m.number_id
      left join users as sender on sender.account_id = m.account_id and sender.id = m.sender_id
      left join opt_outs on opt_outs.account_id = m.account_id and opt_outs.phone_number = m.candidate_number
      left join consent_requests as question on question.account_id = m.account_id
            and question.phone_number = m.candidate_number and question.wording = m.body
     where m.account_id = ${number.accountId} and m.number_id = ${number.numberId}
       and m.status in ('scheduled', 'queued') and m.send_after <= ${now}
       and not ${inMaintenance} and not exists (${unprocessed})
       and (m.is_confirmation or not ${isAccountStopped(deps)})
     order by ${sendingClass}, m.send_after, m.id
     limit 1
       for no key update of m skip locked`.execute(tx);
  return rows[0];
}

/** Texts that the carrier took, and whose last receipt hasn't come. The newest first: for the oldest it may never come. */
export async function findSilent(
  db: Db,
  claimed: { after: Date; before: Date },
  limit: number,
): Promise<{ accountId: string; id: string }[]> {
  const { rows } = await sql<{ accountId: string; id: string }>`
    select account_id as "accountId", id from messages
     where status in ('sending', 'sent') and carrier_id is not null
       and claimed_at > ${claimed.after} and claimed_at < ${claimed.before}
     order by claimed_at desc limit ${limit}`.execute(db);
  return rows;
}

/** Texts that were claimed and never heard of again: their process died between the claim and the outcome. */
export async function findLostClaims(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ accountId: string; id: string; conversationId: string }[]> {
  const { rows } = await sql<{ accountId: string; id: string; conversationId: string }>`
    select account_id as "accountId", id, conversation_id as "conversationId" from messages
     where status = 'sending' and carrier_id is null and claimed_at < ${before}
     order by claimed_at limit ${limit}`.execute(db);
  return rows;
}
