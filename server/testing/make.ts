import { v7 as uuidv7 } from 'uuid';
import type { PlanType } from '../../contract/accounts.ts';
import type { DeliveryErrorCode } from '../../contract/delivery-error.ts';
import type { MessageDirection } from '../../contract/messages.ts';
import type { SeatRole, UserType } from '../../contract/seats.ts';
import { countSegments } from '../../contract/segments.ts';
import type { Db } from '../db/connection.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { insertLogin } from '../features/auth/store.ts';
import { insertCandidates, type NewCandidate } from '../features/candidates/store.ts';
import { isAcknowledgment } from '../features/consent/plain-replies.ts';
import { startBackfill } from '../features/texting/text-index/keep-index.ts';
import { insertUser, markEmailVerified } from '../features/users/store.ts';

/* Rows as they would be after the actions that make them; for the demo company and for tests. */

export async function makeAccount(
  db: Db,
  account: {
    name: string;
    type?: 'none' | 'personal' | 'team';
    planType?: PlanType;
    createdAt?: Date;
  },
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('accounts')
    .values({
      id,
      name: account.name,
      type: account.type ?? 'personal',
      plan_type: account.planType ?? 'monthly',
      created_at: account.createdAt ?? new Date(),
    })
    .execute();
  return id;
}

export interface MadePerson {
  accountId: string;
  userId: string;
  seatId: string;
  firstName: string;
  lastName: string;
}

/** A person with a login and a seat. */
export async function makePerson(
  db: Db,
  accountId: string,
  person: {
    firstName: string;
    lastName: string;
    email: string;
    password: string;
    userType?: UserType;
    seatRole?: SeatRole;
    timezone?: string;
  },
): Promise<MadePerson> {
  const userId = uuidv7();
  const seatId = uuidv7();
  await insertUser(db, accountId, {
    id: userId,
    userType: person.userType ?? 'member',
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    passwordHash: await hashPassword(person.password),
    timezone: person.timezone ?? 'America/New_York',
  });
  await markEmailVerified(db, accountId, userId, new Date());
  await insertLogin(db, { email: person.email.toLowerCase(), accountId, userId });
  await db
    .insertInto('seats')
    .values({
      account_id: accountId,
      id: seatId,
      status: 'used',
      seat_role: person.seatRole ?? 'recruiter',
      seat_type: 'texter',
      user_id: userId,
    })
    .execute();
  return { accountId, userId, seatId, firstName: person.firstName, lastName: person.lastName };
}

/** A number of the seat that can text. */
export async function makeNumber(
  db: Db,
  seat: { accountId: string; seatId: string },
  number: { phoneNumber: string; carrier?: string; carrierNumberId?: string },
): Promise<string> {
  const id = uuidv7();
  const now = new Date();
  await db
    .insertInto('numbers')
    .values({
      account_id: seat.accountId,
      id,
      seat_id: seat.seatId,
      phone_number: number.phoneNumber,
      carrier: number.carrier ?? 'simulator',
      carrier_number_id: number.carrierNumberId ?? id,
      link_status: 'linked',
      linked_at: now,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('number_directory')
    .values({ phone_number: number.phoneNumber, account_id: seat.accountId, number_id: id })
    .execute();
  return id;
}

export async function makeCandidate(
  db: Db,
  accountId: string,
  candidate: Omit<NewCandidate, 'id' | 'createdAt'> & { createdAt?: Date },
): Promise<string> {
  const id = uuidv7();
  await insertCandidates(db, accountId, [{ createdAt: new Date(), ...candidate, id }]);
  return id;
}

export interface MadeMessage {
  direction: MessageDirection;
  body: string;
  at: Date;
  /** Delivered by default. */
  status?: 'delivered' | 'undelivered' | 'failed' | 'sent';
  errorCode?: DeliveryErrorCode;
  isAutomatic?: boolean;
  /** The automatic reply to STOP, START or HELP. */
  isConfirmation?: boolean;
  /** What it was written with. */
  templateId?: string | undefined;
}

/** As the product reads it: what answers a question of ours is no acknowledgment. */
const acknowledges = (body: string, before: MadeMessage | undefined) =>
  isAcknowledgment(body) && !(before?.direction === 'outbound' && before.body.includes('?'));

/** A conversation with its texts, oldest first; what the inbox shows of it follows from them. */
export async function makeConversation(
  db: Db,
  place: {
    accountId: string;
    seatId: string;
    userId: string;
    numberId: string;
    candidateId: string;
    candidateNumber: string;
  },
  messages: MadeMessage[],
  state: { unreadCount?: number; isArchived?: boolean; isHeld?: boolean; isOptedOut?: boolean } = {},
): Promise<{ conversationId: string; messageIds: string[] }> {
  const conversationId = uuidv7();
  const rows = messages.map((message, index) => ({
    account_id: place.accountId,
    id: uuidv7({ msecs: message.at.getTime() }),
    conversation_id: conversationId,
    direction: message.direction,
    body: message.body,
    status:
      message.direction === 'inbound' ? ('received' as const) : (message.status ?? ('delivered' as const)),
    segments: Math.max(1, countSegments(message.body).segments),
    number_id: place.numberId,
    candidate_number: place.candidateNumber,
    sender_id: message.direction === 'outbound' && !message.isAutomatic ? place.userId : null,
    seat_id: place.seatId,
    person_id: place.userId,
    is_automatic: message.isAutomatic ?? false,
    is_confirmation: message.isConfirmation ?? false,
    is_acknowledgment: message.direction === 'inbound' && acknowledges(message.body, messages[index - 1]),
    template_id: message.templateId ?? null,
    // Refused, so the carrier never had it.
    carrier_id: message.status === 'failed' ? null : `SM${uuidv7()}`,
    error_code: message.errorCode ?? null,
    attempts: message.direction === 'outbound' ? 1 : 0,
    created_at: message.at,
    sent_at: message.direction === 'outbound' && message.status !== 'failed' ? message.at : null,
    delivered_at:
      message.direction === 'outbound' && (message.status ?? 'delivered') === 'delivered' ? message.at : null,
  }));
  const last = rows.at(-1);
  const lastInbound = rows.filter((row) => row.direction === 'inbound').at(-1);
  const firstUnanswered = rows
    .slice(rows.findLastIndex((row) => row.direction === 'outbound' && !row.is_automatic) + 1)
    .find((row) => row.direction === 'inbound' && !row.is_acknowledgment);
  await db
    .insertInto('conversations')
    .values({
      account_id: place.accountId,
      id: conversationId,
      seat_id: place.seatId,
      candidate_id: place.candidateId,
      assignee_id: place.userId,
      last_message_id: last?.id ?? null,
      last_message_at: last?.created_at ?? new Date(),
      last_inbound_at: lastInbound?.created_at ?? null,
      unread_count: state.unreadCount ?? 0,
      waiting_since: state.isOptedOut ? null : (firstUnanswered?.created_at ?? null),
      archived_at: state.isArchived ? (last?.created_at ?? null) : null,
      held_message_id: state.isHeld ? (lastInbound?.id ?? null) : null,
      held_at: state.isHeld ? (lastInbound?.created_at ?? null) : null,
    })
    .execute();
  if (rows.length > 0) await db.insertInto('messages').values(rows).execute();
  await startBackfill(db, place.accountId);
  return { conversationId, messageIds: rows.map((row) => row.id) };
}
