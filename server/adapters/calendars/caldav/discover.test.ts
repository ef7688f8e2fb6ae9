import { expect, it } from 'vitest';
import type { CalendarApi } from '../api.ts';
import { newBudget } from '../ask-budget.ts';
import { CalendarUnavailable } from '../failures.ts';
import { findCalendars } from './discover.ts';

const resource = (properties: string) =>
  `<response><href>/a/</href><propstat><prop>${properties}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`;

/** A server that answers each question with the same. */
const serverWith = (calendars: number): CalendarApi => ({
  credentials: { url: 'https://dav.example/' },
  timezone: 'UTC',
  now: () => new Date(),
  read: newBudget('ana').read,
  ask: async (_what, { url }) => ({
    status: 207,
    headers: new Headers(),
    text: '',
    bytes: new TextEncoder().encode(
      `<multistatus>${resource(
        '<current-user-principal><href>/p/</href></current-user-principal><calendar-home-set><href>/h/</href></calendar-home-set>' +
          '<resourcetype><calendar/></resourcetype>',
      ).repeat(calendars)}</multistatus>`,
    ),
    url: new URL(url),
  }),
});

it('asks no more calendars than anyone has', async () => {
  expect(await findCalendars(serverWith(50))).toHaveLength(50);
  await expect(findCalendars(serverWith(5000))).rejects.toBeInstanceOf(CalendarUnavailable);
});
