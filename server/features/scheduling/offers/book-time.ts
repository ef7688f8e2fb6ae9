import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { writeAutomatic } from '../../texting/sending/write-automatic.ts';
import { lockCalendarOf } from '../interviews/lock-calendar.ts';
import { insertInterview } from '../interviews/store.ts';
import { type Calendars, connectedCalendars } from './calendars.ts';
import { closeOffer } from './close-offer.ts';
import { bookedText, goneText } from './compose-offer.ts';
import { overlaps, type Span } from './free-times.ts';
import { giveToPerson } from './give-to-person.ts';
import { tellInvited } from './invite.ts';
import { rangeOf } from './send-offer.ts';
import {
  changeOffer,
  findOffer,
  listTaken,
  lockOffer,
  type OfferedTime,
  type OfferRow,
  releaseTimes,
} from './store.ts';

/** Books the time that a candidate chose. */
export const bookTime = jobKind({
  name: 'bookTime',
  payload: z.object({ accountId: z.uuid(), offerId: z.uuid() }),
  maxAttempts: 12,
});

const ASK_AGAIN_MS = 30_000;
/** After this a person answers the candidate. */
const GIVE_UP_MS = 10 * 60_000;

type Payload = z.output<typeof bookTime.payload>;

/**
 * All that booking brings about is written in one transaction, with the state of the offer: a run that breaks off has done
 * nothing, and one that comes again finds it done.
 */
export async function runBookTime(
  deps: Deps,
  payload: Payload,
  calendars: Calendars = connectedCalendars,
): Promise<void> {
  const offer = await findOffer(deps.db, payload.accountId, payload.offerId);
  if (offer?.status !== 'booking' || offer.answeredAt === null) return;
  const { busy, incomplete } = await calendars.listBusyOf(deps, offer, rangeOf(offer.times));
  if (incomplete.length === 0) {
    await inTransaction(deps.db, (tx) => book(tx, deps, payload, busy));
    return;
  }
  const now = deps.clock().getTime();
  if (now - offer.answeredAt.getTime() < GIVE_UP_MS)
    await enqueue(deps.db, [{ kind: bookTime, payload, runAt: new Date(Date.now() + ASK_AGAIN_MS) }]);
  else await inTransaction(deps.db, (tx) => giveUp(tx, deps, payload));
}

/** In the order that is the same everywhere: conversation, calendar, offer. Undefined: someone else has done it. */
async function lockBooking(tx: Tx, { accountId, offerId }: Payload) {
  const known = await findOffer(tx, accountId, offerId);
  if (known === undefined) return undefined;
  await sql`
    select 1 from conversations where account_id = ${accountId} and id = ${known.conversationId}
       for no key update`.execute(tx);
  await lockCalendarOf(tx, accountId, known.userId);
  const offer = await lockOffer(tx, accountId, offerId);
  const chosen = offer?.times.find(({ number }) => number === offer.chosen);
  if (offer?.status !== 'booking' || offer.answeredAt === null || chosen === undefined) return undefined;
  return { offer, chosen, answeredAt: offer.answeredAt };
}

async function giveUp(tx: Tx, deps: Deps, payload: Payload): Promise<void> {
  const locked = await lockBooking(tx, payload);
  if (locked !== undefined) await giveToPerson(tx, deps, locked.offer, 'unreachable');
}

async function book(tx: Tx, deps: Deps, payload: Payload, busy: Span[]): Promise<void> {
  const locked = await lockBooking(tx, payload);
  if (locked === undefined) return;
  const { offer, chosen, answeredAt } = locked;
  if (!(await isHere(tx, offer))) return giveToPerson(tx, deps, offer, 'left');
  const taken = [...busy, ...(await listTaken(tx, offer, rangeOf(offer.times), offer.id))];
  const now = deps.clock();
  // A calendar that took its time is not the candidate's fault.
  const soon = answeredAt.getTime() + offer.earliestHours * 3600_000;
  const isFree = (time: OfferedTime) =>
    time.held && time.startsAt.getTime() >= soon && time.startsAt > now && !overlaps(time, taken);
  if (isFree(chosen)) return takeTime(tx, deps, { ...offer, answeredAt }, chosen);
  const left = offer.times.filter(isFree);
  await releaseTimes(
    tx,
    offer.accountId,
    offer.id,
    offer.times.flatMap((time) => (left.includes(time) ? [] : [time.number])),
  );
  const body = goneText(left, offer.timezone);
  const isTexted = await writeAutomatic(tx, deps, {
    ...offer,
    body,
    answersMessageAt: answeredAt,
    expiresAt: rangeOf(offer.times).to,
    answersAutomatic: false,
  });
  if (left.length === 0 || !isTexted) return giveToPerson(tx, deps, offer, 'gone');
  await changeOffer(tx, offer.accountId, offer.id, { status: 'open' });
  await waitNoMore(tx, offer.accountId, offer.conversationId, answeredAt);
}

async function isHere(db: Db, { accountId, userId }: OfferRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where account_id = ${accountId} and id = ${userId} and deactivated_at is null and deletes_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

async function takeTime(
  tx: Tx,
  deps: Deps,
  offer: OfferRow & { answeredAt: Date },
  { startsAt, endsAt }: Span,
): Promise<void> {
  const { accountId, userId, candidateId, conversationId, title, location, videoUrl, timezone } = offer;
  const now = deps.clock();
  const interviewId = deps.newId();
  const fields = { title, location, videoUrl, interviewers: offer.interviewers, timezone };
  await insertInterview(tx, accountId, {
    ...fields,
    id: interviewId,
    candidateId,
    createdById: userId,
    at: now,
    startsAt,
    endsAt,
    status: 'scheduled',
    rescheduleRequestedAt: null,
  });
  await closeOffer(tx, offer, { status: 'booked', interviewId, bookedAt: now });
  await noteInLog(tx, deps, offer);
  const body = bookedText({ startsAt, location, videoUrl }, timezone);
  if (
    await writeAutomatic(tx, deps, {
      ...offer,
      body,
      answersMessageAt: offer.answeredAt,
      expiresAt: startsAt,
      answersAutomatic: false,
    })
  )
    await waitNoMore(tx, accountId, conversationId, offer.answeredAt);
  await tellInvited(tx, deps, {
    accountId,
    interviewId,
    userId,
    candidateId,
    email: offer.sendInvitation ? await emailOf(tx, offer) : null,
    sequence: 0,
    details: { ...fields, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
    isCanceled: false,
  });
}

async function emailOf(tx: Tx, { accountId, candidateId }: OfferRow): Promise<string | null> {
  const found = await tx
    .selectFrom('candidates')
    .select('email')
    .where('account_id', '=', accountId)
    .where('id', '=', candidateId)
    .executeTakeFirst();
  return found?.email ?? null;
}

/** As the person who offered the time. */
async function noteInLog(tx: Tx, deps: Deps, { accountId, userId, candidateId }: OfferRow): Promise<void> {
  const { firstName, lastName } = await tx
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const actor = { accountId, userId, firstName, lastName, ip: null, userAgent: null };
  await recordAudit(tx, deps, actor, { action: 'interview.created', subjectId: candidateId });
}

/** No one has to answer anymore, unless there was something else to answer. */
async function waitNoMore(
  tx: Tx,
  accountId: string,
  conversationId: string,
  answeredAt: Date,
): Promise<void> {
  await sql`
    update conversations set waiting_since = null
     where account_id = ${accountId} and id = ${conversationId} and waiting_since = ${answeredAt}
       and last_inbound_at = ${answeredAt}`.execute(tx);
}
