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
import {
  calendarOf,
  type FakeCalendar,
  icalendarOf,
  type NewFakeEvent,
  PERSON,
  spansOf,
  touches,
} from './fake-calendar.ts';

const PASSWORD = 'abcd-efgh-ijkl-mnop';
const HOME = '/dav/calendars/ana/';
const WORK = `${HOME}work/`;
const XML = z.string().regex(/^<\?xml version="1\.0" encoding="utf-8"\?></);

/** `root`: it answers at its address. `wellKnown`: only from `/.well-known/caldav` on, as Nextcloud and Fastmail do. */
type Door = 'root' | 'wellKnown';

interface Stored {
  uid: string;
  text: string;
  spans: { startsAt: Date; endsAt: Date }[];
  title: string;
}

/** A CalDAV server (RFC 4791) with one person, who has a calendar, holidays that don't keep them busy, and tasks. */
export async function startFakeCaldav(
  clock: FakeClock,
  { door = 'root', home = HOME }: { door?: Door; home?: string } = {},
): Promise<FakeCalendar> {
  const stored = new Map<string, Stored>();
  let password = PASSWORD;

  const dav = (request: FakeAtsRequest, depth: string) => {
    if (!/^application\/xml/.test(request.headers['content-type'] ?? ''))
      throw new FakeRefusal({ status: 415 });
    if (request.headers.depth !== depth) throw new FakeRefusal({ status: 400 });
  };
  const propfind = (path: string, depth: string, answer: (asked: string) => string): FakeRoute =>
    fakeRoute({
      method: 'PROPFIND',
      path,
      kind: 'read',
      body: XML,
      handle: ({ body, request }) => {
        dav(request, depth);
        return multistatus(answer(body));
      },
    });
  const principal = (path: string) =>
    propfind(path, '0', () =>
      resource(
        path,
        '<D:current-user-principal><D:href>/dav/principals/ana/</D:href></D:current-user-principal>',
      ),
    );

  const routes: FakeRoute[] = [
    ...(door === 'root'
      ? [principal('/')]
      : [
          fakeRoute({
            method: 'PROPFIND',
            path: '/.well-known/caldav',
            kind: 'read',
            body: XML,
            handle: () => ({ status: 301, headers: { location: '/dav/' } }),
          }),
          fakeRoute({
            method: 'PROPFIND',
            path: '/',
            kind: 'read',
            body: XML,
            handle: () => ({ status: 403 }),
          }),
          principal('/dav/'),
        ]),
    propfind('/dav/principals/ana/', '0', () =>
      resource('/dav/principals/ana/', `<C:calendar-home-set><D:href>${home}</D:href></C:calendar-home-set>`),
    ),
    propfind(HOME, '1', () =>
      [
        resource(HOME, '<D:resourcetype><D:collection/></D:resourcetype>'),
        calendar(`${HOME}tasks/`, { component: 'VTODO' }),
        calendar(`${HOME}holidays/`, {
          more: '<C:schedule-calendar-transp><C:transparent/></C:schedule-calendar-transp>',
          privilege: 'read',
        }),
        calendar(WORK, {}),
      ].join(''),
    ),
    fakeRoute({
      method: 'REPORT',
      path: WORK,
      kind: 'read',
      body: XML,
      handle: ({ body, request }) => {
        dav(request, '1');
        const [, start, end] =
          /<C:time-range start="(\d{8}T\d{6}Z)" end="(\d{8}T\d{6}Z)"\/>/.exec(body) ?? [];
        if (start === undefined || end === undefined || !body.includes('<C:comp-filter name="VEVENT">'))
          return { status: 403 };
        const found = [...stored].filter(([, { spans }]) =>
          spans.some((span) => touches(span, dateOf(start), dateOf(end))),
        );
        return multistatus(
          found
            .map(([href, { text }]) => resource(href, `<C:calendar-data>${escaped(text)}</C:calendar-data>`))
            .join(''),
        );
      },
    }),
    fakeRoute({
      method: 'PUT',
      path: `${WORK}:name`,
      kind: 'write',
      body: z.string(),
      handle: ({ params, body, request }) => {
        if (!/^text\/calendar/.test(request.headers['content-type'] ?? '')) return { status: 415 };
        if (request.headers['if-none-match'] !== '*') return { status: 428 };
        const href = `${WORK}${params.name}`;
        if (stored.has(href)) return { status: 412 };
        const read = readEvent(body);
        if (read === null) return precondition('valid-calendar-data');
        if ([...stored.values()].some(({ uid }) => uid === read.uid)) return precondition('no-uid-conflict');
        stored.set(href, read);
        return { status: 201, headers: { etag: '"1"' } };
      },
    }),
    fakeRoute({
      method: 'DELETE',
      path: `${WORK}:name`,
      kind: 'write',
      handle: ({ params }) => ({ status: stored.delete(`${WORK}${params.name}`) ? 204 : 404 }),
    }),
  ];

  const unauthorized = (): FakeReply => ({
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="fake"', 'content-type': 'text/html' },
    body: '<h1>Unauthorized</h1>',
  });
  const server = await startFakeAtsServer({
    routes,
    authenticate: ({ headers }) => {
      const sent = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
      return sent === `${PERSON.email}:${password}` ? null : unauthorized();
    },
    expireTokens: null,
    says: {
      keyRefused: unauthorized,
      rightMissing: () => ({ status: 403 }),
      notFound: () => ({ status: 404 }),
      invalid: () => ({ status: 400 }),
      throttled: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) } }),
    },
  });
  return {
    ...server,
    clock,
    access: {
      credentials: { url: 'https://caldav.calendar.example/', username: PERSON.email, password: PASSWORD },
      tokens: null,
    },
    revoke: () => {
      password = 'another one';
    },
    consents: null,
    add: (event: NewFakeEvent) => {
      const uid = `entered-${stored.size}`;
      const text = calendarOf([icalendarOf(event, uid)]);
      stored.set(`${WORK}${uid}.ics`, { uid, text, spans: spansOf(event), title: event.title });
    },
    titles: () => [...stored.values()].map(({ title }) => title),
    remove: (title) => {
      for (const [href, each] of stored) if (each.title === title) stored.delete(href);
    },
  };
}

const calendar = (
  href: string,
  {
    component = 'VEVENT',
    privilege = 'write-content',
    more = '',
  }: { component?: string; privilege?: string; more?: string },
) =>
  resource(
    href,
    `<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>
     <C:supported-calendar-component-set><C:comp name="${component}"/></C:supported-calendar-component-set>
     <D:current-user-privilege-set><D:privilege><D:read/></D:privilege><D:privilege><D:${privilege}/></D:privilege></D:current-user-privilege-set>${more}`,
  );

/** With a property that isn't there, which has its own status. */
const resource = (href: string, properties: string) => `
  <D:response><D:href>${href}</D:href>
    <D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
    <D:propstat><D:prop><D:calendar-home-set/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>
  </D:response>`;

const multistatus = (responses: string): FakeReply => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses}</D:multistatus>`,
});

const precondition = (name: string): FakeReply => ({
  status: 403,
  body: `<?xml version="1.0"?><D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:${name}/></D:error>`,
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;');

const dateOf = (stamp: string) =>
  new Date(stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));

/** Null: servers refuse it. */
function readEvent(text: string): Stored | null {
  const lines = text.split('\r\n');
  const isWhole =
    lines[0] === 'BEGIN:VCALENDAR' &&
    lines.at(-1) === '' &&
    lines.at(-2) === 'END:VCALENDAR' &&
    lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'));
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  const fieldOf = (name: string) =>
    unfolded.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
  const [uid, start, end] = [fieldOf('UID'), fieldOf('DTSTART'), fieldOf('DTEND')];
  const needed = [uid, start, end, fieldOf('DTSTAMP'), fieldOf('VERSION'), fieldOf('PRODID')];
  if (!isWhole || needed.includes(undefined)) return null;
  const title = (fieldOf('SUMMARY') ?? '').replace(/\\n/g, '\n').replace(/\\([,;\\])/g, '$1');
  return { uid: `${uid}`, text, spans: [{ startsAt: dateOf(`${start}`), endsAt: dateOf(`${end}`) }], title };
}
