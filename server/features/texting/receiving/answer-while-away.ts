import { sql } from 'kysely';
import type { PlanType } from '../../../../contract/accounts.ts';
import type { HoldKind } from '../../../../contract/conversations.ts';
import type { LinkStatus } from '../../../../contract/seats.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { lockRemainingTexts, reserveTexts } from '../../billing/ledger/ledger.ts';
import { isPrepaid, paymentFacts, unpaidTextsOf } from '../../billing/ledger/rules.ts';
import {
  callsForReply,
  isMachine,
  type Period,
  REPEATS_WITHIN_MS,
  replyText,
} from '../../out-of-office/rules.ts';
import { claimReply } from '../../out-of-office/store.ts';
import { waitsForRegistration } from '../../registration/rules.ts';
import { holdOf } from '../conversations/hold.ts';
import { automaticText, writeTexts } from '../conversations/write-texts.ts';
import { decideAutomatic, type GateFacts } from '../gate/gate.ts';
import { findAutomaticFacts } from '../sending/automatic-facts.ts';

/** An absence of the person to whose seat a text came; switched on, be it for later. */
export interface Absence extends Period {
  id: string;
  userId: string;
  message: string;
}

interface Arrived {
  accountId: string;
  conversationId: string;
  candidateId: string;
  messageId: string;
  /** E.164, of who wrote. */
  from: string;
  body: string;
  writtenAt: Date;
  receivedAt: Date;
  isOptedOut: boolean;
}

/**
 * The out-of-office reply to a text that has just been worked in, in the same transaction: once for each candidate and
 * absence. It goes out as any text does, so consent and the hour are looked at again when it is sent.
 */
export async function answerWhileAway(tx: Tx, deps: Deps, absence: Absence, arrived: Arrived): Promise<void> {
  const { accountId, conversationId, candidateId, receivedAt } = arrived;
  const now = deps.clock();
  if (!callsForReply({ ...arrived, period: absence, now })) return;
  const [facts, automatic] = await Promise.all([
    findFacts(tx, arrived),
    findAutomaticFacts(tx, accountId, [candidateId], now),
  ]);
  const { companyName, hasBeenTexted, numberId } = facts;
  const automaticTexts = automatic.get(candidateId)?.automaticTexts ?? [];
  if (decideAutomatic(gateFacts(deps, arrived, facts, { now, automaticTexts })).kind !== 'send') return;
  if (numberId === null) return;
  const body = replyText(absence.message, hasBeenTexted ? null : { companyName });
  const reply = automaticText(
    {
      accountId,
      id: deps.newId(),
      conversationId,
      body,
      numberId,
      candidateNumber: arrived.from,
      automationId: null,
      isConfirmation: false,
      answersMessageAt: receivedAt,
      expiresAt: null,
    },
    now,
  );
  // Who buys texts later may still be the one to answer.
  if (
    isPrepaid(deps, facts) &&
    ((await lockRemainingTexts(tx, [accountId])).get(accountId) ?? 0) < reply.segments
  )
    return;
  const { userId, id: absenceId } = absence;
  if (!(await claimReply(tx, { accountId, userId, candidateId, absenceId, at: now }))) return;

  if (isPrepaid(deps, facts)) await reserveTexts(tx, [reply]);
  await writeTexts(tx, [reply]);
}

function gateFacts(
  deps: Deps,
  arrived: Arrived,
  facts: Facts,
  { now, automaticTexts }: { now: Date; automaticTexts: Date[] },
): GateFacts {
  return {
    at: now,
    isConfirmation: false,
    expiresAt: null,
    answersMessageAt: arrived.receivedAt,
    senderIsGone: false,
    isClosing: facts.isClosing,
    planType: facts.planType,
    ...paymentFacts(deps, facts),
    // Looked at last, since it has to be locked.
    hasTextsLeft: true,
    successorId: null,
    linkStatus: facts.linkStatus,
    isUnregistered: waitsForRegistration(deps, facts, arrived.from),
    isOptedOut: arrived.isOptedOut,
    hold: facts.hold,
    hasUnreadReply: false,
    // They have just written from it.
    isNumberUnconfirmed: false,
    takesNoTexts: false,
    // Looked at when it is sent.
    quietUntil: null,
    loops: {
      automaticTexts,
      lastTypedAt: arrived.receivedAt,
      evenInConversation: true,
      answersAutomatic: isMachine({ ...arrived, ...facts }),
    },
  };
}

const HOUR = 3600_000;

interface Facts {
  companyName: string;
  planType: PlanType;
  sendingStoppedAt: Date | null;
  unpaidTexts: number | null;
  isClosing: boolean;
  /** The number that the seat texts from, which may not be the one that was texted. */
  numberId: string | null;
  phoneNumber: string | null;
  linkStatus: LinkStatus | null;
  registeredAt: Date | null;
  hold: HoldKind | null;
  isBusinessNumber: boolean;
  repeats: boolean;
  automaticTexts: number;
  hasBeenTexted: boolean;
}

/** What the rules have to know beside the text itself; one look at the account, the number and the end of the thread. */
async function findFacts(
  tx: Tx,
  { accountId, conversationId, messageId, from, body, receivedAt }: Arrived,
): Promise<Facts> {
  const lastHour = new Date(receivedAt.getTime() - HOUR);
  const justNow = new Date(receivedAt.getTime() - REPEATS_WITHIN_MS);
  const inThread = sql`m.account_id = ${accountId} and m.conversation_id = ${conversationId}`;
  const { rows } = await sql<Facts>`
    select a.name as "companyName", a.plan_type as "planType", a.deletes_at is not null as "isClosing",
           a.sending_stopped_at as "sendingStoppedAt", ${unpaidTextsOf('a')} as "unpaidTexts",
           n.id as "numberId", n.phone_number as "phoneNumber", n.link_status as "linkStatus",
           n.registered_at as "registeredAt", ${holdOf('c')} as hold,
           exists (select 1 from number_directory where phone_number = ${from}) as "isBusinessNumber",
           exists (select 1 from messages m
                    where ${inThread} and m.created_at > ${justNow} and m.direction = 'inbound'
                      and m.id <> ${messageId} and m.body = ${body} and m.body <> '') as "repeats",
           (select count(*)::int from messages m
             where ${inThread} and m.created_at > ${lastHour} and m.is_automatic) as "automaticTexts",
           -- In the order of the index, or a long thread has the whole table read.
           coalesce((select true from messages m where ${inThread} and m.direction = 'outbound'
                      order by m.created_at desc limit 1), false) as "hasBeenTexted"
      from conversations c
      join accounts a on a.id = c.account_id
      left join numbers n on n.account_id = c.account_id and n.seat_id = c.seat_id
     where c.account_id = ${accountId} and c.id = ${conversationId}`.execute(tx);
  const [facts] = rows;
  if (facts === undefined) throw new Error('A conversation that was just written to is not there');
  return facts;
}
