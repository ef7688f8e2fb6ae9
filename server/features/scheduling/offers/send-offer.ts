import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import type { Actor } from '../../audit/record-audit.ts';
import { findCandidate } from '../../candidates/store.ts';
import { tellThreads } from '../../candidates/tell-threads.ts';
import { zonesOf } from '../../consent/quiet-hours.ts';
import { requireConversation } from '../../texting/conversations/seen.ts';
import { acceptTextIn } from '../../texting/sending/accept-texts.ts';
import { confirmedOf, withNumberChange } from '../../texting/sending/number-change.ts';
import { lockCalendarOf } from '../interviews/lock-calendar.ts';
import { requireCandidate } from '../interviews/save-interview.ts';
import type { Calendars } from './calendars.ts';
import { closeOffer } from './close-offer.ts';
import { offerText, optionsOf, zoneForTexts } from './compose-offer.ts';
import { earliestAt, isDaytime, overlaps, type Span, spanOf } from './free-times.ts';
import { findHours } from './hours-store.ts';
import { insertOffer, listTaken, lockUnfinished } from './store.ts';

type Target = Pick<BodyOf<typeof routes.createTimeOffer>, 'candidateId' | 'conversationId'>;

/** The candidate that times are offered to, and the clock for them. */
export async function findTarget(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  session: Session,
  { candidateId, conversationId }: Target,
) {
  const now = deps.clock();
  const id =
    conversationId === undefined
      ? (candidateId ?? '')
      : (await requireConversation(db, session, conversationId, now)).candidateId;
  if (conversationId === undefined) await requireCandidate(db, session, id);
  const [candidate, hours] = await Promise.all([
    findCandidate(db, session.accountId, id),
    findHours(db, session),
  ]);
  if (candidate === undefined) throw new Failure('not_found');
  return {
    candidateId: id,
    hours,
    candidateZones: zonesOf(candidate),
    zone: zoneForTexts(now, candidate, hours.timezone),
  };
}

/** In their order, numbered. */
export function numbered(times: string[]): { number: number; startsAt: Date }[] {
  return times
    .map((iso) => new Date(iso))
    .sort((a, b) => a.getTime() - b.getTime())
    .map((startsAt, index) => ({ number: index + 1, startsAt }));
}

export function rangeOf(spans: Span[]): { from: Date; to: Date } {
  const from = Math.min(...spans.map(({ startsAt }) => startsAt.getTime()));
  return { from: new Date(from), to: new Date(Math.max(...spans.map(({ endsAt }) => endsAt.getTime()))) };
}

/** What has to be known before the transaction: calendars are asked over the network. */
export async function prepareOffer(
  deps: Deps,
  calendars: Calendars,
  session: Session,
  body: BodyOf<typeof routes.createTimeOffer>,
) {
  const target = await findTarget(deps.db, deps, session, body);
  const times = numbered(body.times).map((time) => ({
    ...time,
    ...spanOf(time.startsAt, body.minutes),
    held: true,
  }));
  const { busy } = await calendars.listBusyOf(deps, session, rangeOf(times));
  return { ...target, times, busy, input: body };
}

type Prepared = Awaited<ReturnType<typeof prepareOffer>>;

/**
 * Holds the times and writes the text that offers them. Locks are taken in this order everywhere: the conversation, the person's
 * calendar, the offer.
 */
export async function sendOffer(
  tx: Tx,
  deps: Deps,
  session: Session,
  { times, busy, hours, zone, candidateId, candidateZones, input }: Prepared,
  by: Actor | null,
): Promise<string> {
  const { accountId, userId, seatId } = session;
  const now = deps.clock();
  requireOfferable(times, earliestAt(now, hours), candidateZones);
  const to = {
    candidateId: input.conversationId === undefined ? candidateId : null,
    conversationId: input.conversationId ?? null,
  };
  const message = await acceptTextIn(tx, deps, {
    ...to,
    session,
    to: null,
    body: bodyOf(input, times, zone),
    mediaIds: [],
    scheduledAt: undefined,
    cancelIfAnswered: false,
    undoSeconds: 0,
    templateId: null,
    draftId: null,
    confirmedNumber: confirmedOf(input),
    overriding: input.evenIfTooMany ? by : null,
    lastSeenMessageId: undefined,
    keyed: null,
  }).catch(async (error: unknown) => {
    throw await withNumberChange(tx, { ...to, accountId, phoneNumber: null, seatId }, error);
  });
  const { conversationId } = message;
  await lockCalendarOf(tx, accountId, userId);
  for (const { id, status } of await lockUnfinished(tx, accountId, { id: conversationId, candidateId })) {
    if (status === 'booking') throw new Failure('time_offer_answered');
    await closeOffer(tx, { accountId, id, candidateId }, { status: 'withdrawn' });
  }
  const taken = [...busy, ...(await listTaken(tx, session, rangeOf(times)))];
  const lost = times.filter((time) => overlaps(time, taken));
  if (lost.length > 0)
    throw new Failure('time_taken', { times: lost.map(({ startsAt }) => startsAt.toISOString()) });
  const id = deps.newId();
  const last = times.at(-1)?.startsAt.getTime() ?? 0;
  await insertOffer(tx, {
    accountId,
    id,
    userId,
    candidateId,
    conversationId,
    messageId: message.id,
    title: input.title,
    minutes: input.minutes,
    location: input.location ?? null,
    videoUrl: input.videoUrl ?? null,
    interviewers: input.interviewers ?? [],
    sendInvitation: input.sendInvitation,
    timezone: zone,
    earliestHours: hours.earliestHours,
    status: 'open',
    withdrawnBecause: null,
    chosen: null,
    answeredAt: null,
    interviewId: null,
    bookedAt: null,
    // What is typed from then on is newer than the offer.
    createdAt: new Date(message.createdAt),
    expiresAt: new Date(last - hours.earliestHours * 3600_000),
    times,
  });
  await tellThreads(tx, accountId, candidateId);
  return id;
}

function requireOfferable(times: Span[], earliest: Date, candidateZones: string[]): void {
  if (times.some((time, index) => overlaps(time, times.slice(index + 1))))
    throw invalidField('times', 'Choose times that are far enough apart');
  if (times.some(({ startsAt }) => startsAt < earliest))
    throw invalidField('times', 'One of these times is too soon');
  if (times.some((time) => !isDaytime(time, candidateZones)))
    throw invalidField('times', 'One of these times is at night for the candidate');
}

function bodyOf(
  { intro = '', body }: BodyOf<typeof routes.createTimeOffer>,
  times: { number: number; startsAt: Date }[],
  zone: string,
): string {
  if (body === undefined) return offerText(intro, times, zone);
  const lines = body.split(/\r?\n/).map((line) => line.trim());
  if (!optionsOf(times, zone).every((option) => lines.includes(option)))
    throw invalidField('body', 'Keep the lines with the times as they are');
  return body;
}
