import { z } from 'zod';
import type { FakeClock } from '../../ats/fakes/fake-ats.ts';
import {
  type FakeAtsRequest,
  FakeRefusal,
  type FakeRoute,
  fakeRoute,
  startFakeAtsServer,
} from '../../ats/fakes/fake-ats-server.ts';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import { type FakeCalendar, type NewFakeEvent, PERSON, spansOf, touches } from './fake-calendar.ts';
import { FakeConsentServer } from './fake-consent-server.ts';

const FREEBUSY = 'https://www.googleapis.com/auth/calendar.freebusy';
const OWNED = 'https://www.googleapis.com/auth/calendar.events.owned';
const PRIMARY = '/calendar/v3/calendars/primary/events';

const Time = z.iso.datetime({ offset: true });
const EventTime = z.strictObject({ dateTime: Time, timeZone: z.string() });
const Event = {
  summary: z.string(),
  description: z.string().max(8192),
  location: z.string().optional(),
  start: EventTime,
  end: EventTime,
};
const NewEvent = z.strictObject({ id: z.string(), ...Event });
const ChangedEvent = z.strictObject({ ...Event, status: z.enum(['confirmed', 'cancelled']) });
const sendUpdates = z.strictObject({ sendUpdates: z.literal('none') });

interface Stored {
  status: 'confirmed' | 'cancelled';
  event: NewFakeEvent;
}

/** Google Calendar API v3, of one person with one calendar. */
export async function startFakeGoogle(clock: FakeClock): Promise<FakeCalendar> {
  const consents = new FakeConsentServer(clock, { scopes: [FREEBUSY, OWNED], rotates: false });
  const events = new Map<string, Stored>();

  const allowed = (scope: string, request: FakeAtsRequest) => {
    if (!consents.scopesOf(request)?.includes(scope))
      throw new FakeRefusal(refusal(403, 'global', 'insufficientPermissions'));
    const { 'content-type': type = '' } = request.headers;
    if (request.body !== undefined && type !== 'application/json')
      throw new FakeRefusal(refusal(400, 'global', 'parseError'));
  };
  const found = (id: string | undefined): Stored => {
    const stored = events.get(id ?? '');
    if (stored === undefined) throw new FakeRefusal(refusal(404, 'global', 'notFound'));
    return stored;
  };
  const fromBody = ({
    summary,
    start,
    end,
  }: z.infer<typeof ChangedEvent | typeof NewEvent>): NewFakeEvent => {
    if (Date.parse(start.dateTime) >= Date.parse(end.dateTime))
      throw new FakeRefusal(refusal(400, 'calendar', 'timeRangeEmpty'));
    const wall = (time: string) => new Date(time).toISOString().slice(0, -1);
    return { title: summary, start: wall(start.dateTime), end: wall(end.dateTime), timezone: 'UTC' };
  };

  const routes: FakeRoute[] = [
    consents.tokenRoute('/token'),
    fakeRoute({
      method: 'POST',
      path: '/revoke',
      kind: 'signIn',
      body: z.strictObject({ token: z.string() }),
      handle: () => {
        consents.revoke();
        return { status: 200, body: {} };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/calendar/v3/freeBusy',
      kind: 'read',
      body: z.strictObject({
        timeMin: Time,
        timeMax: Time,
        items: z.array(z.strictObject({ id: z.literal('primary') })).length(1),
      }),
      handle: ({ body, request }) => {
        allowed(FREEBUSY, request);
        const [from, to] = [new Date(body.timeMin), new Date(body.timeMax)];
        if (from >= to) return refusal(400, 'calendar', 'timeRangeEmpty');
        const busy = [...events.values()]
          .filter(({ status, event }) => status === 'confirmed' && !event.free)
          .flatMap(({ event }) => spansOf(event))
          .filter((span) => touches(span, from, to))
          .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
          .map(({ startsAt, endsAt }) => ({ start: startsAt.toISOString(), end: endsAt.toISOString() }));
        return { status: 200, body: { kind: 'calendar#freeBusy', calendars: { primary: { busy } } } };
      },
    }),
    fakeRoute({
      method: 'GET',
      path: PRIMARY,
      kind: 'read',
      query: z.strictObject({ maxResults: z.literal('1'), fields: z.literal('summary') }),
      handle: ({ request }) => {
        allowed(OWNED, request);
        return { status: 200, body: { summary: PERSON.email } };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: PRIMARY,
      kind: 'write',
      query: sendUpdates,
      body: NewEvent,
      handle: ({ body, request }) => {
        allowed(OWNED, request);
        if (!/^[a-v0-9]{5,1024}$/.test(body.id)) return refusal(400, 'global', 'invalid');
        // Deleted ones keep their ID.
        if (events.has(body.id)) return refusal(409, 'global', 'duplicate');
        events.set(body.id, { status: 'confirmed', event: fromBody(body) });
        return { status: 200, body: { kind: 'calendar#event', id: body.id, status: 'confirmed' } };
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${PRIMARY}/:id`,
      kind: 'read',
      query: z.strictObject({ fields: z.literal('status') }),
      handle: ({ params, request }) => {
        allowed(OWNED, request);
        return { status: 200, body: { status: found(params.id).status } };
      },
    }),
    fakeRoute({
      method: 'PUT',
      path: `${PRIMARY}/:id`,
      kind: 'write',
      query: sendUpdates,
      body: ChangedEvent,
      handle: ({ params, body, request }) => {
        allowed(OWNED, request);
        Object.assign(found(params.id), { status: body.status, event: fromBody(body) });
        return { status: 200, body: { kind: 'calendar#event', status: body.status } };
      },
    }),
    fakeRoute({
      method: 'DELETE',
      path: `${PRIMARY}/:id`,
      kind: 'write',
      query: sendUpdates,
      handle: ({ params, request }) => {
        allowed(OWNED, request);
        const stored = found(params.id);
        if (stored.status === 'cancelled') return refusal(410, 'global', 'deleted');
        stored.status = 'cancelled';
        return { status: 204 };
      },
    }),
  ];

  const server = await startFakeAtsServer({
    routes,
    authenticate: (request) => (consents.scopesOf(request) ? null : refusal(401, 'global', 'authError')),
    expireTokens: consents.expireTokens,
    says: {
      keyRefused: () => refusal(401, 'global', 'authError'),
      rightMissing: () => refusal(403, 'global', 'insufficientPermissions'),
      notFound: () => refusal(404, 'global', 'notFound'),
      invalid: () => refusal(400, 'global', 'invalid'),
      throttled: () => refusal(403, 'usageLimits', 'rateLimitExceeded'),
    },
  });
  const listed = () => [...events.values()].filter(({ status }) => status === 'confirmed');
  return {
    ...server,
    clock,
    access: { credentials: {}, tokens: consents.tokens() },
    revoke: consents.revoke,
    consents,
    add: (event) => {
      const status = event.canceled ? 'cancelled' : 'confirmed';
      events.set(`entered${events.size}`, { status, event });
    },
    titles: () => listed().map(({ event }) => event.title),
    remove: (title) => {
      for (const stored of listed()) if (stored.event.title === title) stored.status = 'cancelled';
    },
  };
}

const refusal = (code: number, domain: string, reason: string): FakeReply => ({
  status: code,
  body: { error: { code, message: `Fake: ${reason}`, errors: [{ domain, reason, message: 'Fake' }] } },
});
