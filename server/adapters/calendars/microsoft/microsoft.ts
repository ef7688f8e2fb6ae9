import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CALENDAR_NAMES } from '../../../../contract/calendar-connections.ts';
import { whenClockShows } from '../../../local-time.ts';
import type { CalendarApi, CalendarReply } from '../api.ts';
import { CalendarRefused, CalendarUnavailable } from '../failures.ts';
import { renewedTokens, tokensForCode } from '../oauth-tokens.ts';
import { type BusyTime, type CalendarConnector, mergeBusy, type NewEvent } from '../port.ts';
import { readJson } from '../read-reply.ts';

/* Microsoft Graph v1.0: a person's default calendar, at work or at Outlook.com. */

const ME = 'https://graph.microsoft.com/v1.0/me';
const SIGN_IN = 'https://login.microsoftonline.com/common/oauth2/v2.0';
const TOKENS = `${SIGN_IN}/token`;
/** `getSchedule` isn't there for Outlook.com, so events are read. */
const SCOPES = 'offline_access https://graph.microsoft.com/Calendars.ReadWrite';
/** Where an event keeps our uid: their own can't be chosen. */
const UID_PROPERTY = 'String {8d0c4f1a-6a53-4c5e-9d0b-1f5f7c3be2a4} Name HiretextUid';
const BUSY = ['busy', 'tentative', 'oof', 'unknown'];
const PAGE_SIZE = '500';
const MOST_PAGES = 40;
const DAY_MS = 24 * 60 * 60 * 1000;

/** As clocks show it, with more digits than a second has milliseconds. */
const Wall = z.object({
  dateTime: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    .transform((text) => Date.parse(`${text.slice(0, 19)}Z`)),
});
const Calendar = z.object({ name: z.string(), owner: z.object({ address: z.string() }).nullish() });
const View = z.object({
  value: z.array(
    z.object({
      start: Wall,
      end: Wall,
      showAs: z.string(),
      isCancelled: z.boolean(),
      isAllDay: z.boolean(),
    }),
  ),
  '@odata.nextLink': z.url().optional(),
});
const Found = z.object({ value: z.array(z.object({ id: z.string() })) });
const Refusal = z.object({ error: z.object({ code: z.string() }) });

export const microsoft: CalendarConnector = {
  provider: 'microsoft',
  name: CALENDAR_NAMES.microsoft,
  oauth: {
    authorizeUrl: ({ clientId, redirectUri, state }) =>
      `${SIGN_IN}/authorize?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        response_mode: 'query',
        scope: SCOPES,
        prompt: 'select_account',
        state,
      })}`,
    // Everything or nothing is granted there.
    exchange: (api, asked) => tokensForCode(api, { url: TOKENS, scopes: [], ...asked }),
    renew: (api, asked) => renewedTokens(api, { url: TOKENS, scopes: [], ...asked }),
    revoke: null,
  },

  test: async (api) => {
    const what = 'look at the calendar';
    const query = { $select: 'name,owner' };
    const reply = await api.ask(what, { method: 'GET', url: `${ME}/calendar`, query });
    if (reply.status !== 200) throw refusalOf(what, reply);
    const { name, owner } = readJson(what, reply, Calendar);
    return { name: owner?.address || name };
  },

  listBusy: async (api, { from, to }) => {
    const what = 'list busy times';
    const times: BusyTime[] = [];
    // Days come without a zone: those that are wanted here may begin before, or after, there.
    let request: Parameters<CalendarApi['ask']>[1] = {
      method: 'GET',
      url: `${ME}/calendarView`,
      query: {
        startDateTime: new Date(from.getTime() - DAY_MS).toISOString(),
        endDateTime: new Date(to.getTime() + DAY_MS).toISOString(),
        $select: 'start,end,showAs,isCancelled,isAllDay',
        $top: PAGE_SIZE,
      },
    };
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const reply = await api.ask(what, { ...request, headers: { prefer: 'outlook.timezone="UTC"' } });
      if (reply.status !== 200) throw refusalOf(what, reply);
      const { value, '@odata.nextLink': next } = readJson(what, reply, View);
      for (const { start, end, showAs, isCancelled, isAllDay } of value)
        if (BUSY.includes(showAs) && !isCancelled) {
          const instantOf = (wall: number) => (isAllDay ? whenClockShows(wall, api.timezone, wall) : wall);
          const [startsAt, endsAt] = [start, end].map(({ dateTime }) => new Date(instantOf(dateTime)));
          if (startsAt && endsAt) times.push({ startsAt, endsAt });
        }
      if (next === undefined) return mergeBusy(times, { from, to });
      request = { method: 'GET', url: next };
    }
    throw new CalendarUnavailable(`${what}: too many pages`);
  },

  addEvent: async (api, event) => {
    if ((await findEvents(api, event.uid)).length > 0) return;
    const what = 'add an event';
    const reply = await post(api, event, event.uid);
    if (reply.status === 409) {
      // Another call was faster, or it was there before and has been deleted.
      if ((await findEvents(api, event.uid)).length > 0) return;
      const again = await post(api, event, randomUUID());
      if (again.status !== 201) throw refusalOf(what, again);
    } else if (reply.status !== 201) throw refusalOf(what, reply);
  },

  removeEvent: async (api, uid) => {
    const what = 'remove an event';
    for (const { id } of await findEvents(api, uid)) {
      const reply = await api.ask(what, { method: 'DELETE', url: `${ME}/events/${encodeURIComponent(id)}` });
      if (![204, 404].includes(reply.status)) throw refusalOf(what, reply);
    }
  },
};

async function findEvents(api: CalendarApi, uid: string): Promise<{ id: string }[]> {
  const what = 'find an event';
  const value = uid.replaceAll("'", "''");
  const reply = await api.ask(what, {
    method: 'GET',
    url: `${ME}/events`,
    query: {
      $filter: `singleValueExtendedProperties/Any(ep: ep/id eq '${UID_PROPERTY}' and ep/value eq '${value}')`,
      $select: 'id',
    },
  });
  if (reply.status !== 200) throw refusalOf(what, reply);
  return readJson(what, reply, Found).value;
}

/** `transactionId` makes two calls at the same time one event. */
function post(api: CalendarApi, event: NewEvent, transactionId: string): Promise<CalendarReply> {
  const utc = (at: Date) => ({ dateTime: at.toISOString().slice(0, 19), timeZone: 'UTC' });
  return api.ask('add an event', {
    method: 'POST',
    url: `${ME}/events`,
    json: {
      subject: event.title,
      body: { contentType: 'text', content: event.description },
      ...(event.location !== null && { location: { displayName: event.location } }),
      start: utc(event.startsAt),
      end: utc(event.endsAt),
      transactionId,
      singleValueExtendedProperties: [{ id: UID_PROPERTY, value: event.uid }],
    },
  });
}

/** Accounts without a mailbox have no calendar either. */
function refusalOf(what: string, reply: CalendarReply): Error {
  const { code } = readJson(what, reply, Refusal).error;
  if (reply.status === 403 || code === 'MailboxNotEnabledForRESTAPI')
    return new CalendarRefused(`${what}: the right is missing`);
  return new CalendarUnavailable(`${what}: HTTP ${reply.status}`);
}
