import { siteOf } from '../../send-signed.ts';
import type { CalendarApi } from '../api.ts';
import { type Element, propertyOf, type Resource, textIn, within } from '../dav-xml.ts';
import { CalendarRefused, CalendarUnavailable, NoCalendarThere } from '../failures.ts';

/* From the address that a person knows to their calendars (RFC 6764, 4791). */

export interface DavCalendar {
  url: URL;
  /** Its events say when the person is busy. */
  isOpaque: boolean;
  canWrite: boolean;
}

const CALDAV = 'urn:ietf:params:xml:ns:caldav';
const MOST_CALENDARS = 50;
const WRITING = ['all', 'write', 'write-content', 'bind'];

/** In the server's order. */
export async function findCalendars(api: CalendarApi): Promise<DavCalendar[]> {
  const entered = new URL(api.credentials.url ?? '');
  const principal =
    (await findPrincipal(api, entered)) ??
    (await findPrincipal(api, new URL('/.well-known/caldav', entered))) ??
    none();
  const [person] = (await propfind(api, principal, 0, '<C:calendar-home-set/>')) ?? none();
  const homes = within(person && propertyOf(person, 'calendar-home-set'), 'href');
  const home = urlIn(homes[0], principal, entered) ?? none();
  const resources = await propfind(
    api,
    home,
    1,
    '<D:resourcetype/><D:current-user-privilege-set/><C:supported-calendar-component-set/><C:schedule-calendar-transp/>',
  );
  const calendars = (resources ?? none())
    .filter(isOfEvents)
    .flatMap((resource) => calendarOf(resource, home, entered));
  if (calendars.length > MOST_CALENDARS) throw new CalendarUnavailable('find the calendars: too many');
  return calendars.length > 0 ? calendars : none();
}

function none(): never {
  throw new NoCalendarThere('find the calendars: there are none');
}

/** Null: this address doesn't speak CalDAV. */
async function findPrincipal(api: CalendarApi, url: URL): Promise<URL | null> {
  const [resource] = (await propfind(api, url, 0, '<D:current-user-principal/>')) ?? [];
  const property = resource && propertyOf(resource, 'current-user-principal');
  if (within(property, 'unauthenticated').length > 0)
    throw new CalendarRefused('find the calendars: no one is signed in');
  return urlIn(within(property, 'href')[0], url, new URL(api.credentials.url ?? ''));
}

/** Null: there are no such resources. */
async function propfind(
  api: CalendarApi,
  url: URL,
  depth: 0 | 1,
  properties: string,
): Promise<Resource[] | null> {
  const what = 'find the calendars';
  const reply = await api.ask(what, {
    method: 'PROPFIND',
    url: url.href,
    headers: { depth: String(depth) },
    text: {
      type: 'application/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:" xmlns:C="${CALDAV}"><D:prop>${properties}</D:prop></D:propfind>`,
    },
  });
  return reply.status === 207 ? api.read({ kind: 'resources', bytes: reply.bytes }) : null;
}

/** Some keep people's calendars at other hosts of theirs. A password goes to no one else's. */
function urlIn(href: Element | undefined, base: URL, entered: URL): URL | null {
  const text = textIn(href);
  const url = text === '' ? null : URL.parse(text, base);
  if (url === null) return null;
  if (siteOf(url) !== siteOf(entered) || url.protocol !== entered.protocol)
    throw new CalendarUnavailable('find the calendars: the server names another host');
  return url;
}

function isOfEvents(resource: Resource): boolean {
  const isCalendar = within(propertyOf(resource, 'resourcetype'), 'calendar').length > 0;
  const components = within(propertyOf(resource, 'supported-calendar-component-set'), 'comp');
  return (
    isCalendar && (components.length === 0 || components.some((comp) => comp.attributes.name === 'VEVENT'))
  );
}

function calendarOf(resource: Resource, home: URL, entered: URL): DavCalendar[] {
  const url = URL.parse(resource.href, home);
  if (url === null || url.host !== home.host || url.protocol !== entered.protocol) return [];
  const transparency = within(propertyOf(resource, 'schedule-calendar-transp'), 'transparent');
  const privileges = within(propertyOf(resource, 'current-user-privilege-set'), 'privilege');
  const names = privileges.flatMap((privilege) => within(privilege).map(({ name }) => name));
  return [
    {
      url,
      isOpaque: transparency.length === 0,
      canWrite: privileges.length === 0 || WRITING.some((name) => names.includes(name)),
    },
  ];
}
