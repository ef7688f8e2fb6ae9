import { z } from 'zod';
import { CALENDARS } from './access.ts';
import { Name } from './name.ts';
import { Id, Ok } from './primitives.ts';
import { route } from './route.ts';
import { isWebUrl, notWebUrl } from './web-url.ts';

const MAX_NAME = 80;
const MAX_SHORTCUT = 40;
const MAX_URL = 500;
export const MAX_CALENDAR_SHORTCUTS = 100;

const fields = {
  name: Name('name', MAX_NAME).min(1, 'The name is required'),
  shortcut: z
    .string('The shortcut is required')
    .trim()
    .min(1, { error: 'The shortcut is required', abort: true })
    .max(MAX_SHORTCUT, `Keep the shortcut to ${MAX_SHORTCUT} characters or fewer`)
    .regex(/^[A-Za-z0-9_-]+$/, 'Use letters, numbers, - and _ only')
    .describe('What to type after `#` in a text. Unique for each user, ignoring case.'),
  url: z
    .string('The url is required')
    .trim()
    .min(1, { error: 'The url is required', abort: true })
    .max(MAX_URL, `Keep the url to ${MAX_URL} characters or fewer`)
    .refine(isWebUrl, notWebUrl('url'))
    .describe('Where candidates book a time: http, https or ftp. Phones open https without a warning.'),
  enabled: z.boolean().describe('Whether texts can use it.'),
};

export const CalendarShortcut = z.object({ id: Id, ...fields });
export type CalendarShortcut = z.infer<typeof CalendarShortcut>;

export const ListedShortcut = CalendarShortcut.extend({
  usage: z
    .object({
      sent: z.number().int().describe('Texts with its short link that have gone out.'),
      clicked: z.number().int().describe('Those of them whose link was clicked.'),
    })
    .nullable()
    .describe('Null where clicks are not counted.'),
});
export type ListedShortcut = z.infer<typeof ListedShortcut>;

const CalendarParams = z.object({ id: Id });

export const listCalendarShortcuts = route({
  method: 'GET',
  path: '/calendarShortcut',
  summary:
    'List your calendar shortcuts, in their order. The first one that is enabled is the merge attribute `calendar.link`.',
  auth: 'session',
  may: CALENDARS,
  reply: z.array(ListedShortcut),
});

export const createCalendarShortcut = route({
  method: 'POST',
  path: '/calendarShortcut',
  summary: `Add a calendar shortcut, after the others. You can have ${MAX_CALENDAR_SHORTCUTS}.`,
  auth: 'session',
  may: CALENDARS,
  body: z.object({ ...fields, enabled: fields.enabled.default(true) }),
  reply: CalendarShortcut,
  status: 201,
  idempotent: true,
  failures: ['shortcut_taken', 'shortcuts_used_up'],
});

export const updateCalendarShortcut = route({
  method: 'PUT',
  path: '/calendarShortcut/{id}',
  summary: 'Change a calendar shortcut. Fields you leave out stay as they are.',
  auth: 'session',
  may: CALENDARS,
  params: CalendarParams,
  body: z.object(fields).partial(),
  reply: CalendarShortcut,
  failures: ['not_found', 'shortcut_taken'],
});

export const orderCalendarShortcuts = route({
  method: 'PUT',
  path: '/calendarShortcut/order',
  summary:
    'Put your calendar shortcuts in a new order. Those you name take the places they had among themselves, in the order you name them; all others keep theirs. Shortcuts deleted meanwhile are ignored.',
  auth: 'session',
  may: CALENDARS,
  body: z.object({ ids: z.array(Id).min(1, 'Name at least one shortcut').max(MAX_CALENDAR_SHORTCUTS) }),
  reply: Ok,
});

export const deleteCalendarShortcut = route({
  method: 'DELETE',
  path: '/calendarShortcut/{id}',
  summary: 'Delete a calendar shortcut. Texts sent with it keep the link.',
  auth: 'session',
  may: CALENDARS,
  params: CalendarParams,
  reply: Ok,
  failures: ['not_found'],
});

export const enableCalendarShortcuts = route({
  method: 'POST',
  path: '/calendarShortcut/enable',
  summary: 'Turn your calendar shortcuts on: `#shortcut` in a text you send becomes its link.',
  auth: 'session',
  may: CALENDARS,
  reply: Ok,
});

export const disableCalendarShortcuts = route({
  method: 'POST',
  path: '/calendarShortcut/disable',
  summary: 'Turn all of your calendar shortcuts off. They stay in the list.',
  auth: 'session',
  may: CALENDARS,
  reply: Ok,
});

/** What comes after `/l/` in a short link. */
export const CODE_LENGTH = 9;
