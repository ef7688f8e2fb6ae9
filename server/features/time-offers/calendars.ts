import type { Deps } from '../../deps.ts';
import type { Span } from './free-times.ts';

interface Person {
  accountId: string;
  userId: string;
}

export interface CalendarEvent {
  uid: string;
  title: string;
  description: string;
  location: string | null;
  startsAt: Date;
  endsAt: Date;
  timezone: string;
}

/** What booking asks of the calendars that a person has connected. Without any, nobody is busy and nothing is added. */
export interface Calendars {
  listBusyOf(
    deps: Deps,
    who: Person,
    range: { from: Date; to: Date },
  ): Promise<{ busy: Span[]; incomplete: string[] }>;
  addToCalendars(deps: Deps, who: Person, event: CalendarEvent): Promise<void>;
  removeFromCalendars(deps: Deps, who: Person, uid: string): Promise<void>;
}

export const connectedCalendars: Calendars = {
  listBusyOf: async () => ({ busy: [], incomplete: [] }),
  addToCalendars: async () => {},
  removeFromCalendars: async () => {},
};
