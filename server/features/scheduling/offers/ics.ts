import ICAL from 'ical.js';
import type { Invitation } from '../../../adapters/mail/port.ts';

/** What people are sent about an interview; same as in `interview_invitations`. */
export interface InterviewDetails {
  title: string;
  location: string | null;
  videoUrl: string | null;
  interviewers: string[];
  startsAt: string;
  endsAt: string;
  /** The zone for the candidate. */
  timezone: string;
}

interface Invited {
  name: string;
  email: string;
}

export function descriptionOf({ videoUrl, interviewers }: InterviewDetails): string {
  return [
    ...(videoUrl === null ? [] : [`Join: ${videoUrl}`]),
    ...(interviewers.length === 0 ? [] : [`With: ${interviewers.join(', ')}`]),
  ].join('\n');
}

export function invitationOf(
  details: InterviewDetails,
  {
    uid,
    sequence,
    method,
    at,
    organizer,
    attendees,
  }: Pick<Invitation, 'method'> & {
    uid: string;
    sequence: number;
    at: Date;
    organizer: Invited;
    attendees: Invited[];
  },
): Invitation {
  const event = new ICAL.Component('vevent');
  const time = (date: Date) => ICAL.Time.fromJSDate(date, true);
  event.addPropertyWithValue('uid', uid);
  event.addPropertyWithValue('sequence', sequence);
  event.addPropertyWithValue('dtstamp', time(at));
  event.addPropertyWithValue('dtstart', time(new Date(details.startsAt)));
  event.addPropertyWithValue('dtend', time(new Date(details.endsAt)));
  event.addPropertyWithValue('summary', details.title);
  event.addPropertyWithValue('status', method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED');
  const description = descriptionOf(details);
  if (description !== '') event.addPropertyWithValue('description', description);
  const location = details.location ?? details.videoUrl;
  if (location !== null) event.addPropertyWithValue('location', location);
  event.addProperty(person('organizer', organizer));
  for (const each of attendees) {
    const attendee = person('attendee', each);
    attendee.setParameter('partstat', 'ACCEPTED');
    event.addProperty(attendee);
  }
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Hiretext//Interviews//EN');
  calendar.addPropertyWithValue('method', method);
  calendar.addSubcomponent(event);
  return { method, content: `${calendar.toString()}\r\n` };
}

function person(kind: 'organizer' | 'attendee', { name, email }: Invited): ICAL.Property {
  const property = new ICAL.Property(kind);
  // Quotes end a parameter, and can't be written in it.
  property.setParameter('cn', name.replace(/["\p{Cc}]/gu, ' '));
  property.setValue(`mailto:${email}`);
  return property;
}
