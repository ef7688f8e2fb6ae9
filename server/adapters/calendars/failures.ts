/* How a call to a calendar ends when it doesn't end well. None carries a key, an address or what is in an event. */

export class CalendarFailure extends Error {}

/** The password, token or link is wrong, expired or revoked, or doesn't let us do this. */
export class CalendarRefused extends CalendarFailure {
  override name = 'CalendarRefused';
}

/** Down, slow, throttling, or answering what isn't a calendar. Asking again later may do. */
export class CalendarUnavailable extends CalendarFailure {
  override name = 'CalendarUnavailable';
}

/** The address that a person entered leads to no calendar, or where we must not go. */
export class NoCalendarThere extends CalendarFailure {
  override name = 'NoCalendarThere';
}

/** It has more than one ask may take: bytes, events, or time to read it. */
export class CalendarTooLarge extends CalendarUnavailable {
  override name = 'CalendarTooLarge';
}
