import { TRIAL_RECIPIENTS } from '../../../contract/broadcasts.ts';
import { nextSendAt, type Place, type TextedPerson, zonesOf } from '../consent/quiet-hours.ts';
import { carriersDay, RECEIPTS_WITHIN_MS } from './rules.ts';

export interface Flight extends TextedPerson {
  segments: number;
  /** Not before. */
  at: Date;
}

const MINUTE = 60_000;

/** Those that become due at one moment, in their order. */
interface Due {
  at: number;
  flights: Flight[];
}

/** What carriers take of a company in a day of theirs, and took of it by now. */
interface Daily {
  segments: number;
  today: number;
}

/**
 * When the first and the last text are out: one after the other at the pace of one number, what is due first goes first, and each in
 * its recipient's hours; the first ones alone, and no more in a day than carriers take. `from`: when the number is free. As the gate decides, asked once for each group of numbers and minute.
 */
export function planFlights(
  flights: Flight[],
  {
    from,
    segmentsPerSecond,
    quietHours,
    daily,
  }: { from: Date; segmentsPerSecond: number; quietHours: boolean; daily: Daily | null },
): { startsAt: Date | null; finishesAt: Date | null } {
  const opens = openings(quietHours);
  const takes = takings(daily, from);
  let flown = 0;
  const queue: Due[] = [...Map.groupBy(flights, ({ at }) => at.getTime())].map(([at, those]) => ({
    at,
    flights: those,
  }));
  let startsAt: number | null = null;
  let free = from.getTime();
  for (;;) {
    queue.sort((one, other) => one.at - other.at);
    const due = queue.shift();
    if (due === undefined) break;
    for (const flight of due.flights) {
      const moment = Math.max(free, due.at);
      const open = Math.max(opens(flight, moment), takes.opensAt(flight, moment));
      if (open > moment) {
        const later = queue.find(({ at }) => at === open);
        if (later) later.flights.push(flight);
        else queue.push({ at: open, flights: [flight] });
        continue;
      }
      startsAt ??= moment;
      free = moment + (flight.segments / segmentsPerSecond) * 1000;
      takes.take(flight);
      flown += 1;
      if (flown === TRIAL_RECIPIENTS && flights.length > TRIAL_RECIPIENTS) free += RECEIPTS_WITHIN_MS;
    }
  }
  if (startsAt === null) return { startsAt: null, finishesAt: null };
  return { startsAt: new Date(startsAt), finishesAt: new Date(free) };
}

/** When carriers take the text: now, or from their next day on. */
function takings(daily: Daily | null, from: Date) {
  let { endsAt } = carriersDay(from);
  let left = daily === null ? Number.POSITIVE_INFINITY : daily.segments - daily.today;
  return {
    opensAt: ({ segments }: Flight, moment: number): number => {
      if (daily === null) return moment;
      if (moment >= endsAt.getTime()) {
        endsAt = carriersDay(new Date(moment)).endsAt;
        left = daily.segments;
      }
      return segments <= left ? moment : endsAt.getTime();
    },
    take: ({ segments }: Flight) => {
      left -= segments;
    },
  };
}

/** When texting the person is allowed, at that moment or later. */
function openings(quietHours: boolean): (flight: Flight, moment: number) => number {
  if (!quietHours) return (_, moment) => moment;
  const known = new Map<string, { minute: number; opensAt: number | null }>();
  return (flight, moment) => {
    const group = groupOf(flight);
    const minute = Math.floor(moment / MINUTE);
    let found = known.get(group);
    if (found?.minute !== minute) {
      const next = nextSendAt(new Date(moment), flight);
      found = { minute, opensAt: next?.getTime() ?? null };
      known.set(group, found);
    }
    return Math.max(moment, found.opensAt ?? moment);
  };
}

/** Those with the same hours. */
export const groupOf = ({ phoneNumber, timezone, zipCode }: Place): string =>
  `${timezone ?? ''} ${zipCode?.slice(0, 3) ?? ''} ${phoneNumber.slice(0, 5)}`;

/** What to call the zone someone waits in. */
export function zoneNameOf(person: Place): string {
  const zones = zonesOf(person);
  return zones.length === 1 ? (zones[0] ?? 'Unknown') : 'Several time zones';
}
