import { z } from 'zod';
import { CALENDARS } from './access.ts';
import { Name } from './name.ts';
import { Id, Ok, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { isWebUrl, notWebUrl } from './web-url.ts';
import { PlannedTime } from './years.ts';

/* A person's own calendars, for when they are busy and to put interviews in. */

export const CalendarProvider = z.enum(['google', 'microsoft', 'caldav', 'ics']);
export type CalendarProvider = z.infer<typeof CalendarProvider>;

/** As people write them. */
export const CALENDAR_NAMES: Readonly<Record<CalendarProvider, string>> = {
  google: 'Google Calendar',
  microsoft: 'Microsoft 365 or Outlook.com',
  caldav: 'CalDAV',
  ics: 'Calendar link (ICS)',
};

export const MAX_CALENDAR_CONNECTIONS = 10;
export const MAX_BUSY_DAYS = 60;

export const CalendarConnection = z.object({
  id: Id,
  provider: CalendarProvider,
  name: z.string().describe('Whose calendar it is, e.g. an email address, or what it is called there.'),
  state: z
    .enum(['active', 'refused'])
    .describe('refused: the provider no longer lets us in. Connect it again.'),
  canWrite: z.boolean().describe('Interviews can be put in it.'),
  error: z.object({ message: z.string().describe('What happened and what to do.') }).nullable(),
  connectedAt: Timestamp,
});
export type CalendarConnection = z.infer<typeof CalendarConnection>;

const CalendarUrl = z
  .string('The address is required')
  .trim()
  .min(1, { error: 'The address is required', abort: true })
  .max(2000, 'Keep the address to 2,000 characters or fewer')
  // How calendar programs write the address of an ICS file.
  .transform((text) => text.replace(/^webcals?:/i, 'https:'))
  .refine(isWebUrl, { error: notWebUrl('address'), abort: true })
  .refine((text) => /^https?:/i.test(text), 'The address must start with https://');

/** Control characters never belong to a name or password; they come from copying. */
const Credential = (name: string) =>
  z
    .string(`The ${name} is required`)
    .min(1, `The ${name} is required`)
    .max(500, `Keep the ${name} to 500 characters or fewer`)
    .regex(/^\P{Cc}*$/u, 'Remove line breaks and other control characters');

const may = CALENDARS;

export const listCalendarConnections = route({
  method: 'GET',
  path: '/calendarConnections',
  summary: 'List the calendars you connected, oldest first.',
  auth: 'session',
  may,
  reply: z.array(CalendarConnection),
});

export const listCalendarProviders = route({
  method: 'GET',
  path: '/calendarConnections/providers',
  summary: 'List the kinds of calendars, and which of them you can connect here.',
  auth: 'session',
  may,
  reply: z.array(
    z.object({
      provider: CalendarProvider,
      name: z.string().describe('The name of the provider, e.g. Google Calendar.'),
      oauth: z.boolean().describe('You connect it by signing in there.'),
      available: z.boolean().describe('False: this server has no client there.'),
      simulatedUrl: z
        .string()
        .nullable()
        .describe('In local mode, the address of a simulated calendar to connect. Null: there is none.'),
    }),
  ),
});

export const connectCalendar = route({
  method: 'POST',
  path: '/calendarConnections',
  summary: `Connect a calendar with a password or a link. It's tested first; if the test fails, nothing is saved. You can have ${MAX_CALENDAR_CONNECTIONS}.`,
  auth: 'session',
  may,
  body: z.discriminatedUnion('provider', [
    z.object({
      provider: z.literal('caldav'),
      url: CalendarUrl.describe("The server's address, e.g. https://caldav.icloud.com."),
      username: Name('user name', 500)
        .min(1, 'The user name is required')
        .describe('Often your email address.'),
      password: Credential('password').describe('An app password, made in the settings of your calendar.'),
    }),
    z.object({
      provider: z.literal('ics'),
      url: CalendarUrl.describe('The secret address of the calendar in ICS format. We can only read it.'),
    }),
  ]),
  reply: CalendarConnection,
  status: 201,
  failures: ['calendar_refused', 'calendar_unavailable', 'calendar_connections_used_up'],
});

export const startCalendarOauth = route({
  method: 'POST',
  path: '/calendarConnections/{provider}/oauthState',
  summary: 'Start connecting a calendar by signing in there. Open the URL in a pop-up.',
  auth: 'session',
  may,
  params: z.object({ provider: CalendarProvider }),
  body: z.object({}),
  reply: z.object({
    state: z.string().describe('Good for ten minutes, once, and for you only.'),
    url: z.string(),
  }),
  failures: ['not_found'],
});

export const disconnectCalendar = route({
  method: 'DELETE',
  path: '/calendarConnections/{id}',
  summary: 'Disconnect a calendar. Interviews stay in it.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  reply: Ok,
  failures: ['not_found'],
});

const BusyTime = z.object({ startsAt: Timestamp, endsAt: Timestamp });

export const listBusyTimes = route({
  method: 'GET',
  path: '/calendarConnections/busy',
  summary: `List when you're busy by your connected calendars, merged and in order. At most ${MAX_BUSY_DAYS} days.`,
  auth: 'session',
  may,
  query: z
    .object({ from: PlannedTime, to: PlannedTime })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ['to'],
      error: 'The end must be after the start',
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_BUSY_DAYS * 24 * 60 * 60 * 1000, {
      path: ['to'],
      error: `Ask for ${MAX_BUSY_DAYS} days at most`,
    }),
  reply: z.object({
    busy: z.array(BusyTime),
    incomplete: z.array(Id).describe("Connections we couldn't ask: their busy times are missing."),
  }),
});
