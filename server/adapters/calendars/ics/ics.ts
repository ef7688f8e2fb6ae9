import { CALENDAR_NAMES } from '../../../../contract/calendar-connections.ts';
import type { CalendarApi } from '../api.ts';
import { CalendarRefused, CalendarUnavailable, NoCalendarThere } from '../failures.ts';
import { isCalendar } from '../icalendar-busy.ts';
import type { CalendarConnector } from '../port.ts';
import { readBusy } from '../read-icalendar.ts';

/* A calendar that is published as a file. Its address is its key. */

const GONE = [401, 403, 404, 410];

export const ics: CalendarConnector = {
  provider: 'ics',
  name: CALENDAR_NAMES.ics,
  oauth: null,

  test: async (api) => {
    const { text, url } = await load(api);
    if (!isCalendar(text)) throw new NoCalendarThere('look at the calendar: it is none');
    await readBusy([text], { from: api.now(), to: api.now(), timezone: api.timezone });
    return { name: nameIn(text) ?? url.hostname };
  },

  listBusy: async (api, range) => {
    const { text } = await load(api);
    // Such as a page about maintenance.
    if (!isCalendar(text)) throw new CalendarUnavailable('list busy times: this is no calendar');
    return readBusy([text], { ...range, timezone: api.timezone });
  },

  addEvent: null,
  removeEvent: null,
};

async function load(api: CalendarApi): Promise<{ text: string; url: URL }> {
  const what = 'load the calendar';
  const reply = await api.ask(what, { method: 'GET', url: api.credentials.url ?? '', unsigned: true });
  if (GONE.includes(reply.status)) throw new CalendarRefused(`${what}: HTTP ${reply.status}`);
  if (reply.status !== 200) throw new CalendarUnavailable(`${what}: HTTP ${reply.status}`);
  return reply;
}

function nameIn(text: string): string | null {
  const [, name = ''] = /^X-WR-CALNAME(?:;[^:\r\n]*)?:(.*)$/im.exec(text) ?? [];
  return name.replace(/\\([,;\\])/g, '$1').trim() || null;
}
