import { nextSendAt, zonesOf } from '../consent/quiet-hours.ts';

export interface Flight {
  phoneNumber: string;
  timezone: string | null;
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

/**
 * When the first and the last text are out: one after the other at the pace of one number, what is due first goes first, and each in
 * its recipient's hours. `from`: when the number is free. As the gate decides, asked once for each group of numbers and minute.
 */
export function planFlights(
  flights: Flight[],
  { from, segmentsPerSecond, quietHours }: { from: Date; segmentsPerSecond: number; quietHours: boolean },
): { startsAt: Date | null; finishesAt: Date | null } {
  const opens = openings(quietHours);
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
      const open = opens(flight, moment);
      if (open > moment) {
        const later = queue.find(({ at }) => at === open);
        if (later) later.flights.push(flight);
        else queue.push({ at: open, flights: [flight] });
        continue;
      }
      startsAt ??= moment;
      free = moment + (flight.segments / segmentsPerSecond) * 1000;
    }
  }
  if (startsAt === null) return { startsAt: null, finishesAt: null };
  return { startsAt: new Date(startsAt), finishesAt: new Date(free) };
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
export const groupOf = ({ phoneNumber, timezone }: Pick<Flight, 'phoneNumber' | 'timezone'>): string =>
  `${timezone ?? ''} ${phoneNumber.slice(0, 5)}`;

/** What to call the zone someone waits in. */
export function zoneNameOf(person: Pick<Flight, 'phoneNumber' | 'timezone'>): string {
  const zones = zonesOf(person);
  return zones.length === 1 ? (zones[0] ?? 'Unknown') : 'Several time zones';
}
