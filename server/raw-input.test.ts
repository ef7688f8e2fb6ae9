import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '../contract/route.ts';
import * as routes from '../contract/routes.ts';
import { fastGrowing, pumps } from './testing/growth.ts';
import { rawReaders } from './testing/raw-readers.ts';

/* What others send may cost as much as it is long, and no more: otherwise one request holds up everyone else's. */

const checkout = join(import.meta.dirname, '..');
const NOT_READING = /\.test\.tsx?$|^server\/(testing|env|db|demo)\/|^web\/testing\/|\/fakes\/|\/suite/;
const sourcesOf = (...rooms: string[]) =>
  rooms
    .flatMap((room) =>
      readdirSync(join(checkout, room), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${room}/${path}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !NOT_READING.test(path))
    .map((path) => ({ path, text: readFileSync(join(checkout, path), 'utf8') }));
const sources = sourcesOf('server', 'contract');

describe('reading grows with what is read', { timeout: 60_000 }, () => {
  it.each(rawReaders)('$file', async ({ read, samples, most }) => {
    expect(await fastGrowing(read, pumps(samples), most)).toEqual([]);
  });
});

/** Regular expressions as they are written, and rarely a division. */
const LITERAL =
  /(?<=[=(,:[!&|?;{}]\s*|\breturn\s+|=>\s*|^\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuv]*)/gm;
const UNBOUNDED = /[*+]|\{\d+,\}/;

function expressionsIn(text: string): RegExp[] {
  return [...text.matchAll(LITERAL)].flatMap(([, source = '', flags = '']) => {
    try {
      return UNBOUNDED.test(source) ? [new RegExp(source, flags)] : [];
    } catch {
      return [];
    }
  });
}

/** Made of what the expression itself names. */
function pumpsOf({ source }: RegExp): ((size: number) => string)[] {
  const named = source.replace(/\\[pPu]\{[^}]*\}|\\u[0-9a-f]{4}|\\./gi, ' ');
  const characters = [...new Set(named.replace(/[\\^$*+?()[\]{}|]/g, ''))].slice(0, 10);
  const words = (named.match(/[a-z]{2,}/gi) ?? []).slice(0, 6);
  const units = [
    ...[' ', '\n', 'a', 'A', '1', '.', '-', '@', '/', '"', '<', '(', 'é', '\u{1f44d}'],
    ...characters.flatMap((one) => [one, ...['a', ' ', '.'].map((other) => one + other)]),
    ...words.flatMap((word) => [word, `${word} `]),
  ];
  return [...new Set(units)].flatMap((unit) =>
    ['', '\u0001'].map((end) => (size: number) => unit.repeat(Math.ceil(size / unit.length)) + end),
  );
}

it('every regular expression grows with what is read', { timeout: 240_000 }, async () => {
  const found: string[] = [];
  // A candidate's text is read in the browser too.
  for (const { path, text } of [...sources, ...sourcesOf('web')])
    for (const expression of expressionsIn(text)) {
      const slow = await fastGrowing((input) => input.replace(expression, ''), pumpsOf(expression));
      if (slow.length > 0) found.push(`${path}: ${expression} with ${slow[0]}`);
    }
  expect(found).toEqual([]);
});

/** Of every call, each on its own. */
const fields = Object.entries(routes as Record<string, Route>).flatMap(([name, { body, query, params }]) =>
  [body, query, params].flatMap((schema) =>
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, type]) => ({
          name: `${name}.${field}`,
          type,
        }))
      : [],
  ),
);

it('every field of every call grows with what is read', { timeout: 120_000 }, async () => {
  expect(fields.length).toBeGreaterThan(300);
  const makers = pumps(['ana@acme.test', 'https://acme.test/a']);
  const found: string[] = [];
  for (const { name, type } of fields) {
    const read = (input: string) => type.safeParse(input);
    const slow = await fastGrowing(read, makers);
    if (slow.length > 0) found.push(`${name} with ${slow[0]}`);
  }
  expect(found).toEqual([]);
});

/** What turns bytes of others into something, or is given them as they came. */
const READS =
  /\brawBody\b|JSON\.parse\(|(?:parse|require)Bounded(?:Json)?\(|from '(?:htmlparser2|ical\.js|@xmldom\/xmldom|libphonenumber-js[^']*)'|new URLSearchParams\([a-z]/;
/** Files that match, but read what is ours, or only hand on what others send. */
const ELSEWHERE: Record<string, string> = {
  'server/http/read-json-bodies.ts': 'server/bounded-json.ts',
  'server/features/imports/upload.ts': 'server/bounded-json.ts',
  'server/features/exports/collect.ts': 'what PostgreSQL wrote',
  'server/features/exports/importing/read-records.ts': 'server/features/exports/importing/archive.ts',
  'server/features/exports/importing/run-import.ts': 'what we wrote beside',
  'server/adapters/carrier/port.ts': 'types only',
  'server/http/raw-webhooks.ts': 'hands it to the vendor',
  'server/features/ats/connections-store.ts': 'what we sealed',
  'server/features/scheduling/calendars/store.ts': 'what we sealed',
  'server/features/push/sealed-subscription.ts': 'what we sealed',
  'server/backups/entries.ts': 'what we sealed',
  'server/mail/send-mail.ts': 'what we sealed',
  'server/adapters/identity/oidc/flow.ts': 'what we sealed',
  'server/adapters/identity/saml/messages.ts': 'what we sealed',
  'server/adapters/ats/ashby/changes.ts': 'a position that we stored',
  'server/adapters/ats/bullhorn/events.ts': 'a position that we stored',
  'server/adapters/ats/greenhouse/people.ts': 'a cursor that we stored',
  'server/adapters/carrier/simulator/calls.ts': 'what we answered',
  'server/adapters/payments/sandbox/webhook.ts': 'looked at only if we signed it',
  'server/features/cells/routes.ts': 'looked at only if another cell signed it',
  'server/features/sso/routes.ts': 'writes an address',
  'server/adapters/carrier/twilio/numbers.ts': 'writes a form',
  'server/features/scheduling/offers/ics.ts': 'writes a calendar',
  'server/adapters/calendars/caldav/write-event.ts': 'writes a calendar',
  'server/adapters/ats/simulator/routes.ts': 'by Zod, in local mode only',
  'server/adapters/captcha/altcha/altcha.ts': 'at most 8,000 characters',
};

it('every file that reads raw input is in the list', () => {
  const listed = new Set(rawReaders.map(({ file }) => file));
  const missing = sources.filter(
    ({ path, text }) => READS.test(text) && !listed.has(path) && !(path in ELSEWHERE),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
  const gone = Object.keys(ELSEWHERE).filter(
    (path) => !sources.some((source) => source.path === path && READS.test(source.text)),
  );
  expect(gone).toEqual([]);
});
