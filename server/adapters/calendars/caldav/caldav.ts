import { CALENDAR_NAMES } from '../../../../contract/calendar-connections.ts';
import type { CalendarApi, CalendarReply } from '../api.ts';
import { CalendarRefused, CalendarUnavailable, NoCalendarThere } from '../failures.ts';
import type { CalendarConnector, TimeRange } from '../port.ts';
import { readBusy } from '../read-icalendar.ts';
import { readMultistatus, textIn } from './dav-xml.ts';
import { type DavCalendar, findCalendars } from './discover.ts';
import { writeEvent } from './write-event.ts';

/* Calendars of iCloud, Fastmail, Nextcloud and others (RFC 4791). */

const DAY_MS = 24 * 60 * 60 * 1000;

export const caldav: CalendarConnector = {
  provider: 'caldav',
  name: CALENDAR_NAMES.caldav,
  oauth: null,

  test: async (api) => {
    await findCalendars(api);
    const { username = '', url = '' } = api.credentials;
    return { name: username.includes('@') ? username : `${username}@${new URL(url).hostname}` };
  },

  listBusy: async (api, range) => {
    const calendars = (await listCalendars(api)).filter(({ isOpaque }) => isOpaque);
    const texts = await Promise.all(calendars.map((calendar) => loadEvents(api, calendar, range)));
    return readBusy(texts.flat(), { ...range, timezone: api.timezone });
  },

  addEvent: async (api, event) => {
    const what = 'add an event';
    const calendar = (await listCalendars(api)).find(({ canWrite }) => canWrite);
    if (calendar === undefined) throw new CalendarRefused(`${what}: no calendar may be changed`);
    const reply = await api.ask(what, {
      method: 'PUT',
      url: addressOf(calendar, event.uid),
      headers: { 'if-none-match': '*' },
      text: { type: 'text/calendar; charset=utf-8', body: writeEvent(event, api.now()) },
    });
    if (![200, 201, 204].includes(reply.status) && !isThere(reply)) throw refusalOf(what, reply);
  },

  removeEvent: async (api, uid) => {
    const what = 'remove an event';
    // The first that may be changed could be another one by now.
    for (const calendar of (await listCalendars(api)).filter(({ canWrite }) => canWrite)) {
      const reply = await api.ask(what, { method: 'DELETE', url: addressOf(calendar, uid) });
      if (![200, 204, 404, 410].includes(reply.status)) throw refusalOf(what, reply);
      if (reply.status < 300) return;
    }
  },
};

/** They were there before: a page in their place is about maintenance, or the like. */
async function listCalendars(api: CalendarApi): Promise<DavCalendar[]> {
  try {
    return await findCalendars(api);
  } catch (error) {
    if (error instanceof NoCalendarThere) throw new CalendarUnavailable(error.message);
    throw error;
  }
}

/** Not by `expand` or `free-busy-query`, which servers answer differently or not at all: what repeats is counted here. */
async function loadEvents(
  api: CalendarApi,
  { url }: DavCalendar,
  { from, to }: TimeRange,
): Promise<string[]> {
  const what = 'list busy times';
  // Days are in nobody's zone there.
  const start = stampOf(from.getTime() - DAY_MS);
  const end = stampOf(to.getTime() + DAY_MS);
  const reply = await api.ask(what, {
    method: 'REPORT',
    url: url.href,
    headers: { depth: '1' },
    text: {
      type: 'application/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="utf-8"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${start}" end="${end}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
    },
  });
  // Deleted since it was listed.
  if (reply.status === 404) return [];
  if (reply.status !== 207) throw refusalOf(what, reply);
  return readMultistatus(what, reply.text).flatMap(({ properties }) =>
    properties.filter(({ name }) => name === 'calendar-data').map(textIn),
  );
}

const stampOf = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

const addressOf = ({ url }: DavCalendar, uid: string) =>
  new URL(`${encodeURIComponent(uid)}.ics`, url.href.replace(/\/*$/, '/')).href;

/** By its address, or by its uid. */
const isThere = ({ status, text }: CalendarReply) => status === 412 || /no-uid-conflict/.test(text);

function refusalOf(what: string, { status }: CalendarReply): Error {
  if (status === 403) return new CalendarRefused(`${what}: not allowed`);
  return new CalendarUnavailable(`${what}: HTTP ${status}`);
}
