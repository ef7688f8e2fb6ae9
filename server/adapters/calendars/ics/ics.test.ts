import { expect, it } from 'vitest';
import { NoCalendarThere } from '../failures.ts';
import { startFakeIcs } from '../fakes/fake-ics.ts';
import { calendarSuite } from '../suite.ts';
import { failureOf, setUp } from '../suite-harness.ts';
import { ics } from './ics.ts';

const subject = { connector: ics, startFake: startFakeIcs, name: 'Ana, at work' };
calendarSuite(subject);

it('follows an address that has moved', async () => {
  const bench = await setUp(subject);
  const access = { credentials: { url: 'https://calendar.example/moved.ics' }, tokens: null };
  expect(await ics.test(bench.api({ access }))).toEqual({ name: 'Ana, at work' });
});

it('is connected with a calendar only', async () => {
  const bench = await setUp(subject);
  bench.fake.faults.next({ kind: 'html' });
  expect(await failureOf(ics.test(bench.api()), bench)).toBeInstanceOf(NoCalendarThere);
});
