import fc from 'fast-check';
import { DAYS } from '../contract/time-offers.ts';
import { newBudget } from '../server/adapters/calendars/ask-budget.ts';
import { CalendarUnavailable } from '../server/adapters/calendars/failures.ts';
import type { BusyTime } from '../server/adapters/calendars/port.ts';
import { freeTimes } from '../server/features/scheduling/offers/free-times.ts';

/*
 * Random calendars, read by the threads that read real ones. Valid ones are compared with a model that walks through every hour. For
 * the others we check what holds for any: times in order and in the range, or the declared refusal, and soon.
 */

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const FROM = Date.parse('2026-11-02T00:00:00Z');
const TO = FROM + 21 * DAY;
const READING_MS = 2500;
/** Far more than reading takes on the main thread: other threads and people share the machine. */
const MOST_BLOCKED_MS = 500;

type Kind = 'file' | 'events';

/** The longest that the event loop was blocked while something was read. */
let blockedMs = 0;

/** Returns what ends it. */
function watchLoop(): () => void {
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    blockedMs = Math.max(blockedMs, now - last);
    last = now;
  };
  const timer = setInterval(look, 10);
  return () => {
    look();
    clearInterval(timer);
  };
}

/** What a calendar's owner gets, read the way connectors do. */
async function readBusy(
  bytes: Uint8Array<ArrayBuffer>,
  kind: Kind,
  timezone: string,
): Promise<BusyTime[] | 'refused'> {
  const budget = newBudget('fuzz', { readingMs: READING_MS });
  const asked = { from: new Date(FROM), to: new Date(TO), timezone };
  const end = watchLoop();
  try {
    if (kind === 'events') return await budget.read({ kind, bytes, asked });
    return (await budget.read({ kind, bytes, asked }))?.busy ?? 'refused';
  } catch (error) {
    if (error instanceof CalendarUnavailable) return 'refused';
    throw error;
  } finally {
    end();
  }
}

/* Valid calendars, in full hours and UTC, so that a model can count them. */

const FREQUENCIES = { HOURLY: 1, DAILY: 24, WEEKLY: 168 };
const hour = fc.integer({ min: -40 * 24, max: 25 * 24 });
const Event = fc.record({
  start: hour,
  hours: fc.integer({ min: 1, max: 30 }),
  by: fc.constantFrom('end', 'duration'),
  rule: fc.option(
    fc.record({
      freq: fc.constantFrom('HOURLY', 'DAILY', 'WEEKLY'),
      interval: fc.integer({ min: 1, max: 9 }),
      end: fc.oneof(
        fc.record({ count: fc.integer({ min: 1, max: 60 }) }),
        fc.record({ until: hour }),
        fc.constant({}),
      ),
    }),
  ),
  exdates: fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 20 }).map((nth) => ({ nth })),
      hour.map((at) => ({ at })),
    ),
    {
      maxLength: 4,
    },
  ),
  rdates: fc.array(hour, { maxLength: 3 }),
  shown: fc.constantFrom('busy', 'busy', 'busy', 'TRANSPARENT', 'CANCELLED'),
  zone: fc.constantFrom('Z', 'UTC', 'named'),
});
type Event = typeof Event extends fc.Arbitrary<infer T> ? T : never;
interface End {
  count?: number;
  until?: number;
}

const stamp = (hours: number) => new Date(FROM + hours * HOUR).toISOString().replace(/[-:]|\.\d+/g, '');

/** All starts of an event, in hours. */
function startsOf({ start, rule, exdates, rdates }: Event): number[] {
  const step = rule === null ? 0 : rule.interval * FREQUENCIES[rule.freq as keyof typeof FREQUENCIES];
  const { count, until }: End = rule?.end ?? {};
  const starts: number[] = [];
  for (let nth = 0, at = start; ; nth += 1, at += step) {
    if (rule !== null && ((count !== undefined && nth >= count) || (until !== undefined && at > until)))
      break;
    if (at > 30 * 24) break;
    starts.push(at);
    if (rule === null) break;
  }
  const excluded = new Set(exdates.map((each) => excludedAt(each, start, step)));
  return [...starts, ...rdates].filter((at) => !excluded.has(at));
}

const excludedAt = (each: { nth: number } | { at: number }, start: number, step: number) =>
  'nth' in each ? start + each.nth * step : each.at;

function linesOf(event: Event, index: number): string[] {
  const { start, hours, by, rule, exdates, rdates, shown, zone } = event;
  const step = rule === null ? 0 : rule.interval * FREQUENCIES[rule.freq as keyof typeof FREQUENCIES];
  const time = (name: string, at: number) => {
    if (zone === 'Z') return `${name}:${stamp(at)}`;
    return `${name};TZID=${zone === 'UTC' ? 'Etc/UTC' : 'Everywhere'}:${stamp(at).replace('Z', '')}`;
  };
  const { count, until }: End = rule?.end ?? {};
  const ends = count !== undefined ? `;COUNT=${count}` : until !== undefined ? `;UNTIL=${stamp(until)}` : '';
  return [
    'BEGIN:VEVENT',
    `UID:${index}`,
    time('DTSTART', start),
    by === 'end' ? time('DTEND', start + hours) : `DURATION:PT${hours}H`,
    ...(rule === null ? [] : [`RRULE:FREQ=${rule.freq};INTERVAL=${rule.interval}${ends}`]),
    ...exdates.map((each) => time('EXDATE', excludedAt(each, start, step))),
    ...rdates.map((at) => time('RDATE', at)),
    ...(shown === 'TRANSPARENT' ? ['TRANSP:TRANSPARENT'] : []),
    ...(shown === 'CANCELLED' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ];
}

const EVERYWHERE = [
  'BEGIN:VTIMEZONE',
  'TZID:Everywhere',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const calendarOf = (events: string[][]) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  ...EVERYWHERE,
  ...events.flat(),
  'END:VCALENDAR',
];

/** Folded anywhere, as programs do. */
const folded = (lines: string[], width: number, end: string) =>
  lines.map((line) => line.match(new RegExp(`.{1,${width}}`, 'gu'))?.join(`${end} `) ?? line).join(end);

const xmlOf = (text: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response><d:href>/a.ics</d:href><d:propstat><d:prop><c:calendar-data>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;

function bytesOf(lines: string[], how: { kind: Kind; width: number; end: string }): Uint8Array<ArrayBuffer> {
  const text = folded(lines, how.width, how.end);
  return new Uint8Array(Buffer.from(how.kind === 'file' ? text : xmlOf(text)));
}

const How = fc.record({
  kind: fc.constantFrom<Kind>('file', 'events'),
  width: fc.integer({ min: 5, max: 80 }),
  end: fc.constantFrom('\r\n', '\n'),
});

/** Hours of the range in which an event is. */
function busyHours(events: Event[]): Set<number> {
  const busy = new Set<number>();
  for (const event of events.filter(({ shown }) => shown === 'busy'))
    for (const at of startsOf(event))
      for (let hours = 0; hours < event.hours; hours += 1)
        if (at + hours >= 0 && at + hours < (TO - FROM) / HOUR) busy.add(at + hours);
  return busy;
}

const valid = fc.asyncProperty(fc.array(Event, { maxLength: 8 }), How, async (events, how) => {
  const busy = await readBusy(bytesOf(calendarOf(events.map(linesOf)), how), how.kind, 'America/New_York');
  if (busy === 'refused') throw new Error('A valid calendar was refused');
  const found = busy.flatMap(({ startsAt, endsAt }) =>
    Array.from(
      { length: (endsAt.getTime() - startsAt.getTime()) / HOUR },
      (_, index) => (startsAt.getTime() - FROM) / HOUR + index,
    ),
  );
  const expected = [...busyHours(events)].sort((a, b) => a - b);
  if (found.join() !== expected.join()) throw new Error(`Busy at hours ${found}, not at ${expected}`);
  requireFree(busy);
});

/** By a model that checks every busy time for each free one. */
function requireFree(busy: BusyTime[]): void {
  const days = DAYS.map((day) => ({ day, from: '00:00', to: '24:00' }));
  const hours = { days, minutesBetween: 15, earliestHours: 0 };
  const zones = { zone: 'America/New_York', candidateZones: [] };
  const range = { now: new Date(FROM), from: new Date(FROM), to: new Date(TO), minutes: 45 };
  for (const { startsAt, endsAt } of freeTimes({ ...range, hours, ...zones, busy }))
    for (const each of busy)
      if (
        each.startsAt.getTime() - 15 * 60_000 < endsAt.getTime() &&
        each.endsAt.getTime() + 15 * 60_000 > startsAt.getTime()
      )
        throw new Error(`${startsAt.toISOString()} isn't free`);
}

/* Anything goes: valid calendars with random parts replaced. */

const Nasty = fc.constantFrom(
  'RRULE:FREQ=SECONDLY',
  'RRULE:FREQ=MINUTELY;COUNT=999999999',
  'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'RRULE:FREQ=YEARLY;UNTIL=99991231T235959Z;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,1,2,3;BYMINUTE=0,1,2,3;BYSECOND=0,1',
  'RRULE:FREQ=MONTHLY;BYSETPOS=366;BYDAY=MO',
  'RRULE:FREQ=DAILY;INTERVAL=0',
  'RRULE:FREQ=DAILY;INTERVAL=-1',
  'RRULE:FREQ=DAILY;COUNT=-5',
  'RRULE:FREQ=WEEKLY;BYWEEKNO=53;BYYEARDAY=-366',
  'RRULE:',
  'DTSTART:99991231T235959Z',
  'DTSTART:00000101T000000Z',
  'DTSTART;VALUE=DATE:20261399',
  'DTSTART;TZID=Nowhere/At_All:20261105T090000',
  'DTEND:10000101T000000Z',
  'DURATION:P99999999999999W',
  'DURATION:-P1D',
  'DURATION:PT',
  'RDATE;VALUE=PERIOD:20261105T090000Z/PT1H,20261106T090000Z/20261106T100000Z',
  'RECURRENCE-ID;RANGE=THISANDFUTURE:20261105T090000Z',
  'EXDATE:',
  'BEGIN:VEVENT',
  'END:VEVENT',
  'BEGIN:VALARM',
  'END:VCALENDAR',
  'BEGIN:VCALENDAR',
  'TZOFFSETTO:+9999',
  'TZID:Etc/UTC',
  'UID:__proto__',
  'X-MICROSOFT-CDO-BUSYSTATUS:\u0000\ufeff\u202e',
);
const Change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ at: fc.nat(), put: Nasty }) },
  { weight: 2, arbitrary: fc.record({ at: fc.nat(), put: fc.string({ unit: 'binary', maxLength: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ at: fc.nat(), repeat: fc.integer({ min: 2, max: 3000 }) }) },
  { weight: 1, arbitrary: fc.record({ at: fc.nat(), drop: fc.integer({ min: 1, max: 4 }) }) },
);
type Change = { at: number; put?: string; repeat?: number; drop?: number };

function changed(lines: string[], changes: Change[]): string[] {
  const after = [...lines];
  for (const { at, put, repeat, drop } of changes) {
    const index = at % Math.max(after.length, 1);
    if (put !== undefined) after.splice(index, at % 2, put);
    else if (repeat !== undefined)
      after.splice(index, 0, ...Array.from({ length: repeat }, () => after[index] ?? ''));
    else after.splice(index, drop ?? 1);
  }
  return after;
}

const anything = fc.asyncProperty(
  fc.array(Event, { minLength: 1, maxLength: 4 }),
  fc.array(Change as fc.Arbitrary<Change>, { minLength: 1, maxLength: 6 }),
  How,
  fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), { maxLength: 3 }),
  async (events, changes, how, broken) => {
    const bytes = bytesOf(changed(calendarOf(events.map(linesOf)), changes), how);
    for (const { at, byte } of broken) bytes[at % bytes.length] = byte;
    const startedAt = performance.now();
    const busy = await readBusy(bytes, how.kind, 'Europe/Berlin');
    const tookMs = performance.now() - startedAt;
    // With a thread that has to begin.
    if (tookMs > READING_MS + 10_000) throw new Error(`It took ${Math.round(tookMs)} ms`);
    if (busy === 'refused') return;
    let last = Number.NEGATIVE_INFINITY;
    for (const { startsAt, endsAt } of busy) {
      const isSound =
        startsAt.getTime() > last &&
        startsAt < endsAt &&
        startsAt.getTime() >= FROM &&
        endsAt.getTime() <= TO;
      if (!isSound)
        throw new Error(
          `Not in order, or not in the range: ${startsAt.toISOString()} to ${endsAt.toISOString()}`,
        );
      last = endsAt.getTime();
    }
    requireFree(busy);
  },
);

export async function fuzzCalendars({ seed, numRuns }: { seed: number; numRuns: number }): Promise<void> {
  blockedMs = 0;
  await fc.assert(valid, { seed, numRuns });
  await fc.assert(anything, { seed, numRuns });
  if (blockedMs > MOST_BLOCKED_MS)
    throw new Error(`The event loop was blocked for ${Math.round(blockedMs)} ms`);
}
