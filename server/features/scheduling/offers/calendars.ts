import type { Deps } from '../../../deps.ts';
import {
  addToCalendars,
  listBusyOf,
  type NewEvent,
  removeFromCalendars,
} from '../calendars/ask-calendars.ts';
import type { Span } from './free-times.ts';

interface CalendarOwner {
  accountId: string;
  userId: string;
}

/** What booking asks of the calendars that a person has connected. Without any, no one is busy and nothing is added. */
export interface Calendars {
  listBusyOf(
    deps: Deps,
    who: CalendarOwner,
    range: { from: Date; to: Date },
  ): Promise<{ busy: Span[]; incomplete: string[] }>;
  addToCalendars(deps: Deps, who: CalendarOwner, event: NewEvent): Promise<boolean>;
  removeFromCalendars(deps: Deps, who: CalendarOwner, uid: string): Promise<void>;
}

export const connectedCalendars: Calendars = { listBusyOf, addToCalendars, removeFromCalendars };
