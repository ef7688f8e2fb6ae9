import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { SimulatedCall, SimulatedCallAction } from '../../../../contract/simulator.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import type { Carrier, WebhookRequest } from '../port.ts';
import { carrierSuite } from '../suite.ts';
import {
  type CarrierHarness,
  callUrls,
  candidate,
  type HarnessCall,
  messageId,
  ours,
} from '../suite-harness.ts';
import { createSimulatorCarrier, type SimulatorCarrier } from './simulator.ts';
import { signedHeaders } from './webhook.ts';

const webhookSecret = 'a secret of the tests';
const log = pino({ level: 'silent' });
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 8 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function empty(): Promise<void> {
  await pool.query(
    'truncate simulator.numbers, simulator.calls, simulator.messages, simulator.webhooks, simulator.media, simulator.network, simulator.landline_orders',
  );
}

async function makeHarness(): Promise<CarrierHarness> {
  await empty();
  const receiver = await startWebhookReceiver();
  const simulator = createSimulatorCarrier({
    pool,
    publicUrl: receiver.url,
    webhookSecret,
    clock: () => new Date(),
    log,
    linkDelayMs: 60_000,
    timeoutMs: 600,
  });
  await simulator.network.behave({ delayMs: 0 });
  const webhooks = {
    inboundUrl: `${receiver.url}/webhooks/inbound`,
    statusUrl: `${receiver.url}/webhooks/status`,
    calls: callUrls(receiver.url),
  };

  // The suite arranges without waiting; each call of the carrier first waits for what was arranged.
  let arranged: Promise<unknown> = Promise.resolve();
  const arrange = (work: () => Promise<unknown>) => {
    arranged = arranged.then(work);
  };
  let accepted: ReturnType<CarrierHarness['accepted']> = [];
  const carrier = new Proxy(simulator, {
    get(target, name: keyof SimulatorCarrier) {
      const member = target[name];
      if (
        ![
          'findNumbers',
          'findNumbersNear',
          'buyNumber',
          'findOwnedNumber',
          'releaseNumber',
          'configureWebhooks',
          'send',
          'findSent',
        ].includes(name)
      )
        return member;
      return async (...args: unknown[]) => {
        await arranged;
        const result = await (member as (...given: unknown[]) => Promise<unknown>)(...args);
        if (name === 'send') accepted = await readAccepted();
        return result;
      };
    },
  }) as Carrier;

  const linkAll = () => pool.query('update simulator.numbers set links_at = now()');
  const insertNumber = (phoneNumber: string, isOurs: boolean) => () =>
    pool.query(
      `insert into simulator.numbers (phone_number, id, is_ours, reference, inbound_url, links_at)
       values ($1, $2, $3, 'arranged', $4, '2020-01-01')`,
      [phoneNumber, `SN-${phoneNumber}`, isOurs, webhooks.inboundUrl],
    );
  const sign = (url: string, payload: unknown): WebhookRequest => {
    const rawBody = Buffer.from(JSON.stringify(payload));
    return { url, headers: signedHeaders(webhookSecret, rawBody, new Date()), rawBody };
  };
  let locker: pg.Client | null = null;

  return {
    carrier,
    unreachable: null,
    traits: {
      faults: [],
      buysAtOnce: true,
      findsSent: 'atOnce',
      findsSentExactly: true,
      signs: { url: false, time: true },
      refusals: [
        {
          what: 'no number',
          request: { to: '+1415' },
          errorCode: 'invalid_recipient',
          carrierCode: 'no-such-number',
        },
        {
          what: 'landline',
          request: { to: '+14155550404' },
          errorCode: 'not_textable',
          carrierCode: 'landline',
        },
        {
          what: 'opted out',
          request: { to: '+14155550403' },
          errorCode: 'opted_out',
          carrierCode: 'opted-out',
        },
        {
          what: 'to ourselves',
          request: { to: ours },
          errorCode: 'invalid_recipient',
          carrierCode: 'to-yourself',
        },
        {
          what: 'not ours',
          request: { from: '+14155550199' },
          errorCode: 'sender_not_usable',
          carrierCode: 'not-your-number',
        },
        {
          what: 'too long',
          request: { body: 'a'.repeat(1601) },
          errorCode: 'too_long',
          carrierCode: 'too-long',
        },
        { what: 'empty', request: { body: '' }, errorCode: 'unknown_error', carrierCode: 'empty' },
        {
          what: 'too many media',
          request: { mediaUrls: Array<string>(11).fill('https://app.example.com/1') },
          errorCode: 'media_refused',
          carrierCode: 'too-many-media',
        },
      ],
      failedReceipt: { final: 'undelivered', carrierCode: 'spam', errorCode: 'filtered' },
      receiptsTellSegments: true,
      foreignMedia: [
        'https://example.com/x.png',
        'http://169.254.169.254/latest/meta-data',
        'http://example.com/simulator/media/0190f3a0-7c1b-7000-8000-000000000001',
        'file:///etc/passwd',
        'not an address',
      ],
      mediaRedirects: false,
      blocksOptOuts: false,
    },
    webhooks,
    statusUrl: (id) => `${webhooks.statusUrl}?m=${id}`,
    landline: {
      // By its last digits.
      makeIneligible: async () => {
        await arranged;
      },
      heard: async (phoneNumber) => {
        const codes = await simulator.ownershipCodes();
        return codes.find(({ number }) => number === phoneNumber)?.code ?? null;
      },
      press: () => undefined,
      signVendorLetter: () => undefined,
      decide: async (phoneNumber, decision) => {
        await pool.query(
          `update simulator.landline_orders set decides_at = '2020-01-01', company = case when $2 then 'Rejected Ltd' else company end
            where phone_number = $1`,
          [phoneNumber, decision === 'reject'],
        );
      },
    },
    own: (phoneNumber) => arrange(insertNumber(phoneNumber, true)),
    take: (phoneNumber) => arrange(insertNumber(phoneNumber, false)),
    makeLandline: () => undefined,
    settleOrders: () => arrange(linkAll),
    failNext: () => {
      throw new Error('The simulator is no server that could break down');
    },
    receipts: ({ duplicate, shuffle, final, errorCode }) =>
      arrange(() =>
        simulator.network.behave({
          ...(duplicate === undefined ? {} : { duplicate }),
          ...(shuffle === undefined ? {} : { reorder: shuffle }),
          ...(final === undefined ? {} : { outcome: final === 'delivered' ? 'deliver' : 'undeliver' }),
          ...(errorCode === undefined ? {} : { undeliveredCode: errorCode }),
        }),
      ),
    placeCall: async (from, to) => {
      await arranged;
      const placed = await simulator.calls.place({ from, to });
      if (placed === null) throw new Error(`${to} takes no calls`);
      return simulatedCall(simulator, placed);
    },
    answerBy: receiver.answerBy,
    // Nothing is posted before `flush`: the loop isn't started.
    hold: () => undefined,
    flush: async () => {
      await arranged;
      await simulator.network.flush();
    },
    accepted: () => accepted,
    inbound: async (from, to, body, media = []) => {
      await arranged;
      const mediaUrls = [];
      for (const item of media) mediaUrls.push(await simulator.media.store(item));
      if ((await simulator.network.receive({ from, to, body, mediaUrls })) === null)
        throw new Error(`No one has ${to}`);
      await simulator.network.flush();
      if (!media.some((item) => item.stall)) return;
      locker = new pg.Client({ connectionString: database.url });
      await locker.connect();
      await locker.query('begin; lock table simulator.media in access exclusive mode');
    },
    received: () => receiver.requests,
    withUnknownFields: ({ url, rawBody }) =>
      sign(url, { ...JSON.parse(rawBody.toString('utf8')), price: { amount: '0' }, extra: 1 }),
    malformed: (kind) =>
      kind === 'inbound'
        ? sign(webhooks.inboundUrl, { from: candidate, to: ours, body: 'no id' })
        : sign(webhooks.statusUrl, { id: 'SM1', status: 'teleported' }),
    stop: async () => {
      await arranged;
      await locker?.end();
      await receiver.stop();
    },
  };
}

async function readAccepted(): Promise<ReturnType<CarrierHarness['accepted']>> {
  const { rows } = await pool.query(
    `select phone_number as to, body, media_urls as "mediaUrls", status_url as "statusUrl"
       from simulator.messages where direction = 'toCandidate' order by created_at, change`,
  );
  return rows;
}

/** The simulated carrier takes every answer that it can read; any other ends the call with what people hear then. */
function simulatedCall(simulator: SimulatorCarrier, placed: SimulatedCall): HarnessCall {
  let call = placed;
  const act = async (action: SimulatedCallAction) => {
    const next = await simulator.calls.act(call.id, action);
    if (!next) throw new Error(`the call is ${call.state}`);
    call = next;
  };
  return {
    get state() {
      return call.state;
    },
    get ringsAt() {
      return call.forwardedTo;
    },
    get heard() {
      return call.heard.filter(({ sentence }) => sentence !== 'Busy tone');
    },
    get refused() {
      return call.heard.flatMap(({ sentence }) => (/application error/.test(sentence) ? sentence : []));
    },
    pickUp: () => act({ action: 'pickUp' }),
    press: (digit) => act({ action: 'press', digit }),
    decline: () => act({ action: 'decline' }),
    leaveMessage: async (bytes, seconds) => {
      const mediaUrl = await simulator.media.store({ contentType: 'audio/wav', bytes });
      await act({ action: 'leaveMessage', mediaUrl, seconds });
    },
    hangUp: () => act({ action: 'hangUp' }),
  };
}

carrierSuite('the simulator', makeHarness);

describe('the simulator', () => {
  let receiver: WebhookReceiver;
  let simulator: SimulatorCarrier;
  let now: Date;

  const start = (options: { pool?: pg.Pool } = {}) =>
    createSimulatorCarrier({
      pool: options.pool ?? pool,
      publicUrl: receiver.url,
      webhookSecret,
      clock: () => now,
      log,
    });
  const number = '+14155550110';
  const webhooks = () => ({
    inboundUrl: 'http://old-address.test/in',
    statusUrl: 'http://old-address.test/st',
    calls: callUrls('http://old-address.test'),
  });
  const request = (changes: Partial<Parameters<Carrier['send']>[0]> = {}) => ({
    messageId,
    from: number,
    to: candidate,
    body: 'Are you free at 3?',
    mediaUrls: [],
    statusUrl: `http://old-address.test/st?m=${messageId}`,
    ...changes,
  });
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const statusesReceived = () =>
    receiver.requests.map((each) => JSON.parse(each.rawBody.toString('utf8')).status as string);

  beforeEach(async () => {
    await empty();
    now = new Date();
    receiver = await startWebhookReceiver();
    simulator = start();
    await simulator.buyNumber({ phoneNumber: number, reference: 'seat', webhooks: webhooks() });
    later(3000);
  });
  afterEach(() => receiver.stop());

  it('offers invented numbers of the area code, always the same, without those sold', async () => {
    const found = await simulator.findNumbers({ areaCode: '305', limit: 100 });
    expect(found).toHaveLength(95);
    expect(new Set(found.map((each) => each.phoneNumber)).size).toBe(95);
    for (const each of found) {
      expect(each.phoneNumber).toMatch(/^\+130555501\d\d$/);
      expect(each).toMatchObject({ locality: 'Miami', region: 'FL' });
    }
    expect(await start().findNumbers({ areaCode: '305', limit: 100 })).toEqual(found);
    const first = found[0]?.phoneNumber ?? '';
    await simulator.buyNumber({ phoneNumber: first, reference: 'x', webhooks: webhooks() });
    expect(await simulator.findNumbers({ areaCode: '305', limit: 100 })).toEqual(found.slice(1));
  });

  it('links a number two seconds after it was bought', async () => {
    await simulator.buyNumber({ phoneNumber: '+14155550120', reference: 'x', webhooks: webhooks() });
    expect(await simulator.findOwnedNumber('+14155550120')).toMatchObject({ linkStatus: 'linking' });
    expect(await simulator.send(request({ from: '+14155550120' }))).toMatchObject({
      errorCode: 'sender_not_usable',
    });
    later(2000);
    expect(await simulator.findOwnedNumber('+14155550120')).toMatchObject({ linkStatus: 'linked' });
  });

  it.each([
    ['0195', { outcome: 'unknown' }, 'linked'],
    ['0196', { outcome: 'bought' }, 'rejected'],
    ['0197', { outcome: 'refused', reason: 'account' }, null],
    ['0198', { outcome: 'refused', reason: 'invalid' }, null],
    ['0199', { outcome: 'refused', reason: 'taken' }, null],
  ])('sells %s in its own way', async (digits, outcome, linkStatus) => {
    const phoneNumber = `+1415555${digits}`;
    expect(await simulator.buyNumber({ phoneNumber, reference: 'x', webhooks: webhooks() })).toMatchObject(
      outcome,
    );
    later(2000);
    expect((await simulator.findOwnedNumber(phoneNumber))?.linkStatus ?? null).toBe(linkStatus);
  });

  it.each([
    ['0400', { outcome: 'refused', errorCode: 'invalid_recipient' }, null],
    ['0403', { outcome: 'refused', errorCode: 'opted_out' }, null],
    ['0404', { outcome: 'refused', errorCode: 'not_textable' }, null],
    ['0408', { outcome: 'unknown' }, 'delivered'],
    ['0410', { outcome: 'accepted' }, 'undelivered'],
    ['0451', { outcome: 'accepted' }, 'undelivered'],
    ['0503', { outcome: 'unknown' }, null],
  ])('lets a phone that ends in %s behave in its own way', async (digits, outcome, ends) => {
    const to = `+1212555${digits}`;
    expect(await simulator.send(request({ to }))).toMatchObject(outcome);
    await simulator.network.flush();
    expect((await simulator.network.messagesOf(to)).at(-1)?.status ?? null).toBe(ends);
  });

  it.each([
    ['deliver', { outcome: 'accepted' }, 'delivered'],
    ['undeliver', { outcome: 'accepted' }, 'undelivered'],
    ['refuse', { outcome: 'refused', errorCode: 'filtered' }, null],
    ['acceptThenTimeout', { outcome: 'unknown' }, 'delivered'],
    ['serverError', { outcome: 'unknown' }, null],
    ['rateLimit', { outcome: 'notReached' }, null],
  ] as const)('can be set to %s', async (outcome, expected, ends) => {
    await simulator.network.behave({ outcome });
    expect(await simulator.send(request())).toMatchObject(expected);
    await simulator.network.flush();
    const found = await simulator.findSent({ ...request(), since: '2020-01-01T00:00:00Z' });
    expect(found[0]?.status ?? null).toBe(ends);
  });

  it('fetches what is served on this machine, as a test may do for its own picture', async () => {
    const picture = Buffer.from('not really a picture');
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.png`;
    expect(await simulator.downloadMedia(url, 100)).toEqual({ contentType: 'image/png', bytes: picture });
    await expect(simulator.downloadMedia(url, picture.length - 1)).rejects.toThrow('over the limit');
  });

  it('shows a text that was handed over twice as two', async () => {
    await simulator.send(request());
    await simulator.send(request());
    expect(await simulator.network.messagesOf(candidate)).toHaveLength(2);
  });

  it('lets receipts come after the delay, at the address that the app has now', async () => {
    await simulator.network.behave({ delayMs: 1000 });
    await simulator.send(request());
    const postman = async () => {
      simulator.network.start();
      await new Promise((resolve) => setTimeout(resolve, 60));
    };
    onTestFinished(() => simulator.network.stop());
    await postman();
    expect(statusesReceived()).toEqual([]);
    later(500);
    simulator.network.wake();
    await expect.poll(statusesReceived).toEqual(['sent']);
    expect(await simulator.network.messagesOf(candidate)).toMatchObject([{ status: 'sent' }]);
    later(500);
    simulator.network.wake();
    await expect.poll(statusesReceived).toEqual(['sent', 'delivered']);
    expect(receiver.requests[0]?.url).toBe(`${receiver.url}/st?m=${messageId}`);
  });

  it('posts again, later and later, until the app takes it', async () => {
    receiver.answerWith(500);
    await simulator.network.receive({ from: candidate, to: number, body: 'Yes', mediaUrls: [] });
    onTestFinished(() => simulator.network.stop());
    /** Until then the refusal has not been taken note of, by a clock that this test moves. */
    const putOffBy = (ms: number) =>
      expect
        .poll(async () => {
          const { rows } = await pool.query<{ due_at: Date }>('select due_at from simulator.webhooks');
          return rows[0]?.due_at.getTime();
        })
        .toBe(now.getTime() + ms);
    simulator.network.start();
    await expect.poll(() => receiver.requests.length).toBe(1);
    await putOffBy(1000);
    later(1100);
    simulator.network.wake();
    await expect.poll(() => receiver.requests.length).toBe(2);
    await putOffBy(2000);
    receiver.answerWith(200);
    later(1100);
    simulator.network.wake();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(receiver.requests).toHaveLength(2);
    later(1000);
    simulator.network.wake();
    await expect.poll(() => receiver.requests.length).toBe(3);
    await expect.poll(async () => (await pool.query('select from simulator.webhooks')).rowCount).toBe(0);
  });

  it('shares the work with other processes, and posts nothing twice', async () => {
    await simulator.network.behave({ delayMs: 0 });
    for (let n = 0; n < 50; n += 1) await simulator.send(request({ messageId: `m${n}` }));
    later(10);
    const otherPool = new pg.Pool({ connectionString: database.url, max: 4 });
    const other = start({ pool: otherPool });
    const both = [simulator.network, other.network];
    onTestFinished(async () => {
      for (const network of both) await network.stop();
      await otherPool.end();
    });
    for (const network of both) network.start();
    await expect.poll(() => receiver.requests.length).toBe(100);
    await expect.poll(async () => (await pool.query('select from simulator.webhooks')).rowCount).toBe(0);
    expect(receiver.requests).toHaveLength(100);
  });

  it('posts what a killed process had claimed when its lease has run out', async () => {
    await simulator.network.receive({ from: candidate, to: number, body: 'Yes', mediaUrls: [] });
    await pool.query('update simulator.webhooks set due_at = $1, attempts = 1', [
      new Date(now.getTime() + 30_000),
    ]);
    onTestFinished(() => simulator.network.stop());
    simulator.network.start();
    later(31_000);
    simulator.network.wake();
    await expect.poll(() => receiver.requests.length).toBe(1);
  });

  it('remembers how the network behaves', async () => {
    await simulator.network.behave({ duplicate: true, delayMs: 5 });
    expect(await start().network.behavior()).toMatchObject({
      duplicate: true,
      delayMs: 5,
      outcome: 'deliver',
    });
  });
});
