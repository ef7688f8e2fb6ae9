import type { FakeClock } from '../../ats/fakes/fake-ats.ts';
import { fakeRoute, startFakeAtsServer } from '../../ats/fakes/fake-ats-server.ts';
import { calendarOf, type FakeCalendar, icalendarOf, type NewFakeEvent } from './fake-calendar.ts';

/** A calendar that someone publishes as a file, at an address that no one can guess. */
export async function startFakeIcs(clock: FakeClock): Promise<FakeCalendar> {
  const events: NewFakeEvent[] = [];
  let isPublished = true;
  const path = '/calendars/private-5d41402a/basic.ics';
  const notFound = () => ({
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Not found</h1>',
  });
  const server = await startFakeAtsServer({
    routes: [
      fakeRoute({
        method: 'GET',
        path,
        kind: 'read',
        handle: () => {
          if (!isPublished) return notFound();
          const text = calendarOf([
            'X-WR-CALNAME:Ana\\, at work',
            ...events.map((event, index) => icalendarOf(event, `entered-${index}`)),
          ]);
          return { status: 200, headers: { 'content-type': 'text/calendar' }, body: text };
        },
      }),
      fakeRoute({
        method: 'GET',
        path: '/moved.ics',
        kind: 'read',
        handle: () => ({ status: 302, headers: { location: path } }),
      }),
    ],
    authenticate: () => null,
    expireTokens: null,
    says: {
      keyRefused: notFound,
      rightMissing: notFound,
      notFound,
      invalid: () => ({ status: 400 }),
      throttled: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) } }),
    },
  });
  return {
    ...server,
    clock,
    access: { credentials: { url: `https://calendar.example${path}` }, tokens: null },
    revoke: () => {
      isPublished = false;
    },
    consents: null,
    add: (event) => void events.push(event),
    titles: () => events.map(({ title }) => title),
    remove: null,
  };
}
