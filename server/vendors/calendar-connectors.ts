import { inTurn, newBudget } from '../adapters/calendars/ask-budget.ts';
import { caldav } from '../adapters/calendars/caldav/caldav.ts';
import { createCalendarApi } from '../adapters/calendars/create-api.ts';
import { google } from '../adapters/calendars/google/google.ts';
import { ics } from '../adapters/calendars/ics/ics.ts';
import { microsoft } from '../adapters/calendars/microsoft/microsoft.ts';
import type { CalendarConnector } from '../adapters/calendars/port.ts';
import { SIMULATED_CALENDAR_PATH } from '../adapters/calendars/simulator/simulated-calendar.ts';
import type { Calendars } from '../deps.ts';

/** The one table of all of them, in the order in which people see them. */
export const CALENDAR_CONNECTORS: readonly CalendarConnector[] = [google, microsoft, caldav, ics];

/** `localUrl`: this server's own address in local mode, where calendars may be on this machine. Null in production. */
export function chooseCalendars(
  settings: Calendars['settings'],
  { localUrl }: { localUrl: string | null },
): Calendars {
  const allowLoopback = localUrl !== null;
  return {
    connectors: new Map(CALENDAR_CONNECTORS.map((connector) => [connector.provider, connector])),
    settings,
    simulated: new Map(localUrl === null ? [] : [[ics.provider, localUrl + SIMULATED_CALENDAR_PATH]]),
    makeApi: (access, deps) => createCalendarApi(access, { ...deps, allowLoopback }),
    newBudget,
    inTurn,
  };
}
