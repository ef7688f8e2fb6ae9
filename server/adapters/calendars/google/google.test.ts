import { expect, it } from 'vitest';
import { CalendarRefused } from '../failures.ts';
import { PERSON } from '../fakes/fake-calendar.ts';
import { FAKE_CLIENT } from '../fakes/fake-consent-server.ts';
import { startFakeGoogle } from '../fakes/fake-google.ts';
import { calendarSuite } from '../suite.ts';
import { failureOf, setUp } from '../suite-harness.ts';
import { google } from './google.ts';

const subject = { connector: google, startFake: startFakeGoogle, name: PERSON.email };
calendarSuite(subject);

it('needs all that it asks for, which people can leave out', async () => {
  const bench = await setUp(subject);
  const redirectUri = 'https://hiretext.example/back';
  const code = bench.fake.consents?.grant(redirectUri, ['https://www.googleapis.com/auth/calendar.freebusy']);
  const exchange = google.oauth?.exchange(bench.api(), {
    code: code ?? '',
    redirectUri,
    client: FAKE_CLIENT,
  });
  expect(await failureOf(exchange ?? Promise.resolve(), bench)).toBeInstanceOf(CalendarRefused);
});

it('takes back what was granted', async () => {
  const bench = await setUp(subject);
  const { tokens } = bench.fake.access;
  if (tokens === null) throw new Error('There are no tokens');
  await google.oauth?.revoke?.(bench.api(), tokens);
  expect(await failureOf(google.test(bench.api()), bench)).toBeInstanceOf(CalendarRefused);
  expect(bench.fake.misuse).toEqual([]);
});
