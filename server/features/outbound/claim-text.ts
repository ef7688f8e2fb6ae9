import { sql } from 'kysely';
import type { LinkStatus } from '../../../contract/seats.ts';
import { raiseAfterCommit } from '../../db/after-commit.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { nextSendAt } from '../consent/quiet-hours.ts';
import { changeMessage } from '../conversations/message-store.ts';
import { withoutCanceled } from '../conversations/store.ts';
import { setNextSendAt } from '../numbers/store.ts';
import { waitsForRegistration } from '../registration/rules.ts';
import { giveBackTexts } from '../usage/ledger.ts';
import { isAccountStopped } from '../usage/rules.ts';
import { hasJustWritten } from './rules.ts';
import { sendingClass } from './sending-class.ts';
import { unheard } from './unheard.ts';

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
}

interface DueText extends ClaimedText {
  answersMessageAt: Date | null;
  timezone: string | null;
  optedOut: boolean;
  isHeld: boolean;
  linkStatus: LinkStatus;
  registeredAt: Date | null;
  isClosing: boolean;
  /** Who wrote it has left, or is leaving, and nobody decided that their texts go out all the same. */
  senderIsGone: boolean;
  /** The number only receives by now. */
  isQuarantined: boolean;
  isReleased: boolean;
  /** The number from which the conversation's seat texts now, when that is another one. */
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
 * Takes the next due text of a number for sending, past those whose phone is held because a text from it is not worked in.
 * Consent, holds, the number and the hour are looked at once more: much may have happened since it was accepted. The claim
 * is committed before the carrier is called, so whatever happens then, nobody sends this text a second time without having
 * asked the carrier.
 */
export async function claimText(deps: Deps, number: { accountId: string; numberId: string }): Promise<Claim> {
  return inTransaction(deps.db, async (tx): Promise<Claim> => {
    const now = deps.clock();
    const due = await lockNextDue(tx, deps, number, now);
    if (due === undefined) return 'nothing due';
    if (due.nextSendAt !== null) return { waitUntil: due.nextSendAt };
    const decision = decideAtSending(deps, due, now);
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
    if (decision.kind === 'refuse') {
      await changeMessage(tx, due.accountId, due.id, {
        status: 'failed',
        errorCode: decision.errorCode,
        sendAfter: null,
      });
      await giveBackTexts(tx, deps, due.accountId, [due.id]);
    } else if (decision.kind === 'cancel') {
      await changeMessage(tx, due.accountId, due.id, {
        status: 'canceled',
        errorCode: 'sender_left',
        sendAfter: null,
      });
      await giveBackTexts(tx, deps, due.accountId, [due.id]);
      await withoutCanceled(tx, due.accountId, [due.conversationId]);
    } else {
      const { until } = decision;
      await changeMessage(tx, due.accountId, due.id, {
        status: 'scheduled',
        scheduledAt: until,
        sendAfter: until,
      });
    }
    await note();
    return 'settled';
  });
}

type Decision =
  | { kind: 'send' }
  | { kind: 'refuse'; errorCode: 'opted_out' | 'held' | 'sender_not_usable' | 'number_not_registered' }
  | { kind: 'cancel' }
  | { kind: 'postpone'; until: Date }
  /** The seat has another number by now: the text goes from that one. */
  | { kind: 'handOver'; numberId: string };

function decideAtSending(deps: Deps, due: DueText, now: Date): Decision {
  // It was being accepted, or was at a carrier that did not take it, while the others of this person were canceled.
  if (due.senderIsGone) return { kind: 'cancel' };
  // Automatic answers come from the number that was texted, as long as it is ours.
  if (due.successorId !== null && due.successorStatus === 'linked' && (!due.isConfirmation || due.isReleased))
    return { kind: 'handOver', numberId: due.successorId };
  const isGone = due.isReleased || (due.isQuarantined && !due.isConfirmation && due.successorId === null);
  if (isGone || due.linkStatus !== 'linked') return { kind: 'refuse', errorCode: 'sender_not_usable' };
  // Carriers block even the answer to STOP.
  if (waitsForRegistration(deps, { phoneNumber: due.from, registeredAt: due.registeredAt }, due.to))
    return { kind: 'refuse', errorCode: 'number_not_registered' };
  // The confirmation of an opt-out must not be stopped by that opt-out.
  if (due.isConfirmation) return { kind: 'send' };
  if (due.isClosing) return { kind: 'refuse', errorCode: 'sender_not_usable' };
  if (due.optedOut) return { kind: 'refuse', errorCode: 'opted_out' };
  if (due.isHeld) return { kind: 'refuse', errorCode: 'held' };
  const until = deps.quietHoursEnforced
    ? nextSendAt(now, { timezone: due.timezone, phoneNumber: due.to })
    : null;
  if (until !== null && !hasJustWritten({ lastInboundAt: due.answersMessageAt, now }))
    return { kind: 'postpone', until };
  return { kind: 'send' };
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
           m.is_confirmation as "isConfirmation", m.answers_message_at as "answersMessageAt", candidates.timezone,
           opt_outs.phone_number is not null as "optedOut", c.held_message_id is not null as "isHeld",
           numbers.link_status as "linkStatus", numbers.registered_at as "registeredAt", accounts.deletes_at is not null as "isClosing",
           m.sender_id is not null and (sender.id is null or sender.deletes_at is not null
             or sender.deactivated_at is not null and not sender.texts_go_on) as "senderIsGone",
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
     where m.account_id = ${number.accountId} and m.number_id = ${number.numberId}
       and m.status in ('scheduled', 'queued') and m.send_after <= ${now}
       and not exists (${unheard})
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
