import { CALENDAR_NAMES } from '../../../../contract/calendar-connections.ts';
import type { CalendarApi } from '../api.ts';
import { CalendarRefused, CalendarUnavailable, NoCalendarThere } from '../failures.ts';
import type { CalendarConnector, TimeRange } from '../port.ts';

/* A calendar that is published as a file. Its address is its key. */

const GONE = [401, 403, 404, 410];

export const ics: CalendarConnector = {
  provider: 'ics',
  name: CALENDAR_NAMES.ics,
  oauth: null,

  test: async (api) => {
    const { file, url } = await load(api, { from: api.now(), to: api.now() });
    if (file === null) throw new NoCalendarThere('look at the calendar: it is none');
    return { name: file.name ?? url.hostname };
  },

  listBusy: async (api, range) => {
    const { file } = await load(api, range);
    // Such as a page about maintenance.
    if (file === null) throw new CalendarUnavailable('list busy times: this is no calendar');
    return file.busy;
  },

  addEvent: null,
  removeEvent: null,
};

async function load(api: CalendarApi, range: TimeRange) {
  const what = 'load the calendar';
  const reply = await api.ask(what, { method: 'GET', url: api.credentials.url ?? '', unsigned: true });
  if (GONE.includes(reply.status)) throw new CalendarRefused(`${what}: HTTP ${reply.status}`);
  if (reply.status !== 200) throw new CalendarUnavailable(`${what}: HTTP ${reply.status}`);
  const asked = { ...range, timezone: api.timezone };
  return { file: await api.read({ kind: 'file', bytes: reply.bytes, asked }), url: reply.url };
}
