import type { CalendarApi } from '../adapters/calendars/api.ts';
import { CalendarRefused } from '../adapters/calendars/failures.ts';
import {
  type BusyTime,
  type CalendarConnector,
  mergeBusy,
  type NewEvent,
} from '../adapters/calendars/port.ts';

/** A calendar without a network: what tests put into it is what it has. It's connected as CalDAV, with the password `good`. */
export function createFakeCalendarConnector() {
  const state = {
    busy: [] as BusyTime[],
    /** By uid. */
    events: new Map<string, NewEvent>(),
    /** Every call fails with it. */
    failure: null as Error | null,
    asked: 0,
  };

  function enter(api: CalendarApi): void {
    state.asked += 1;
    if (state.failure) throw state.failure;
    if (api.credentials.password !== 'good') throw new CalendarRefused('refused');
  }

  const connector: CalendarConnector = {
    provider: 'caldav',
    name: 'CalDAV',
    oauth: null,
    test: async (api) => {
      enter(api);
      return { name: api.credentials.username ?? '' };
    },
    listBusy: async (api, range) => {
      enter(api);
      return mergeBusy([...state.busy, ...state.events.values()], range);
    },
    addEvent: async (api, event) => {
      enter(api);
      if (!state.events.has(event.uid)) state.events.set(event.uid, event);
    },
    removeEvent: async (api, uid) => {
      enter(api);
      state.events.delete(uid);
    },
  };
  return { connector, state };
}
