import { expect, onTestFinished } from 'vitest';
import { FakeClock } from '../ats/fakes/fake-ats.ts';
import type { CalendarApi } from './api.ts';
import { newBudget } from './ask-budget.ts';
import { createCalendarApi } from './create-api.ts';
import { CalendarRefused } from './failures.ts';
import { type FakeCalendar, PERSON } from './fakes/fake-calendar.ts';
import { FAKE_CLIENT } from './fakes/fake-consent-server.ts';
import type { CalendarAccess, CalendarConnector, NewEvent } from './port.ts';

export interface CalendarSubject {
  connector: CalendarConnector;
  startFake(clock: FakeClock): Promise<FakeCalendar>;
  /** What the calendar is called. */
  name: string;
}

export interface CalendarBench {
  connector: CalendarConnector;
  fake: FakeCalendar;
  clock: FakeClock;
  /** As for another thing to be done, with what is stored. */
  api(options?: { access?: CalendarAccess; baseUrl?: string; timeLimitMs?: number }): CalendarApi;
}

export const START = new Date('2026-10-26T12:00:00Z');

export async function setUp({ connector, startFake }: CalendarSubject): Promise<CalendarBench> {
  const clock = new FakeClock(START);
  const fake = await startFake(clock);
  onTestFinished(() => fake.stop());
  let stored = fake.access;
  const api: CalendarBench['api'] = ({ access = stored, baseUrl = fake.url, timeLimitMs } = {}) => {
    const budget = newBudget(PERSON.email, timeLimitMs === undefined ? {} : { ms: timeLimitMs });
    const how = { baseUrl, allowLoopback: false, timezone: PERSON.timezone, now: clock.now, budget };
    const noTokens = () => Promise.reject(new CalendarRefused('There are no new tokens'));
    return createCalendarApi(access, {
      ...how,
      renewTokens: async (refused) => {
        const refreshToken = refused.tokens?.refreshToken ?? '';
        const asking = createCalendarApi(refused, { ...how, renewTokens: noTokens });
        const tokens = await connector.oauth?.renew(asking, { refreshToken, client: FAKE_CLIENT });
        stored = { ...refused, tokens: tokens ?? null };
        return stored;
      },
    });
  };
  return { connector, fake, clock, api };
}

/** How it fails, and that the failure reveals no one's keys, addresses or titles. */
export async function failureOf(call: Promise<unknown>, { fake }: CalendarBench): Promise<Error> {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('It was expected to fail');
  const printed = `${failure.message} ${JSON.stringify(failure)} ${String(failure.cause)}`;
  const { credentials, tokens } = fake.access;
  for (const secret of [...Object.values(credentials), tokens?.accessToken, tokens?.refreshToken])
    if (secret) expect(printed).not.toContain(secret);
  expect(printed).not.toMatch(/-secret-\d|private-|@\w+\.example/);
  return failure;
}

/** What can be written to, where the connector can; the suite of it runs only then. */
export function writing({ connector }: CalendarBench) {
  const { addEvent, removeEvent } = connector;
  if (addEvent === null || removeEvent === null) throw new Error('The connector only reads');
  return { addEvent, removeEvent };
}

export const interview: NewEvent = {
  uid: "offer-7f3a@hiretext's.example",
  title: 'Interview: Zoë, “Nurse”; 客房',
  description: 'With Ana\nRoom 4, by the <stairs> & lift \\ left',
  location: '1 Main St, Springfield',
  startsAt: new Date('2026-11-03T15:00:00Z'),
  endsAt: new Date('2026-11-03T15:45:00Z'),
  timezone: 'America/New_York',
};
