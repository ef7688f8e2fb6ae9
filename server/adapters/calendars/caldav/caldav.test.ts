import { describe, expect, it } from 'vitest';
import { CalendarRefused, CalendarUnavailable, NoCalendarThere } from '../failures.ts';
import { startFakeCaldav } from '../fakes/fake-caldav.ts';
import { PERSON } from '../fakes/fake-calendar.ts';
import { calendarSuite } from '../suite.ts';
import { type CalendarBench, failureOf, setUp } from '../suite-harness.ts';
import { caldav } from './caldav.ts';

const subject = { connector: caldav, startFake: startFakeCaldav, name: PERSON.email };
calendarSuite(subject);

const behindWellKnown = {
  ...subject,
  startFake: (clock: CalendarBench['clock']) => startFakeCaldav(clock, { door: 'wellKnown' }),
};

describe('the way to the calendars', () => {
  it('leads through /.well-known/caldav, where the address itself has none', async () => {
    const bench = await setUp(behindWellKnown);
    expect(await caldav.test(bench.api())).toEqual({ name: PERSON.email });
    const { credentials } = bench.fake.access;
    const inner = {
      credentials: { ...credentials, url: 'https://caldav.calendar.example/dav/' },
      tokens: null,
    };
    expect(await caldav.test(bench.api({ access: inner }))).toEqual({ name: PERSON.email });
  });

  it('ends where nothing speaks CalDAV', async () => {
    const bench = await setUp(subject);
    const credentials = {
      ...bench.fake.access.credentials,
      url: 'https://caldav.calendar.example/elsewhere/',
    };
    const asked = caldav.test(bench.api({ access: { credentials, tokens: null } }));
    expect(await failureOf(asked, bench)).toBeInstanceOf(NoCalendarThere);
  });

  it("never leads to someone else's", async () => {
    const bench = await setUp({
      ...subject,
      startFake: (clock) => startFakeCaldav(clock, { home: 'https://stranger.invalid/dav/' }),
    });
    expect(await failureOf(caldav.test(bench.api()), bench)).toBeInstanceOf(CalendarUnavailable);
  });

  it('is refused with another password', async () => {
    const bench = await setUp(subject);
    const credentials = { ...bench.fake.access.credentials, password: 'wrong' };
    const asked = caldav.test(bench.api({ access: { credentials, tokens: null } }));
    expect(await failureOf(asked, bench)).toBeInstanceOf(CalendarRefused);
    const unsendable = { ...credentials, password: 'wrong', username: 'ana\u{1F600}' };
    const encoded = caldav.test(bench.api({ access: { credentials: unsendable, tokens: null } }));
    expect(await failureOf(encoded, bench)).toBeInstanceOf(CalendarRefused);
  });
});
