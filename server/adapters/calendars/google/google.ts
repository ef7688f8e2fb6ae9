import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CALENDAR_NAMES } from '../../../../contract/calendar-connections.ts';
import type { CalendarApi, CalendarReply } from '../api.ts';
import { CalendarRefused, CalendarUnavailable } from '../failures.ts';
import { renewedTokens, tokensForCode } from '../oauth-tokens.ts';
import { type CalendarConnector, mergeBusy, type NewEvent } from '../port.ts';
import { readJson } from '../read-reply.ts';

/* Google Calendar API v3: a person's primary calendar. */

const API = 'https://www.googleapis.com/calendar/v3';
const EVENTS = `${API}/calendars/primary/events`;
const TOKENS = 'https://oauth2.googleapis.com/token';
/** The narrowest scopes that allow freeBusy.query, and events of the person's own calendars. */
const SCOPES = [
  'https://www.googleapis.com/auth/calendar.freebusy',
  'https://www.googleapis.com/auth/calendar.events.owned',
];

const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Calendar = z.object({ summary: z.string() });
const FreeBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      busy: z.array(z.object({ start: Time, end: Time })).optional(),
      errors: z.array(z.unknown()).optional(),
    }),
  ),
});
const Event = z.object({ status: z.string() });
const Refusal = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) });

export const google: CalendarConnector = {
  provider: 'google',
  name: CALENDAR_NAMES.google,
  oauth: {
    authorizeUrl: ({ clientId, redirectUri, state }) =>
      `https://accounts.google.com/o/oauth2/v2/auth?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        // Without both there is no refresh token for someone who consented before.
        access_type: 'offline',
        prompt: 'consent',
        state,
      })}`,
    exchange: (api, asked) => tokensForCode(api, { url: TOKENS, scopes: SCOPES, ...asked }),
    renew: (api, asked) => renewedTokens(api, { url: TOKENS, scopes: SCOPES, ...asked }),
    revoke: async (api, { refreshToken, accessToken }) => {
      await api.ask('revoke', {
        method: 'POST',
        url: 'https://oauth2.googleapis.com/revoke',
        form: { token: refreshToken ?? accessToken },
        unsigned: true,
      });
    },
  },

  test: async (api) => {
    const what = 'look at the calendar';
    // A primary calendar is called as its person's address, and this needs no right beside those to events.
    const query = { maxResults: '1', fields: 'summary' };
    const reply = await api.ask(what, { method: 'GET', url: EVENTS, query });
    if (reply.status !== 200) throw refusalOf(what, reply);
    return { name: readJson(what, reply, Calendar).summary };
  },

  listBusy: async (api, { from, to }) => {
    const what = 'list busy times';
    const reply = await api.ask(what, {
      method: 'POST',
      url: `${API}/freeBusy`,
      json: { timeMin: from.toISOString(), timeMax: to.toISOString(), items: [{ id: 'primary' }] },
    });
    if (reply.status !== 200) throw refusalOf(what, reply);
    const [calendar] = Object.values(readJson(what, reply, FreeBusy).calendars);
    if (calendar?.busy === undefined || (calendar.errors?.length ?? 0) > 0)
      throw new CalendarUnavailable(`${what}: missing`);
    const times = calendar.busy.map(({ start, end }) => ({ startsAt: start, endsAt: end }));
    return mergeBusy(times, { from, to });
  },

  addEvent: async (api, event) => {
    const what = 'add an event';
    const id = idOf(event.uid);
    const reply = await api.ask(what, {
      method: 'POST',
      url: EVENTS,
      query: { sendUpdates: 'none' },
      json: { id, ...bodyOf(event) },
    });
    // Theirs for an ID that there is, also of an event that was deleted.
    if (reply.status === 409) await restoreDeleted(api, id, event);
    else if (reply.status !== 200) throw refusalOf(what, reply);
  },

  removeEvent: async (api, uid) => {
    const what = 'remove an event';
    const reply = await api.ask(what, {
      method: 'DELETE',
      url: `${EVENTS}/${idOf(uid)}`,
      query: { sendUpdates: 'none' },
    });
    if (![200, 204, 404, 410].includes(reply.status)) throw refusalOf(what, reply);
  },
};

async function restoreDeleted(api: CalendarApi, id: string, event: NewEvent): Promise<void> {
  const what = 'add an event again';
  const url = `${EVENTS}/${id}`;
  const found = await api.ask(what, { method: 'GET', url, query: { fields: 'status' } });
  if (found.status !== 200) throw refusalOf(what, found);
  if (readJson(what, found, Event).status !== 'cancelled') return;
  const json = { ...bodyOf(event), status: 'confirmed' };
  const reply = await api.ask(what, { method: 'PUT', url, query: { sendUpdates: 'none' }, json });
  if (reply.status !== 200) throw refusalOf(what, reply);
}

/** Theirs are of 0 to 9 and a to v only. */
const idOf = (uid: string) => createHash('sha256').update(uid).digest('hex');

const bodyOf = ({ title, description, location, startsAt, endsAt, timezone }: NewEvent) => ({
  summary: title,
  description,
  ...(location !== null && { location }),
  start: { dateTime: startsAt.toISOString(), timeZone: timezone },
  end: { dateTime: endsAt.toISOString(), timeZone: timezone },
});

/** They send 403 for both: a missing right, and too many calls or an API that is off. */
function refusalOf(what: string, reply: CalendarReply): Error {
  const reason = reply.status === 403 && readJson(what, reply, Refusal).error.errors[0]?.reason;
  if (reason === 'insufficientPermissions' || reason === 'forbidden' || reason === 'notACalendarUser')
    return new CalendarRefused(`${what}: ${reason}`);
  return new CalendarUnavailable(`${what}: HTTP ${reply.status}`);
}
