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
import { type FakeCalendar, isDay, type NewFakeEvent, PERSON, spansOf, touches } from './fake-calendar.ts';
import { FakeConsentServer } from './fake-consent-server.ts';

const READ_WRITE = 'https://graph.microsoft.com/Calendars.ReadWrite';
/** So that a few events are more than a page. */
const MOST_ON_A_PAGE = 2;

const Wall = z.strictObject({
  dateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  timeZone: z.literal('UTC'),
});
const NewEvent = z.strictObject({
  subject: z.string().max(255),
  body: z.strictObject({ contentType: z.enum(['text', 'html']), content: z.string() }),
  location: z.strictObject({ displayName: z.string() }).optional(),
  start: Wall,
  end: Wall,
  transactionId: z.string(),
  singleValueExtendedProperties: z.array(
    z.strictObject({ id: z.string().regex(/^String \{[0-9a-f-]{36}\} Name \w+$/), value: z.string() }),
  ),
});
const View = z.strictObject({
  startDateTime: z.iso.datetime(),
  endDateTime: z.iso.datetime(),
  $select: z.string(),
  $top: z.string(),
  $skip: z.string().optional(),
});
const FILTER =
  /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '((?:[^']|'')+)'\)$/;

interface Stored {
  event: NewFakeEvent;
  properties: { id: string; value: string }[];
}

/** Microsoft Graph, of one person with one calendar. */
export async function startFakeMicrosoft(clock: FakeClock): Promise<FakeCalendar> {
  const consents = new FakeConsentServer(clock, { scopes: [READ_WRITE], rotates: true });
  const events = new Map<string, Stored>();
  const transactions = new Set<string>();
  let made = 0;
  const store = (stored: Stored): string => {
    made += 1;
    const id = `AAMk/${made}+=`;
    events.set(id, stored);
    return id;
  };
  const allowed = (request: FakeAtsRequest) => {
    if (!consents.scopesOf(request)?.includes(READ_WRITE))
      throw new FakeRefusal(refusal(403, 'ErrorAccessDenied'));
    const { 'content-type': type = '' } = request.headers;
    if (request.body !== undefined && type !== 'application/json')
      throw new FakeRefusal(refusal(400, 'RequestBodyRead'));
  };

  const routes: FakeRoute[] = [
    consents.tokenRoute('/common/oauth2/v2.0/token'),
    fakeRoute({
      method: 'GET',
      path: '/v1.0/me/calendar',
      kind: 'read',
      query: z.strictObject({ $select: z.literal('name,owner') }),
      handle: ({ request }) => {
        allowed(request);
        return {
          status: 200,
          body: { name: 'Calendar', owner: { name: 'Ana Ruiz', address: PERSON.email } },
        };
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1.0/me/calendarView',
      kind: 'read',
      query: View,
      handle: ({ query, request }) => {
        allowed(request);
        const [from, to] = [new Date(query.startDateTime), new Date(query.endDateTime)];
        const all = [...events.values()]
          .flatMap(({ event }) => spansOf(event).map((span) => ({ event, span })))
          .filter(({ span }) => touches(span, from, to));
        const skip = Number(query.$skip ?? 0);
        const end = skip + Math.min(Number(query.$top), MOST_ON_A_PAGE);
        const next = new URLSearchParams({ ...query, $skip: String(end) });
        return {
          status: 200,
          body: {
            value: all.slice(skip, end).map(({ event, span }) => ({
              ...(isDay(event.start) ? timesOf(span.walls) : timesOf([span.startsAt, span.endsAt])),
              showAs: event.free ? 'free' : 'busy',
              isCancelled: event.canceled === true,
              isAllDay: isDay(event.start),
            })),
            ...(end < all.length && {
              '@odata.nextLink': `https://graph.microsoft.com/v1.0/me/calendarView?${next}`,
            }),
          },
        };
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1.0/me/events',
      kind: 'read',
      query: z.strictObject({ $filter: z.string().regex(FILTER), $select: z.literal('id') }),
      handle: ({ query, request }) => {
        allowed(request);
        const [, id, value = ''] = FILTER.exec(query.$filter) ?? [];
        const wanted = value.replaceAll("''", "'").toLowerCase();
        const found = [...events].filter(([, { properties }]) =>
          properties.some((each) => each.id === id && each.value.toLowerCase() === wanted),
        );
        return { status: 200, body: { value: found.map(([eventId]) => ({ id: eventId })) } };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/v1.0/me/events',
      kind: 'write',
      body: NewEvent,
      handle: ({ body, request }) => {
        allowed(request);
        if (body.start.dateTime >= body.end.dateTime) return refusal(400, 'ErrorPropertyValidationFailure');
        if (transactions.has(body.transactionId)) return refusal(409, 'ErrorDuplicateTransactionId');
        transactions.add(body.transactionId);
        const id = store({
          event: {
            title: body.subject,
            start: body.start.dateTime,
            end: body.end.dateTime,
            timezone: 'UTC',
          },
          properties: body.singleValueExtendedProperties,
        });
        return { status: 201, body: { id } };
      },
    }),
    fakeRoute({
      method: 'DELETE',
      path: '/v1.0/me/events/:id',
      kind: 'write',
      handle: ({ params, request }) => {
        allowed(request);
        return events.delete(params.id ?? '') ? { status: 204 } : refusal(404, 'ErrorItemNotFound');
      },
    }),
  ];

  const server = await startFakeAtsServer({
    routes,
    authenticate: (request) =>
      consents.scopesOf(request) ? null : refusal(401, 'InvalidAuthenticationToken'),
    expireTokens: consents.expireTokens,
    says: {
      keyRefused: () => refusal(401, 'InvalidAuthenticationToken'),
      rightMissing: () => refusal(403, 'ErrorAccessDenied'),
      notFound: () => refusal(404, 'ResourceNotFound'),
      invalid: () => refusal(400, 'BadRequest'),
      throttled: (seconds) => ({
        ...refusal(429, 'ApplicationThrottled'),
        headers: { 'retry-after': String(seconds) },
      }),
    },
  });
  return {
    ...server,
    clock,
    access: { credentials: {}, tokens: consents.tokens() },
    revoke: consents.revoke,
    consents,
    add: (event) => void store({ event, properties: [] }),
    titles: () => [...events.values()].map(({ event }) => event.title),
    remove: (title) => {
      for (const [id, { event }] of events) if (event.title === title) events.delete(id);
    },
  };
}

/** With seven digits, as they write them. Days are given as if they were in UTC. */
const timesOf = ([start, end]: (number | Date)[]) => {
  const time = (at: number | Date = 0) => ({
    dateTime: new Date(at).toISOString().replace('Z', '0000'),
    timeZone: 'UTC',
  });
  return { start: time(start), end: time(end) };
};

const refusal = (status: number, code: string): FakeReply => ({
  status,
  body: { error: { code, message: `Fake: ${code}` } },
});
