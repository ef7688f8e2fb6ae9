import {
  CalendarRefused,
  CalendarTooLarge,
  CalendarUnavailable,
  NoCalendarThere,
} from '../../../adapters/calendars/failures.ts';
import { Failure, invalidField } from '../../../failure.ts';

/** For a person whose connection worked before. */
export const refusedMessage = (name: string) => `${name} no longer lets us in. Connect it again.`;

/** One is there, with more in it than we read. */
export const TOO_LARGE =
  "This calendar has too much in it, so we can't see when you're busy. Remove old or repeating events, or disconnect it.";

/** What to answer a person who connects a calendar. Anything else is our own fault. */
export function asFailure(error: unknown): unknown {
  if (error instanceof NoCalendarThere)
    return invalidField('url', "We can't find a calendar at this address. Check it, or copy it again.");
  if (error instanceof CalendarRefused) return new Failure('calendar_refused');
  if (error instanceof CalendarTooLarge)
    return invalidField('url', 'This calendar has too much in it for us to read. Connect a smaller one.');
  if (error instanceof CalendarUnavailable) return new Failure('calendar_unavailable');
  return error;
}
