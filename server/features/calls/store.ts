import { sql } from 'kysely';
import type { PlanType } from '../../../contract/accounts.ts';
import type { CallForwardingHours } from '../../../contract/calls.ts';
import type { Feature } from '../../../contract/features.ts';
import { personName } from '../../../contract/person-name.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { CallStatus } from './rules.ts';

export interface CallRow {
  accountId: string;
  id: string;
  carrierCallId: string;
  numberId: string;
  seatId: string;
  seatUserId: string | null;
  companyName: string;
  businessNumber: string;
  caller: string | null;
  forwardedTo: string | null;
  status: CallStatus;
  acceptedAt: Date | null;
  seconds: number | null;
  messageId: string | null;
  startedAt: Date;
  endedAt: Date | null;
}

function calls(db: Db) {
  return db
    .selectFrom('calls')
    .innerJoin('seats', (join) =>
      join.onRef('seats.account_id', '=', 'calls.account_id').onRef('seats.id', '=', 'calls.seat_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'calls.account_id')
    .select([
      'calls.account_id as accountId',
      'calls.id',
      'calls.carrier_call_id as carrierCallId',
      'calls.number_id as numberId',
      'calls.seat_id as seatId',
      'seats.user_id as seatUserId',
      'accounts.name as companyName',
      'calls.business_number as businessNumber',
      'calls.caller',
      'calls.forwarded_to as forwardedTo',
      'calls.status',
      'calls.accepted_at as acceptedAt',
      'calls.seconds',
      'calls.message_id as messageId',
      'calls.started_at as startedAt',
      'calls.ended_at as endedAt',
    ]);
}

export function findCall(db: Db, accountId: string, id: string): Promise<CallRow | undefined> {
  return calls(db).where('calls.account_id', '=', accountId).where('calls.id', '=', id).executeTakeFirst();
}

/** Waits for any other webhook about the same call. */
export function lockCall(
  tx: Tx,
  accountId: string,
  which: { id: string } | { carrierCallId: string },
): Promise<CallRow | undefined> {
  const query = calls(tx).where('calls.account_id', '=', accountId);
  return (
    'id' in which
      ? query.where('calls.id', '=', which.id)
      : query.where('calls.carrier_call_id', '=', which.carrierCallId)
  )
    .forUpdate('calls')
    .executeTakeFirst();
}

/** False: the carrier has reported this call before. */
export async function insertCall(
  tx: Tx,
  call: {
    accountId: string;
    id: string;
    carrierCallId: string;
    numberId: string;
    seatId: string;
    businessNumber: string;
    caller: string | null;
    forwardedTo: string | null;
    startedAt: Date;
  },
): Promise<boolean> {
  const result = await tx
    .insertInto('calls')
    .values({
      account_id: call.accountId,
      id: call.id,
      carrier_call_id: call.carrierCallId,
      number_id: call.numberId,
      seat_id: call.seatId,
      business_number: call.businessNumber,
      caller: call.caller,
      forwarded_to: call.forwardedTo,
      status: 'ringing',
      started_at: call.startedAt,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'carrier_call_id']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function changeCall(
  tx: Tx,
  call: { accountId: string; id: string },
  change: {
    status?: CallStatus;
    acceptedAt?: Date;
    seconds?: number | null;
    messageId?: string | null;
    endedAt?: Date;
    forwardedTo?: null;
  },
): Promise<void> {
  await tx
    .updateTable('calls')
    .set({
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.acceptedAt === undefined ? {} : { accepted_at: change.acceptedAt }),
      ...(change.seconds === undefined ? {} : { seconds: change.seconds }),
      ...(change.messageId === undefined ? {} : { message_id: change.messageId }),
      ...(change.endedAt === undefined ? {} : { ended_at: change.endedAt }),
      ...(change.forwardedTo === undefined ? {} : { forwarded_to: change.forwardedTo }),
    })
    .where('account_id', '=', call.accountId)
    .where('id', '=', call.id)
    .execute();
}

const FORWARDING_ABROAD: Feature = 'callForwardingAbroad';

/** Whose number it is, and what its person has set. Undefined: no one has it. */
export async function findReceiver(db: Db, phoneNumber: string) {
  const { rows } = await sql<{
    accountId: string;
    companyName: string;
    planType: PlanType;
    mayForwardAbroad: boolean;
    numberId: string;
    seatId: string;
    userId: string | null;
    forwardingEnabled: boolean;
    forwardingNumber: string | null;
    forwardingHours: CallForwardingHours;
    timezone: string;
  }>`
    select n.account_id as "accountId", a.name as "companyName", a.plan_type as "planType",
           ${FORWARDING_ABROAD} = any(a.features_enabled) as "mayForwardAbroad", n.id as "numberId", s.id as "seatId",
           u.id as "userId", coalesce(u.call_forwarding_enabled, false) as "forwardingEnabled",
           u.call_forwarding_number as "forwardingNumber", coalesce(u.call_forwarding_hours, 'always') as "forwardingHours",
           coalesce(u.timezone, 'UTC') as timezone
      from number_directory d
      join numbers n on n.account_id = d.account_id and n.id = d.number_id
      join seats s on s.account_id = n.account_id and s.id = coalesce(n.seat_id, n.inbound_seat_id)
      join accounts a on a.id = n.account_id
      left join users u on u.account_id = s.account_id and u.id = s.user_id and u.deactivated_at is null
     where d.phone_number = ${phoneNumber}`.execute(db);
  return rows[0];
}

/** Which of these are business numbers here whose calls come to us: those of landlines don't. */
export async function findOurNumbers(db: Db, phoneNumbers: (string | null)[]): Promise<Set<string>> {
  const asked = phoneNumbers.filter((phoneNumber) => phoneNumber !== null);
  if (asked.length === 0) return new Set();
  const rows = await db
    .selectFrom('number_directory as directory')
    .innerJoin('numbers', (join) =>
      join
        .onRef('numbers.account_id', '=', 'directory.account_id')
        .onRef('numbers.id', '=', 'directory.number_id'),
    )
    .select('directory.phone_number as phoneNumber')
    .where('directory.phone_number', 'in', asked)
    .where('numbers.is_landline', '=', false)
    .execute();
  return new Set(rows.map((row) => row.phoneNumber));
}

/**
 * Whether another call that has been ringing since a time came to this number from this caller, or rings at the caller's phone: a
 * phone that is rung does not call, it forwards. Across all accounts, since two people's phones may forward to each other.
 */
export async function ringsAlready(
  db: Db,
  call: { carrierCallId: string; caller: string | null; businessNumber: string; since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('calls')
    .select('id')
    .where('status', '=', 'ringing')
    .where('started_at', '>=', call.since)
    .where('carrier_call_id', '<>', call.carrierCallId)
    .where('forwarded_to', 'is not', null)
    .where('accepted_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((calls) =>
      calls.or([
        calls('forwarded_to', '=', call.caller),
        calls.and([
          calls('business_number', '=', call.businessNumber),
          calls('caller', 'is not distinct from', call.caller),
        ]),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

export async function findCallerName(db: Db, accountId: string, phoneNumber: string): Promise<string> {
  const candidate = await db
    .selectFrom('candidates')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('account_id', '=', accountId)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst();
  return candidate === undefined ? '' : personName(candidate);
}

/** Of all accounts: calls that have rung, or been answered, for longer than any call can. */
export function listLostCalls(
  db: Db,
  started: { ringingBefore: Date; acceptedBefore: Date },
  limit: number,
): Promise<{ accountId: string; id: string }[]> {
  return db
    .selectFrom('calls')
    .select(['account_id as accountId', 'id'])
    .where('status', '=', 'ringing')
    .where('started_at', '<', started.ringingBefore)
    .where((calls) =>
      calls.or([calls('accepted_at', 'is', null), calls('started_at', '<', started.acceptedBefore)]),
    )
    .orderBy('started_at')
    .limit(limit)
    .execute();
}

/** Of any account: a call forwarded to it would be forwarded again. */
export async function isBusinessNumber(db: Db, phoneNumber: string): Promise<boolean> {
  return (await findOurNumbers(db, [phoneNumber])).size > 0;
}

export async function setForwarding(
  db: Db,
  accountId: string,
  userId: string,
  forwarding: {
    enabled: boolean;
    number: string | null;
    hours?: CallForwardingHours | undefined;
  },
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      call_forwarding_enabled: forwarding.enabled,
      call_forwarding_number: forwarding.number,
      ...(forwarding.hours === undefined ? {} : { call_forwarding_hours: forwarding.hours }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
}
