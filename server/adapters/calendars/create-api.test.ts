import { expect, it } from 'vitest';
import { newBudget } from './ask-budget.ts';
import { caldav } from './caldav/caldav.ts';
import { createCalendarApi } from './create-api.ts';
import { NoCalendarThere } from './failures.ts';
import { ics } from './ics/ics.ts';

const api = (url: string) =>
  createCalendarApi(
    { credentials: { url, username: 'ana', password: 'secret' }, tokens: null },
    {
      baseUrl: null,
      allowLoopback: false,
      timezone: 'UTC',
      budget: newBudget('ana'),
      renewTokens: () => Promise.reject(new Error('There are no tokens')),
    },
  );

it.each([
  'http://127.0.0.1:9/',
  'https://127.0.0.1:8443/',
  'https://[::1]:8443/',
  'https://10.0.0.1/',
  'https://169.254.169.254/',
  'http://calendar.example/',
  'https://calendar.example:25/',
])('an address that a person entered never leads to %s', async (url) => {
  for (const { test } of [caldav, ics]) await expect(test(api(url))).rejects.toBeInstanceOf(NoCalendarThere);
});
