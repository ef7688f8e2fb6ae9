import type { FreeTime, TimeOffer, TimeOfferStatus } from '../../../contract/time-offers.ts';
import { dayOf, isKnownZone, monthDay, timeOfDay, weekday } from '../../lib/dates.ts';

/** Tuesday, Dec 1, 10:00 AM */
export const dayAndTime = (iso: string, zone: string) => `${dayInWords(iso, zone)}, ${timeOfDay(iso, zone)}`;

/** Tuesday, Dec 1 */
export const dayInWords = (iso: string, zone: string) => `${weekday(iso, zone)}, ${monthDay(iso, zone)}`;

/** By the candidate's clock, where it shows something else: 8:00 AM theirs. */
export function theirs(iso: string, zone: string, here: string): string | null {
  if (!isKnownZone(zone)) return null;
  const there = dayOf(iso, zone) === dayOf(iso, here) ? timeOfDay(iso, zone) : dayAndTime(iso, zone);
  return there === timeOfDay(iso, here) ? null : `${there} theirs`;
}

/** In their order, those of one day together. */
export function byDay(times: FreeTime[], zone: string): FreeTime[][] {
  return [...Map.groupBy(times, ({ startsAt }) => dayOf(startsAt, zone)).values()];
}

export function overlap(one: FreeTime, other: FreeTime): boolean {
  return (
    Date.parse(one.startsAt) < Date.parse(other.endsAt) && Date.parse(other.startsAt) < Date.parse(one.endsAt)
  );
}

export const offerWords: Record<TimeOfferStatus, string> = {
  open: 'Waiting for an answer',
  booking: 'Being booked',
  booked: 'Booked',
  declined: 'None of these times',
  needsPerson: 'Needs your answer',
  withdrawn: 'Withdrawn',
  expired: 'No answer in time',
};

/** The time that the candidate has booked. */
export const bookedTime = ({ status, times, chosen }: TimeOffer) =>
  status === 'booked' ? times.find(({ number }) => number === chosen) : undefined;

/** One that isn't over yet, and the newest if the candidate ended it by opting out. */
export function isShown(offer: TimeOffer, index: number, now: Date): boolean {
  const booked = bookedTime(offer);
  if (booked) return Date.parse(booked.endsAt) > now.getTime();
  return (
    ['open', 'booking', 'needsPerson'].includes(offer.status) ||
    (index === 0 && offer.withdrawnBecause !== null)
  );
}
