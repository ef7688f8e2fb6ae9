import ICAL from 'ical.js';
import type { NewEvent } from '../port.ts';

/** One event as iCalendar (RFC 5545). In UTC: calendars show it in their own zone. */
export function writeEvent(event: NewEvent, now: Date): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Hiretext//Hiretext//EN');
  const component = new ICAL.Component('vevent');
  component.addPropertyWithValue('uid', event.uid);
  component.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(now, true));
  component.addPropertyWithValue('dtstart', ICAL.Time.fromJSDate(event.startsAt, true));
  component.addPropertyWithValue('dtend', ICAL.Time.fromJSDate(event.endsAt, true));
  component.addPropertyWithValue('summary', event.title);
  component.addPropertyWithValue('description', event.description);
  if (event.location !== null) component.addPropertyWithValue('location', event.location);
  calendar.addSubcomponent(component);
  return `${calendar.toString()}\r\n`;
}
