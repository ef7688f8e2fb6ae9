import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { inboundForm, signedTwilioWebhook } from '../server/adapters/carrier/fakes/fake-twilio-webhooks.ts';
import { candidateNumber, type Recruiter } from './company.ts';
import { type Comparison, compare, load, type PreparedRequest } from './load.ts';

const CANDIDATES = 2000;
const DRAIN_LIMIT_MS = 300_000;

export interface CarrierKeys {
  accountSid: string;
  authToken: string;
}

/** An inbound text from Twilio, correctly signed, with its own MessageSid. */
export function inboundWebhook(url: string, keys: CarrierKeys, text: InboundText): PreparedRequest {
  const sid = `SM${randomUUID().replaceAll('-', '')}`;
  const form = inboundForm(keys.accountSid, { sid, media: 0, ...text });
  const { headers, body } = signedTwilioWebhook(keys.authToken, `${url}/webhooks/twilio/inbound`, form);
  return { method: 'POST', path: '/webhooks/twilio/inbound', headers, body };
}

/** Webhooks stored a second, and how fast they are worked in afterwards. */
export async function measureInbound(setting: {
  url: string;
  yardstickUrl: string;
  keys: CarrierKeys;
  recruiters: Recruiter[];
  pool: pg.Pool;
  seconds: number;
}): Promise<Comparison & { workedInPerSecond: number }> {
  const { url, yardstickUrl, pool, seconds } = setting;

  const drained: number[] = [];
  const comparison = await compare({
    subject: async () => {
      const requests = inboundTexts(setting);
      const before = await countMessages(pool);
      const startedAt = Date.now();
      const perSecond = await load(url, requests.values(), seconds);
      await untilWorkedIn(pool);
      const worked = (await countMessages(pool)) - before;
      drained.push((worked / (Date.now() - startedAt)) * 1000);
      return perSecond;
    },
    yardstick: () => load(yardstickUrl, yardstickRequests(450), seconds),
  });
  return { ...comparison, workedInPerSecond: Math.max(...drained) };
}

/** More than any server here can store in the time. */
export function inboundTexts({
  url,
  keys,
  recruiters,
  seconds,
}: {
  url: string;
  keys: CarrierKeys;
  recruiters: Recruiter[];
  seconds: number;
}): PreparedRequest[] {
  const most = 15_000 * seconds;
  return Array.from({ length: most }, (_, index) => inboundWebhook(url, keys, textOf(index, recruiters)));
}

/** Texts that `workIn` stores. */
export const BACKLOG = 10_000;

/** Stored texts worked in a second, with nothing else to do. */
export function measureWorkingIn(setting: {
  yardstickUrl: string;
  recruiters: Recruiter[];
  pool: pg.Pool;
  seconds: number;
}): Promise<Comparison> {
  const { yardstickUrl, recruiters, pool, seconds } = setting;
  return compare({
    subject: () => workIn(recruiters, pool),
    yardstick: () => load(yardstickUrl, yardstickRequests(450), seconds),
  });
}

/** How many stored texts a second. */
export async function workIn(recruiters: Recruiter[], pool: pg.Pool): Promise<number> {
  await storeTexts(
    pool,
    Array.from({ length: BACKLOG }, (_, index) => textOf(index, recruiters)),
  );
  const startedAt = Date.now();
  await untilWorkedIn(pool);
  return (BACKLOG / (Date.now() - startedAt)) * 1000;
}

interface InboundText {
  from: string;
  to: string;
  body: string;
}

/** As webhooks would have left them. */
export async function storeTexts(pool: pg.Pool, texts: InboundText[]): Promise<void> {
  const occurredAt = new Date().toISOString();
  const events = texts.map((text) => ({
    type: 'inbound',
    carrierId: `SM${randomUUID().replaceAll('-', '')}`,
    ...text,
    media: [],
    occurredAt,
    carrierOptOut: null,
  }));
  await pool.query(
    `insert into carrier_events (carrier, payload) select 'twilio', event from unnest($1::jsonb[]) as event`,
    [events],
  );
  await pool.query('notify carrier_events');
}

function textOf(index: number, recruiters: Recruiter[]): InboundText {
  return {
    from: candidateNumber(index % CANDIDATES),
    to: recruiters[index % recruiters.length]?.phoneNumber ?? '',
    body: `Yes, I can come in at ${index % 12} o'clock. Which entrance do I take?`,
  };
}

/** JSON of about as many bytes as what it is compared with. */
export function* yardstickRequests(bytes: number): Generator<PreparedRequest, never> {
  for (let index = 0; ; index += 1) {
    const body = JSON.stringify({ index, text: 'x'.repeat(Math.max(0, bytes - 30)) });
    yield { method: 'POST', path: '/rows', headers: { 'content-type': 'application/json' }, body };
  }
}

async function countMessages(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    "select count(*) from messages where status = 'received'",
  );
  return Number(rows[0]?.count);
}

export async function untilWorkedIn(pool: pg.Pool): Promise<void> {
  for (const end = Date.now() + DRAIN_LIMIT_MS; Date.now() < end; await wait(100)) {
    const { rowCount } = await pool.query('select from carrier_events limit 1');
    if (rowCount === 0) return;
  }
  throw new Error('Inbound texts were not worked in within five minutes');
}
