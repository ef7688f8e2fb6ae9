import { CalendarRefused, CalendarUnavailable, NoCalendarThere } from '../../adapters/calendars/failures.ts';
import { Failure, invalidField } from '../../failure.ts';

/** For a person whose connection worked before. */
export const refusedMessage = (name: string) => `${name} no longer lets us in. Connect it again.`;

/** What to answer to whoever connects a calendar. Anything else is our own fault. */
export function asFailure(error: unknown): unknown {
  if (error instanceof NoCalendarThere)
    return invalidField('url', "We can't find a calendar at this address. Check it, or copy it again.");
  if (error instanceof CalendarRefused) return new Failure('calendar_refused');
  if (error instanceof CalendarUnavailable) return new Failure('calendar_unavailable');
  return error;
}
