import { describe, expect, it } from 'vitest';
import { CalendarRefused, CalendarUnavailable } from './failures.ts';
import type { NewFakeEvent } from './fakes/fake-calendar.ts';
import { FAKE_CLIENT } from './fakes/fake-consent-server.ts';
import { type CalendarSubject, failureOf, interview, setUp, writing } from './suite-harness.ts';

/** From a Monday to the next but one. Clocks go back on the Sunday before. */
const range = { from: new Date('2026-11-02T05:00:00Z'), to: new Date('2026-11-16T05:00:00Z') };

const busyCases: { name: string; events: NewFakeEvent[]; busy: [string, string][] }[] = [
  { name: 'nothing', events: [], busy: [] },
  {
    name: 'an event, by the clock of its zone',
    events: [{ title: 'a', start: '2026-11-04T09:00', end: '2026-11-04T09:30', timezone: 'Europe/Berlin' }],
    busy: [['2026-11-04T08:00Z', '2026-11-04T08:30Z']],
  },
  {
    name: 'events that overlap or touch as one, in order',
    events: [
      { title: 'late', start: '2026-11-05T15:00', end: '2026-11-05T16:00' },
      { title: 'a', start: '2026-11-05T09:00', end: '2026-11-05T10:00' },
      { title: 'b', start: '2026-11-05T09:30', end: '2026-11-05T11:00' },
      { title: 'c', start: '2026-11-05T11:00', end: '2026-11-05T11:15' },
    ],
    busy: [
      ['2026-11-05T14:00Z', '2026-11-05T16:15Z'],
      ['2026-11-05T20:00Z', '2026-11-05T21:00Z'],
    ],
  },
  {
    name: 'what begins before or ends after the range, cut',
    events: [
      { title: 'a', start: '2026-11-01T23:00', end: '2026-11-02T01:00' },
      { title: 'b', start: '2026-11-15T23:00', end: '2026-11-16T03:00' },
    ],
    busy: [
      ['2026-11-02T05:00Z', '2026-11-02T06:00Z'],
      ['2026-11-16T04:00Z', '2026-11-16T05:00Z'],
    ],
  },
  {
    name: 'nothing of what ends as the range begins, or begins as it ends',
    events: [
      { title: 'a', start: '2026-11-01T22:00', end: '2026-11-02T00:00' },
      { title: 'b', start: '2026-11-16T00:00', end: '2026-11-16T01:00' },
    ],
    busy: [],
  },
  {
    name: 'whole days, from midnight to midnight of the person',
    events: [
      { title: 'a', start: '2026-11-01', end: '2026-11-03' },
      { title: 'b', start: '2026-11-10', end: '2026-11-12' },
      { title: 'c', start: '2026-11-15', end: '2026-11-16' },
      { title: 'after', start: '2026-11-16', end: '2026-11-17' },
    ],
    busy: [
      ['2026-11-02T05:00Z', '2026-11-03T05:00Z'],
      ['2026-11-10T05:00Z', '2026-11-12T05:00Z'],
      ['2026-11-15T05:00Z', '2026-11-16T05:00Z'],
    ],
  },
  {
    name: 'nothing that is free or canceled',
    events: [
      { title: 'a', start: '2026-11-04T09:00', end: '2026-11-04T10:00', free: true },
      { title: 'b', start: '2026-11-04T11:00', end: '2026-11-04T12:00', canceled: true },
    ],
    busy: [],
  },
  {
    name: 'what repeats, at the same hour after clocks change, but for what was taken out or moved',
    events: [
      {
        title: 'a',
        start: '2026-10-20T09:00',
        end: '2026-10-20T10:00',
        weeks: {
          count: 5,
          without: [2],
          moved: { week: 3, start: '2026-11-11T13:00', end: '2026-11-11T13:30' },
        },
      },
      { title: 'b', start: '2026-10-22T09:00', end: '2026-10-22T10:00', weeks: { count: 3 } },
    ],
    busy: [
      ['2026-11-05T14:00Z', '2026-11-05T15:00Z'],
      ['2026-11-11T18:00Z', '2026-11-11T18:30Z'],
    ],
  },
];

/** What every connector must do, whatever its provider. Each runs it against its fake. */
export function calendarSuite(subject: CalendarSubject): void {
  const { connector } = subject;

  describe(`${connector.name}: access`, () => {
    it('is proven by the name of the calendar', async () => {
      const bench = await setUp(subject);
      expect(await connector.test(bench.api())).toEqual({ name: subject.name });
      expect(bench.fake.misuse).toEqual([]);
    });

    it('that was revoked is refused', async () => {
      const bench = await setUp(subject);
      bench.fake.revoke();
      expect(await failureOf(connector.test(bench.api()), bench)).toBeInstanceOf(CalendarRefused);
      expect(await failureOf(connector.listBusy(bench.api(), range), bench)).toBeInstanceOf(CalendarRefused);
    });
  });

  describe(`${connector.name}: busy times`, () => {
    it.each(busyCases)('$name', async ({ events, busy }) => {
      const { fake, api } = await setUp(subject);
      for (const event of events) fake.add(event);
      const found = await connector.listBusy(api(), range);
      expect(found.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual(
        busy.map((times) => times.map((time) => new Date(time))),
      );
      expect(fake.misuse).toEqual([]);
    });

    it.each([
      { kind: 'throttled', waitSeconds: 30 },
      { kind: 'down' },
      { kind: 'html' },
      { kind: 'lostAnswer' },
    ] as const)('fail for now after: $kind', async (fault) => {
      const bench = await setUp(subject);
      bench.fake.faults.next(fault);
      expect(await failureOf(connector.listBusy(bench.api(), range), bench)).toBeInstanceOf(
        CalendarUnavailable,
      );
      expect(await connector.listBusy(bench.api(), range)).toEqual([]);
    });

    it('fail for now when no answer comes, or no one is there', async () => {
      const bench = await setUp(subject);
      bench.fake.faults.next({ kind: 'hang' });
      const slow = bench.api({ timeLimitMs: 100 });
      expect(await failureOf(connector.listBusy(slow, range), bench)).toBeInstanceOf(CalendarUnavailable);
      const away = bench.api({ baseUrl: 'http://127.0.0.1:1' });
      expect(await failureOf(connector.listBusy(away, range), bench)).toBeInstanceOf(CalendarUnavailable);
    });
  });

  describe.runIf(connector.oauth !== null)(`${connector.name}: tokens`, () => {
    const redirectUri = 'https://hiretext.example/back';
    const consentsOf = ({ fake }: Awaited<ReturnType<typeof setUp>>) => {
      const { oauth } = connector;
      if (oauth === null || fake.consents === null) throw new Error('There are no tokens');
      return { oauth, consents: fake.consents };
    };

    it('are given for a code, once, and let us in', async () => {
      const bench = await setUp(subject);
      const { oauth, consents } = consentsOf(bench);
      const asked = new URL(oauth.authorizeUrl({ clientId: FAKE_CLIENT.id, redirectUri, state: 's 1' }));
      expect(Object.fromEntries(asked.searchParams)).toMatchObject({
        client_id: FAKE_CLIENT.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        state: 's 1',
      });
      const code = consents.grant(redirectUri);
      const given = { code, redirectUri, client: FAKE_CLIENT };
      const tokens = await oauth.exchange(bench.api(), given);
      expect(tokens.refreshToken).not.toBeNull();
      expect(await connector.test(bench.api({ access: { credentials: {}, tokens } }))).toEqual({
        name: subject.name,
      });
      const again = oauth.exchange(bench.api(), given);
      expect(await failureOf(again, bench)).toBeInstanceOf(CalendarRefused);
    });

    it('of a client that is wrong are no fault of the person', async () => {
      const bench = await setUp(subject);
      const { oauth, consents } = consentsOf(bench);
      const code = consents.grant(redirectUri);
      const client = { ...FAKE_CLIENT, secret: 'wrong' };
      const asked = oauth.exchange(bench.api(), { code, redirectUri, client });
      expect(await failureOf(asked, bench)).toBeInstanceOf(CalendarUnavailable);
    });

    it('that are refused, or about to end, are renewed once', async () => {
      const bench = await setUp(subject);
      const { consents } = consentsOf(bench);
      consents.expireTokens();
      const api = bench.api();
      await Promise.all([connector.test(api), connector.listBusy(api, range)]);
      expect(consents.renewals()).toBe(1);
      bench.clock.advance(3_590_000);
      await connector.test(bench.api());
      expect(consents.renewals()).toBe(2);
      const [, , ...others] = bench.fake.requests.filter(({ path }) => /token$/.test(path));
      expect(others).toEqual([]);
    });

    it('that allow too little are refused', async () => {
      const bench = await setUp(subject);
      consentsOf(bench).consents.limitTo(['openid']);
      expect(await failureOf(connector.test(bench.api()), bench)).toBeInstanceOf(CalendarRefused);
      expect(await failureOf(connector.listBusy(bench.api(), range), bench)).toBeInstanceOf(CalendarRefused);
    });
  });

  describe.runIf(connector.addEvent !== null)(`${connector.name}: events`, () => {
    it('are put in the calendar, and taken out again', async () => {
      const bench = await setUp(subject);
      const { addEvent, removeEvent } = writing(bench);
      bench.fake.add({ title: 'theirs', start: '2026-11-04T09:00', end: '2026-11-04T10:00' });
      await addEvent(bench.api(), interview);
      expect(bench.fake.titles()).toEqual(['theirs', interview.title]);
      expect(await connector.listBusy(bench.api(), range)).toEqual([
        { startsAt: interview.startsAt, endsAt: interview.endsAt },
        { startsAt: new Date('2026-11-04T14:00Z'), endsAt: new Date('2026-11-04T15:00Z') },
      ]);
      await removeEvent(bench.api(), interview.uid);
      expect(bench.fake.titles()).toEqual(['theirs']);
      await removeEvent(bench.api(), interview.uid);
      await removeEvent(bench.api(), 'never added');
      expect(bench.fake.misuse).toEqual([]);
    });

    it('are there once, however often and at what time they are added', async () => {
      const bench = await setUp(subject);
      const { addEvent } = writing(bench);
      await Promise.all([1, 2].map(() => addEvent(bench.api(), interview)));
      await addEvent(bench.api(), interview);
      await addEvent(bench.api(), { ...interview, uid: 'another', title: 'another', location: null });
      expect(bench.fake.titles()).toEqual([interview.title, 'another']);
    });

    it.each([{ kind: 'lostAnswer' }, { kind: 'doneThenDown' }] as const)(
      'are there once after: $kind',
      async (fault) => {
        const bench = await setUp(subject);
        const { addEvent } = writing(bench);
        bench.fake.faults.next(fault, { on: 'write' });
        const failure = await failureOf(addEvent(bench.api(), interview), bench);
        expect(failure).toBeInstanceOf(CalendarUnavailable);
        await addEvent(bench.api(), interview);
        expect(bench.fake.titles()).toEqual([interview.title]);
      },
    );

    it('can be added again after they were removed, by us or by the person', async () => {
      const bench = await setUp(subject);
      const { addEvent, removeEvent } = writing(bench);
      await addEvent(bench.api(), interview);
      await removeEvent(bench.api(), interview.uid);
      await addEvent(bench.api(), interview);
      expect(bench.fake.titles()).toEqual([interview.title]);
      bench.fake.remove?.(interview.title);
      await removeEvent(bench.api(), interview.uid);
      await addEvent(bench.api(), interview);
      expect(bench.fake.titles()).toEqual([interview.title]);
    });

    it('are refused when access was revoked', async () => {
      const bench = await setUp(subject);
      const { addEvent, removeEvent } = writing(bench);
      bench.fake.revoke();
      expect(await failureOf(addEvent(bench.api(), interview), bench)).toBeInstanceOf(CalendarRefused);
      expect(await failureOf(removeEvent(bench.api(), 'any'), bench)).toBeInstanceOf(CalendarRefused);
    });
  });
}
