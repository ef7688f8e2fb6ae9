import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { howMany } from '../../testing/how-long.ts';
import { newBudgets } from './ask-budget.ts';
import { CalendarTooLarge, CalendarUnavailable } from './failures.ts';
import { busyIn } from './icalendar-busy.ts';
import { ReadingPool, THREADS } from './reading-pool.ts';

const asked = {
  from: new Date('2026-11-02T00:00:00Z'),
  to: new Date('2026-12-03T00:00:00Z'),
  timezone: 'America/New_York',
};
const calendar = (...lines: (string | string[])[]) =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].flat().join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'];
const nine = ['DTSTART:20261103T090000Z', 'DTEND:20261103T100000Z'];
const ordinary = calendar(event(...nine));
const isBusyAtNine = [
  { startsAt: new Date('2026-11-03T09:00:00Z'), endsAt: new Date('2026-11-03T10:00:00Z') },
];
const many = (count: number, each: (index: number) => string[]) =>
  Array.from({ length: count }, (_, index) => each(index)).flat();

/** A fresh one, so that what another test left doesn't show in it. */
const limits = { readingMs: 3000 };
const onePart = (pool: ReadingPool, person = 'ana', ask = limits) => newBudgets(person, 1, ask, pool)[0];
const readOf = async (budget: ReturnType<typeof onePart>, text: string) => {
  const file = await budget?.read({ kind: 'file', asked, bytes: new TextEncoder().encode(text) });
  return file?.busy;
};

/** Threads that begin, by the process itself. */
function countThreads() {
  let [now, most] = [0, 0];
  const begun = (worker: { once(event: 'exit', then: () => void): void }) => {
    now += 1;
    most = Math.max(most, now);
    worker.once('exit', () => {
      now -= 1;
    });
  };
  process.on('worker', begun);
  onTestFinished(() => void process.off('worker', begun));
  return () => most;
}

const HOSTILE: [string, string][] = [
  ['a rule that never comes to an end', calendar(event(...nine, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'))],
  ['each second, since long ago', calendar(event('DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY'))],
  ['each second of the range', calendar(event(...nine, 'RRULE:FREQ=SECONDLY;COUNT=2000000000'))],
  ['each minute until 9999', calendar(event(...nine, 'RRULE:FREQ=MINUTELY;UNTIL=99991231T000000Z'))],
  ['more events than anyone has', calendar(many(25_000, () => event(...nine)))],
  [
    'a zone whose clocks change each second',
    calendar(
      'BEGIN:VTIMEZONE',
      'TZID:Mine',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'RRULE:FREQ=SECONDLY',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0600',
      'END:STANDARD',
      'END:VTIMEZONE',
      event('DTSTART;TZID=Mine:20261103T090000', 'DURATION:PT1H'),
    ),
  ],
];

describe('a calendar that no one has', { timeout: 30_000 }, () => {
  const pool = new ReadingPool();

  // Each of these takes its reader all the time it gets.
  it.each(HOSTILE.slice(0, howMany(1, HOSTILE.length)))('is refused: %s', async (_, text) => {
    await expect(readOf(onePart(pool), text)).rejects.toBeInstanceOf(CalendarTooLarge);
    expect(await readOf(onePart(pool), ordinary)).toEqual(isBusyAtNine);
  });

  it('is refused when it is cut off', async () => {
    const cut = readOf(onePart(pool), 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTST');
    await expect(cut).rejects.toBeInstanceOf(CalendarUnavailable);
  });

  it('takes nothing from the others of the same ask', async () => {
    const budgets = newBudgets('ana', 6, { readingMs: 6000, bytes: 60_000 }, pool);
    const [hostile, ...others] = budgets;
    expect(() => hostile?.takeBytes(40_000)).toThrow(CalendarTooLarge);
    for (const other of others) other.takeBytes(4000);
    const refused = readOf(hostile, HOSTILE[0]?.[1] ?? '').catch((error: unknown) => error);
    for (const busy of await Promise.all(others.map((other) => readOf(other, ordinary))))
      expect(busy).toEqual(isBusyAtNine);
    expect(await refused).toBeInstanceOf(CalendarTooLarge);
  });

  it('keeps no one else waiting: events are answered meanwhile', async () => {
    const big = calendar(many(80_000, () => event('DTSTART:20200101T090000Z', 'DURATION:PT1H')));
    await readOf(onePart(pool), ordinary);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await readOf(onePart(pool, 'ana', { readingMs: 1500 }), big).catch(() => {});
    delay.disable();
    // Reading it takes a second and more; a busy machine may keep any thread waiting for some of that.
    expect(delay.percentile(90) / 1e6).toBeLessThan(50);
    expect(delay.max / 1e6).toBeLessThan(400);
  });
});

it('forty asks at once take no more threads than there are, and people get their turns', {
  timeout: 30_000,
}, async () => {
  const most = countThreads();
  const pool = new ReadingPool();
  const ended: string[] = [];
  const ask = async (person: string, text: string) => {
    await readOf(onePart(pool, person, { readingMs: 300 }), text).catch(() => {});
    ended.push(person);
  };
  await Promise.all([
    ...Array.from({ length: 8 }, () => ask('eve', HOSTILE[0]?.[1] ?? '')),
    ...Array.from({ length: 32 }, (_, index) => ask(`person ${index}`, ordinary)),
  ]);
  expect(most()).toBe(THREADS);
  // One of eve's was first. The others of hers came after everyone else's.
  expect(ended.slice(0, 30).filter((person) => person === 'eve').length).toBeLessThan(4);
});

it('what gets no turn in time is refused for now, and what waits for it goes on', {
  timeout: 30_000,
}, async () => {
  const pool = new ReadingPool(1);
  const endless = readOf(onePart(pool, 'eve', { readingMs: 1000 }), HOSTILE[0]?.[1] ?? '');
  const late = newBudgets('ana', 1, { ms: 200 }, pool)[0];
  const failure = await readOf(late, ordinary).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(CalendarUnavailable);
  expect(failure).not.toBeInstanceOf(CalendarTooLarge);
  await expect(endless).rejects.toBeInstanceOf(CalendarTooLarge);
  expect(await readOf(onePart(pool), ordinary)).toEqual(isBusyAtNine);
});

describe('twice as much takes about twice as long', () => {
  const exclusions = (count: number) =>
    calendar(
      event(
        ...nine,
        'RRULE:FREQ=DAILY',
        ...many(count, (index) => [
          `EXDATE:${new Date(index * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}T090000Z`,
        ]),
      ),
    );
  const changes = (count: number) =>
    calendar(
      many(count, (index) => [
        ...event('RECURRENCE-ID:20261103T090000Z', ...nine).map((line) =>
          line.replace('UID:1', `UID:${index}`),
        ),
      ]),
    );
  const zoned = (count: number) => {
    // Names that weren't asked about before.
    const run = performance.now();
    return calendar(
      many(count, (index) => event(`DTSTART;TZID=Nowhere/${run}/${index}:20261103T090000`, 'DURATION:PT1H')),
    );
  };

  it.each([
    ['exclusions', exclusions, 4000],
    ['changed occurrences', changes, 2000],
    ['unknown zones', zoned, 150],
  ])('%s', { timeout: 30_000 }, (_, make, count) => {
    const took = (text: string) => {
      const startedAt = performance.now();
      busyIn([text], { ...asked, mostSpans: 100_000 });
      return performance.now() - startedAt;
    };
    const best = (text: string) => Math.min(...Array.from({ length: 3 }, () => took(text)));
    const [once, fourTimes] = [best(make(count)), best(make(4 * count))];
    // Four times when it is linear, sixteen when it is not.
    expect(fourTimes).toBeLessThan(10 * once + 100);
  });
});
