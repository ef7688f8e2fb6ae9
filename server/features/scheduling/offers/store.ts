import { sql } from 'kysely';
import type { TimeOffer, TimeOfferStatus } from '../../../../contract/time-offers.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Cursor } from '../../../http/page.ts';
import { insertAwaited } from '../../texting/conversations/awaited-answers.ts';
import type { Span } from './free-times.ts';

export interface OfferedTime extends Span {
  number: number;
  held: boolean;
}

export interface OfferRow {
  accountId: string;
  id: string;
  userId: string;
  candidateId: string;
  conversationId: string;
  messageId: string;
  title: string;
  minutes: number;
  location: string | null;
  videoUrl: string | null;
  interviewers: string[];
  sendInvitation: boolean;
  timezone: string;
  earliestHours: number;
  status: TimeOfferStatus;
  withdrawnBecause: TimeOffer['withdrawnBecause'];
  chosen: number | null;
  answeredAt: Date | null;
  interviewId: string | null;
  bookedAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
  /** In the order of their numbers. */
  times: OfferedTime[];
}

const OFFERS = sql`
  select o.account_id as "accountId", o.id, o.user_id as "userId", o.candidate_id as "candidateId",
         o.conversation_id as "conversationId", o.message_id as "messageId", o.title, o.minutes, o.location,
         o.video_url as "videoUrl", o.interviewers, o.send_invitation as "sendInvitation", o.timezone,
         o.earliest_hours as "earliestHours", o.status, o.withdrawn_because as "withdrawnBecause", o.chosen, o.answered_at as "answeredAt",
         o.interview_id as "interviewId", o.booked_at as "bookedAt", o.created_at as "createdAt",
         o.expires_at as "expiresAt"
    from time_offers o`;

async function withTimes(db: Db, offers: Omit<OfferRow, 'times'>[]): Promise<OfferRow[]> {
  if (offers.length === 0) return [];
  const { rows } = await sql<OfferedTime & { offerId: string }>`
    select offer_id as "offerId", number, starts_at as "startsAt", ends_at as "endsAt", held from offered_times
     where account_id = ${offers[0]?.accountId} and offer_id = any(${offers.map(({ id }) => id)}::uuid[])
     order by number`.execute(db);
  return offers.map((offer) => ({
    ...offer,
    times: rows.filter(({ offerId }) => offerId === offer.id).map(({ offerId: _, ...time }) => time),
  }));
}

export async function findOffer(db: Db, accountId: string, id: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`${OFFERS} where o.account_id = ${accountId} and o.id = ${id}`.execute(
    db,
  );
  return (await withTimes(db, rows))[0];
}

/** The same, locked until the transaction ends. */
export async function lockOffer(tx: Tx, accountId: string, id: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    ${OFFERS} where o.account_id = ${accountId} and o.id = ${id} for update of o`.execute(tx);
  return (await withTimes(tx, rows))[0];
}

/** Newest first: the person's own, and those in conversations that they may see. */
export async function listOffers(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  asked: { candidateId: string; conversationIds: string[]; after: Cursor | null; limit: number },
): Promise<OfferRow[]> {
  const { candidateId, conversationIds, after, limit } = asked;
  const { rows } = await sql<OfferRow>`
    ${OFFERS}
     where o.account_id = ${accountId} and o.candidate_id = ${candidateId}
       and (o.user_id = ${userId} or o.conversation_id = any(${conversationIds}::uuid[]))
       and ${after === null ? sql`true` : sql`(o.created_at, o.id) < (${after.at}, ${after.id}::uuid)`}
     order by o.created_at desc, o.id desc limit ${limit}`.execute(db);
  return withTimes(db, rows);
}

/** In one conversation, those that someone may still answer; locked. */
export async function lockUnfinished(
  tx: Tx,
  accountId: string,
  conversation: { id: string; candidateId: string },
): Promise<{ id: string; status: TimeOfferStatus }[]> {
  const { rows } = await sql<{ id: string; status: TimeOfferStatus }>`
    select id, status from time_offers
     where account_id = ${accountId} and candidate_id = ${conversation.candidateId}
       and conversation_id = ${conversation.id} and status in ('open', 'booking', 'needsPerson')
     order by id for update`.execute(tx);
  return rows;
}

export async function insertOffer(tx: Tx, offer: OfferRow): Promise<void> {
  const { accountId, id, userId, candidateId, conversationId, times } = offer;
  await tx
    .insertInto('time_offers')
    .values({
      account_id: accountId,
      id,
      user_id: userId,
      candidate_id: candidateId,
      conversation_id: conversationId,
      message_id: offer.messageId,
      title: offer.title,
      minutes: offer.minutes,
      location: offer.location,
      video_url: offer.videoUrl,
      interviewers: offer.interviewers,
      send_invitation: offer.sendInvitation,
      timezone: offer.timezone,
      earliest_hours: offer.earliestHours,
      status: offer.status,
      created_at: offer.createdAt,
      expires_at: offer.expiresAt,
    })
    .execute();
  await tx
    .insertInto('offered_times')
    .values(
      times.map(({ number, startsAt, endsAt, held }) => ({
        account_id: accountId,
        offer_id: id,
        number,
        user_id: userId,
        starts_at: startsAt,
        ends_at: endsAt,
        held,
      })),
    )
    .execute();
  await insertAwaited(tx, accountId, [
    {
      candidateId,
      kind: 'times',
      subjectId: id,
      conversationId,
      askedAt: offer.createdAt,
      expiresAt: offer.expiresAt,
    },
  ]);
}

interface Change {
  status: TimeOfferStatus;
  chosen?: number;
  answeredAt?: Date;
  interviewId?: string;
  bookedAt?: Date;
}

export async function changeOffer(tx: Tx, accountId: string, id: string, change: Change): Promise<void> {
  await tx
    .updateTable('time_offers')
    .set({
      status: change.status,
      ...(change.chosen === undefined ? {} : { chosen: change.chosen }),
      ...(change.answeredAt === undefined ? {} : { answered_at: change.answeredAt }),
      ...(change.interviewId === undefined ? {} : { interview_id: change.interviewId }),
      ...(change.bookedAt === undefined ? {} : { booked_at: change.bookedAt }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** From now on other events can be at those times: all of them, or those with these numbers. */
export async function releaseTimes(
  tx: Tx,
  accountId: string,
  offerId: string,
  numbers?: number[],
): Promise<void> {
  await sql`
    update offered_times set held = false
     where account_id = ${accountId} and offer_id = ${offerId} and held
       and ${numbers === undefined ? sql`true` : sql`number = any(${numbers}::int[])`}`.execute(tx);
}

/** The person's bookings here: their interviews, and times that other offers of theirs hold. */
export async function listTaken(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  { from, to }: { from: Date; to: Date },
  exceptOfferId: string | null = null,
): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select starts_at as "startsAt", ends_at as "endsAt" from interviews
     where account_id = ${accountId} and created_by = ${userId} and status in ('scheduled', 'confirmed')
       and starts_at < ${to} and ends_at > ${from}
    union all
    select starts_at, ends_at from offered_times
     where account_id = ${accountId} and user_id = ${userId} and held and starts_at < ${to} and ends_at > ${from}
       and offer_id is distinct from ${exceptOfferId}::uuid`.execute(db);
  return rows;
}

/** Open ones that no one answered, and those whose booking never ended. Locked, skipping those that someone is working on. */
export async function lockOverdue(
  tx: Tx,
  { now, answeredBefore, limit }: { now: Date; answeredBefore: Date; limit: number },
): Promise<{ accountId: string; id: string; candidateId: string; status: TimeOfferStatus }[]> {
  const { rows } = await sql<{ accountId: string; id: string; candidateId: string; status: TimeOfferStatus }>`
    select account_id as "accountId", id, candidate_id as "candidateId", status from time_offers
     where status = 'open' and expires_at < ${now} or status = 'booking' and answered_at < ${answeredBefore}
     limit ${limit} for update skip locked`.execute(tx);
  return rows;
}
