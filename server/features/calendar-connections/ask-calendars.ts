import type { CalendarApi } from '../../adapters/calendars/api.ts';
import { CalendarFailure, CalendarRefused } from '../../adapters/calendars/failures.ts';
import {
  type BusyTime,
  type CalendarConnector,
  mergeBusy,
  type NewEvent,
  type TimeRange,
} from '../../adapters/calendars/port.ts';
import type { Deps } from '../../deps.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { openApi, providerOf } from './open-api.ts';
import { type ConnectionRow, changeConnection, listConnections, type Person } from './store.ts';
import { refusedMessage } from './tell-failure.ts';

export type { BusyTime, NewEvent, TimeRange } from '../../adapters/calendars/port.ts';

/** Each asks other people's servers, and works through what they answer. */
export const asksByPerson: Limit = { name: 'calendar asks', points: 60, seconds: 60 };

type AskDeps = Pick<Deps, 'calendars' | 'db' | 'clock' | 'sealer' | 'log'>;

/**
 * When the person is busy by all of their calendars, merged and in order. `incomplete`: connections whose busy times are missing,
 * since they couldn't be asked now or no longer let us in.
 */
export async function listBusyOf(
  deps: AskDeps,
  person: Person,
  range: TimeRange,
): Promise<{ busy: BusyTime[]; incomplete: string[] }> {
  const rows = await listConnections(deps.db, person);
  const asked = await Promise.all(
    rows.map(async (row) => {
      if (row.state !== 'active') return { row, busy: null };
      const busy = await ask(deps, row, (connector, api) => connector.listBusy(api, range));
      return { row, busy: busy instanceof CalendarFailure ? null : busy };
    }),
  );
  const busy = asked.flatMap((each) => each.busy ?? []);
  return {
    busy: mergeBusy(busy, range),
    incomplete: asked.filter((each) => each.busy === null).map(({ row }) => row.id),
  };
}

/**
 * Puts it in the first calendar that can be written to; the same uid again changes nothing. False: there is none. Throws
 * `CalendarUnavailable` while that one is away: try again later.
 */
export async function addToCalendars(deps: AskDeps, person: Person, event: NewEvent): Promise<boolean> {
  for (const row of await listWritable(deps, person)) {
    const done = await ask(deps, row, async (connector, api) => {
      await connector.addEvent?.(api, event);
      return true;
    });
    if (done === true) return true;
    if (!(done instanceof CalendarRefused)) throw done;
  }
  return false;
}

/** From whichever has it. Throws `CalendarUnavailable` when one of them is away: try again later. */
export async function removeFromCalendars(deps: AskDeps, person: Person, uid: string): Promise<void> {
  let away: CalendarFailure | null = null;
  for (const row of await listWritable(deps, person)) {
    const done = await ask(deps, row, async (connector, api) => {
      await connector.removeEvent?.(api, uid);
      return true;
    });
    if (done instanceof CalendarFailure && !(done instanceof CalendarRefused)) away = done;
  }
  if (away !== null) throw away;
}

async function listWritable(deps: AskDeps, person: Person): Promise<ConnectionRow[]> {
  const rows = await listConnections(deps.db, person);
  return rows.filter(
    ({ state, provider }) => state === 'active' && providerOf(deps, provider).connector.addEvent !== null,
  );
}

/** Or how it failed. A calendar that no longer lets us in says so from then on. */
async function ask<T>(
  deps: AskDeps,
  row: ConnectionRow,
  call: (connector: CalendarConnector, api: CalendarApi) => Promise<T>,
): Promise<T | CalendarFailure> {
  const { connector } = providerOf(deps, row.provider);
  try {
    return await call(connector, openApi(deps, row));
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
    deps.log.info({ err: error, connectionId: row.id }, 'a calendar could not be asked');
    if (error instanceof CalendarRefused)
      await changeConnection(deps.db, row, {
        state: 'refused',
        error_message: refusedMessage(connector.name),
      });
    return error;
  }
}
