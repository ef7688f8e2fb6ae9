import { CALENDAR_NAMES } from '../../../../contract/calendar-connections.ts';
import type { CalendarApi, CalendarReply } from '../api.ts';
import { CalendarRefused, CalendarUnavailable, NoCalendarThere } from '../failures.ts';
import { type BusyTime, type CalendarConnector, mergeBusy, type TimeRange } from '../port.ts';
import { type DavCalendar, findCalendars } from './discover.ts';
import { writeEvent } from './write-event.ts';

/* Calendars of iCloud, Fastmail, Nextcloud and others (RFC 4791). */

const DAY_MS = 24 * 60 * 60 * 1000;
/** People may have many, each with as much as we take. */
const ASKED_AT_ONCE = 4;

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
    const busy: BusyTime[] = [];
    const next = calendars.values();
    const lane = async () => {
      for (const calendar of next) for (const each of await loadBusy(api, calendar, range)) busy.push(each);
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, lane));
    return mergeBusy(busy, range);
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
async function loadBusy(api: CalendarApi, { url }: DavCalendar, range: TimeRange): Promise<BusyTime[]> {
  const what = 'list busy times';
  // All-day events have no time zone there.
  const start = stampOf(range.from.getTime() - DAY_MS);
  const end = stampOf(range.to.getTime() + DAY_MS);
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
  return api.read({ kind: 'events', bytes: reply.bytes, asked: { ...range, timezone: api.timezone } });
}

const stampOf = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

const addressOf = ({ url }: DavCalendar, uid: string) =>
  new URL(`${encodeURIComponent(uid)}.ics`, url.href.replace(/(?<!\/)\/*$/, '/')).href;

/** By its address, or by its uid. */
const isThere = ({ status, text }: CalendarReply) => status === 412 || /no-uid-conflict/.test(text);

function refusalOf(what: string, { status }: CalendarReply): Error {
  if (status === 403) return new CalendarRefused(`${what}: not allowed`);
  return new CalendarUnavailable(`${what}: HTTP ${status}`);
}
