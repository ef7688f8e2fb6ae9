import { type Place, slowestZoneOf, zonesOf } from '../../consent/quiet-hours.ts';

/** The zone of the times in the candidate's texts: theirs. If their number leaves several, the person's own, if it is one. */
export function zoneForTexts(now: Date, candidate: Place, own: string): string {
  return zonesOf(candidate).includes(own) ? own : (slowestZoneOf(now, candidate) ?? own);
}

const formatted = (at: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  // Its narrow space would make the text cost twice as much.
  new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(at).replace(/\s/g, ' ');

const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

/** E.g. Tue, Dec 1 at 10:00 AM. */
function shortly(at: Date, zone: string): string {
  const day = formatted(at, zone, { weekday: 'short', month: 'short', day: 'numeric' });
  return `${day} at ${formatted(at, zone, clock)}`;
}

/** E.g. Pacific time. */
export function zoneInWords(at: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' });
  const name = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return name.replace(/\bTime$/, 'time');
}

/** E.g. Tuesday, December 1 at 10:00 AM (Pacific time). */
export function atInWords(at: Date, zone: string): string {
  const day = formatted(at, zone, { weekday: 'long', month: 'long', day: 'numeric' });
  return `${day} at ${formatted(at, zone, clock)} (${zoneInWords(at, zone)})`;
}

interface Numbered {
  number: number;
  startsAt: Date;
}

export function optionsOf(times: Numbered[], zone: string): string[] {
  return times.map(({ number, startsAt }) => `${number}) ${shortly(startsAt, zone)}`);
}

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' });

function askFor(times: Numbered[], zone: string): string {
  const numbers = oneOf.format(times.map(({ number }) => String(number))).replace(/, or /, ' or ');
  return `Reply ${numbers} (${zoneInWords(times[0]?.startsAt ?? new Date(0), zone)}).`;
}

export const USUAL_INTRO = 'When would you like to talk?';

export function offerText(intro: string, times: Numbered[], zone: string): string {
  return [intro || USUAL_INTRO, ...optionsOf(times, zone), askFor(times, zone)].join('\n');
}

export function goneText(left: Numbered[], zone: string): string {
  if (left.length === 0) return "Sorry, that time is gone. We'll get back to you with other times.";
  return [
    'Sorry, that time is gone. You can still choose:',
    ...optionsOf(left, zone),
    askFor(left, zone),
  ].join('\n');
}

export function bookedText(
  { startsAt, location, videoUrl }: { startsAt: Date; location: string | null; videoUrl: string | null },
  zone: string,
): string {
  const where = [...(location ? [`Where: ${location}`] : []), ...(videoUrl ? [`Join: ${videoUrl}`] : [])];
  return [`You're booked: ${atInWords(startsAt, zone)}.`, ...where].join('\n');
}
