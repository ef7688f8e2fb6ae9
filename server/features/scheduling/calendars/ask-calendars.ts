import type { CalendarApi, CalendarBudget } from '../../../adapters/calendars/api.ts';
import { CalendarFailure, CalendarRefused, CalendarTooLarge } from '../../../adapters/calendars/failures.ts';
import {
  type BusyTime,
  type CalendarConnector,
  mergeBusy,
  type NewEvent,
  type TimeRange,
} from '../../../adapters/calendars/port.ts';
import type { Deps } from '../../../deps.ts';
import type { Limit } from '../../../http/rate-limits.ts';
import { refusedMessage, TOO_LARGE } from './explain-failure.ts';
import { openApi, providerOf } from './open-api.ts';
import { type CalendarOwner, type ConnectionRow, changeConnection, listConnections } from './store.ts';

export type { BusyTime, NewEvent, TimeRange } from '../../../adapters/calendars/port.ts';

/** Each calls other people's servers, and processes what they answer. */
export const asksByPerson: Limit = { name: 'calendar asks', points: 60, seconds: 60 };

type AskDeps = Pick<Deps, 'calendars' | 'db' | 'clock' | 'sealer' | 'log'>;

interface BusyOf {
  busy: BusyTime[];
  incomplete: string[];
}

/** Requests under way: a caller who asks for the same meanwhile gets the same answer. */
const underway = new Map<string, Promise<BusyOf>>();

/**
 * When the person is busy in any of their calendars, merged and in order. `incomplete`: connections whose busy times are missing,
 * since they couldn't be asked now, no longer let us in, or have more entries than we read.
 */
export function listBusyOf(deps: AskDeps, person: CalendarOwner, range: TimeRange): Promise<BusyOf> {
  const asked = [person.accountId, person.userId, range.from.toISOString(), range.to.toISOString()].join(' ');
  const same = underway.get(asked);
  if (same !== undefined) return same;
  const answer = askAll(deps, person, range).finally(() => underway.delete(asked));
  underway.set(asked, answer);
  return answer;
}

async function askAll(deps: AskDeps, person: CalendarOwner, range: TimeRange): Promise<BusyOf> {
  const rows = await listConnections(deps.db, person);
  const active = rows.filter(({ state }) => state === 'active');
  const answers = new Map<string, BusyTime[]>();
  if (active.length > 0)
    await deps.calendars.inTurn(person.userId, active.length, (budgets) =>
      Promise.all(
        active.map(async (row, index) => {
          const list = (connector: CalendarConnector, api: CalendarApi) => connector.listBusy(api, range);
          const busy = await ask(deps, row, list, budgets[index]);
          if (!(busy instanceof CalendarFailure)) answers.set(row.id, busy);
        }),
      ),
    );
  return {
    busy: mergeBusy([...answers.values()].flat(), range),
    incomplete: rows.filter(({ id }) => !answers.has(id)).map(({ id }) => id),
  };
}

/**
 * Puts it in the first calendar that can be written to; the same uid again changes nothing. False: there is none. Throws
 * `CalendarUnavailable` while that one is away: try again later.
 */
export async function addToCalendars(
  deps: AskDeps,
  person: CalendarOwner,
  event: NewEvent,
): Promise<boolean> {
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

/** From any that has it. Throws `CalendarUnavailable` when one of them is away: try again later. */
export async function removeFromCalendars(deps: AskDeps, person: CalendarOwner, uid: string): Promise<void> {
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

async function listWritable(deps: AskDeps, person: CalendarOwner): Promise<ConnectionRow[]> {
  const rows = await listConnections(deps.db, person);
  return rows.filter(
    ({ state, provider }) => state === 'active' && providerOf(deps, provider).connector.addEvent !== null,
  );
}

/**
 * Or how it failed. A calendar that no longer lets us in is marked so from then on, and one that has too much in it until it can
 * be read again.
 */
async function ask<T>(
  deps: AskDeps,
  row: ConnectionRow,
  call: (connector: CalendarConnector, api: CalendarApi) => Promise<T>,
  budget?: CalendarBudget,
): Promise<T | CalendarFailure> {
  const { connector } = providerOf(deps, row.provider);
  try {
    const answer = await call(connector, openApi(deps, row, budget));
    if (row.errorMessage !== null) await changeConnection(deps.db, row, { error_message: null });
    return answer;
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
    deps.log.info({ err: error, connectionId: row.id }, 'a calendar could not be asked');
    if (error instanceof CalendarRefused)
      await changeConnection(deps.db, row, {
        state: 'refused',
        error_message: refusedMessage(connector.name),
      });
    else if (error instanceof CalendarTooLarge && row.errorMessage !== TOO_LARGE)
      await changeConnection(deps.db, row, { error_message: TOO_LARGE });
    return error;
  }
}
