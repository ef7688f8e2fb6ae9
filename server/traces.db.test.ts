import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Route } from '../contract/route.ts';
import * as routes from '../contract/routes.ts';
import { filesIn } from '../run/files.js';
import { createLog } from './log.ts';
import { type CollectedSpan, startFakeCollector } from './testing/fake-collector.ts';
import { startFakeReceiver } from './testing/fake-receiver.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from './testing/test-app.ts';
import { pathOf } from './testing/test-client.ts';
import { receiveText, sendText, untilStatus } from './testing/texting.ts';
import { createOpenTelemetry } from './tracing/open-telemetry.ts';

/* Traces show what happened to a text, and name no one. */

let collector: Awaited<ReturnType<typeof startFakeCollector>>;
let receiver: Awaited<ReturnType<typeof startFakeReceiver>>;
let app: TestApp;
let ana: Recruiter;
/** What must not be found, by what it is. */
const marks = new Map<string, string>();

function mark(what: string, value: string): string {
  marks.set(value, what);
  return value;
}

const words = mark('the words of a text', 'Quackenbush rides at dawn');
const email = mark('an address', 'private.person@example.com');
const client = mark('the address of a client', '203.0.113.77');
const agent = mark('a browser', 'Xanthippe-Browser/7');
const id = mark('an id in an address', '01890000-0000-7000-8000-00000000beef');

function aPhone(): string {
  const phone = candidatePhone();
  mark('a phone number without its country', phone.slice(2));
  return mark('a phone number', phone);
}

beforeAll(async () => {
  collector = await startFakeCollector();
  receiver = await startFakeReceiver();
  app = await startTestApp({
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
      OTEL_TRACES_SAMPLER_ARG: '1',
      TRUST_PROXY: 'loopback',
    },
  });
  ana = await app.signUp();
  mark('a token', ana.token);
  mark('the business number', ana.number.slice(2));
  mark('the key of the carrier', app.twilio.authToken);
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
  await collector.stop();
});

const spans = () => collector.state.spans;
const traceOf = (messageId: string) => messageId.replaceAll('-', '');
const attributeOf = (span: CollectedSpan, key: string) =>
  Object.values(span.attributes.find((each) => each.key === key)?.value ?? {})[0];
const childrenOf = ({ spanId }: CollectedSpan) =>
  spans().filter(({ parentSpanId }) => parentSpanId === spanId);

it('a text is followed from its request to the answer of the carrier and its receipts', async () => {
  const { secret } = await ana.call(routes.createWebhookEndpoint, {
    body: { url: receiver.url, types: ['*'] },
  });
  mark('the secret of an endpoint', secret);
  const phone = aPhone();
  const text = await sendText(ana, phone, words);
  await untilStatus(ana, text, 'delivered');
  const found = await eventually(() => {
    const ofText = spans().filter(({ traceId }) => traceId === traceOf(text.id));
    const request = spans().find(({ links }) => links.some(({ traceId }) => traceId === traceOf(text.id)));
    const [sent] = ofText.filter(({ name }) => name === 'send text');
    const receipt = ofText.find(
      (span) => span.name === 'receipt' && attributeOf(span, 'hiretext.status') === 'delivered',
    );
    if (!request || !sent || !receipt) throw new Error('Not all of it is there yet');
    return { request, sent, receipt };
  });
  expect(found.request.name).toBe('POST /v1/messages');
  expect(attributeOf(found.request, 'http.response.status_code')).toBe(201);
  expect(childrenOf(found.request).map(({ name }) => name)).toContain('sql with');
  const asked = childrenOf(found.sent).find(({ name }) => name === 'carrier send');
  expect(asked && attributeOf(asked, 'hiretext.outcome')).toBe('accepted');
  expect(childrenOf(found.sent).filter(({ name }) => name.startsWith('sql '))).not.toEqual([]);
  expect(childrenOf(found.receipt).map(({ name }) => name)).toContain('sql update');
  await eventually(() => {
    const delivered = spans().find(({ name }) => name === 'deliver event');
    if (!delivered) throw new Error('No event is delivered yet');
    const post = childrenOf(delivered).find(({ name }) => name === 'endpoint post');
    expect(post && attributeOf(post, 'http.response.status_code')).toBe(200);
  });
  expect(collector.state.headers[0]).toMatchObject({ authorization: 'Bearer collector' });
});

describe('no one can be identified after', () => {
  it('texts that arrive, fail, and are refused', async () => {
    const phone = aPhone();
    const { control } = app.twilio;
    control.receipts({ final: 'undelivered', errorCode: '30003' });
    await untilStatus(ana, await sendText(ana, phone, words), 'undelivered');
    control.receipts({});
    control.failNext({ kind: 'acceptThenReset', on: 'send' });
    await untilStatus(ana, await sendText(ana, aPhone(), words), 'delivered');
    await receiveText(app, ana, phone, `${words}, call ${aPhone()} or ${email}`);
    await receiveText(app, ana, phone, 'STOP');
    await ana.refusal(routes.sendMessage, { body: { to: phone, body: words } });
    await ana.call(routes.listCandidates, { query: { search: phone } });
    await ana.call(routes.createCandidate, {
      body: { phoneNumber: aPhone(), firstName: words.slice(0, 11), lastName: 'X', email },
    });
  });

  it('a row that the database refuses, and quotes', async () => {
    const { pool } = app.deps;
    await pool.query(
      `alter table candidates add constraint trouble check (last_name <> '${words}') not valid`,
    );
    const body = { phoneNumber: aPhone(), firstName: 'Ada', lastName: words };
    expect(await ana.refusal(routes.createCandidate, { body })).toBe('500 internal');
    await pool.query('alter table candidates drop constraint trouble');
    await eventually(() =>
      expect(spans().map((span) => attributeOf(span, 'error.type'))).toEqual(
        expect.arrayContaining(['500', '23514']),
      ),
    );
  });

  it('each route, called with what it must not tell', async () => {
    const everything = { id, noteId: id, messageId: id, token: id, code: id, type: words, provider: email };
    const said = {
      body: words,
      to: aPhone(),
      email,
      password: words,
      firstName: words,
      phoneNumber: aPhone(),
    };
    for (const route of Object.values(routes as Record<string, Route>)) {
      const { method } = route;
      if (route.path === routes.logout.path || route.path === '/events') continue;
      await fetch(
        app.url + pathOf(route, { params: everything, query: { search: words, token: id, email } }),
        {
          method,
          headers: {
            authorization: `Bearer ${ana.token}`,
            'content-type': 'application/json',
            'x-forwarded-for': client,
            'user-agent': agent,
          },
          ...(method === 'GET' ? {} : { body: JSON.stringify(said) }),
          signal: AbortSignal.timeout(20_000),
        },
      ).then((answer) => answer.arrayBuffer());
    }
    await fetch(`${app.url}/v1/nothing/${email}?phone=${said.to}`);
    await fetch(`${app.url}/webhooks/twilio/status/${id}/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ From: said.to }),
    });
    const names = new Set(
      Object.values(routes as Record<string, Route>).map(({ path }) => path.split('{')[0]),
    );
    expect(names.size).toBeGreaterThan(100);
  });

  it('no span holds anything of a person', async () => {
    await eventually(() => {
      const last = spans().filter(
        ({ name }) => name === 'POST /webhooks/twilio/status/:accountId/:messageId',
      );
      expect(last.some((span) => Number(attributeOf(span, 'http.response.status_code')) >= 400)).toBe(true);
    });
    const requests = new Set(spans().flatMap(({ name }) => (name.includes('/v1/') ? [name] : [])));
    expect(requests.size).toBeGreaterThan(150);
    expect([...requests].filter((name) => /^\w+ none$/.test(name))).toEqual([]);
    const leaks = [...marks].flatMap(([value, what]) =>
      [value, encodeURIComponent(value)].flatMap((spelled) =>
        spans()
          .filter((span) => JSON.stringify(span).includes(spelled))
          .map(({ name }) => `${what}: ${name}`),
      ),
    );
    expect(leaks).toEqual([]);
    expect(collector.state.bodies.join('')).not.toContain(words);
    const keys = new Set(spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...keys].sort()).toEqual([
      'db.query.text',
      'db.system.name',
      'error.type',
      'hiretext.events',
      'hiretext.job_id',
      'hiretext.outcome',
      'hiretext.request_id',
      'hiretext.status',
      'http.request.method',
      'http.response.status_code',
      'http.route',
    ]);
  });
});

describe('a collector that hangs or is away', () => {
  it('keeps no text, and no stop, waiting', async () => {
    const hanging = await startFakeCollector();
    hanging.state.isHanging = true;
    for (const endpoint of [hanging.url, 'http://127.0.0.1:9']) {
      const other = await startTestApp({
        logLevel: 'warn',
        variables: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '1' },
      });
      const bo = await other.signUp();
      for (let n = 0; n < 3; n += 1)
        await untilStatus(bo, await sendText(bo, candidatePhone(), 'Hi'), 'delivered');
      await eventually(() => expect(other.logged.join('')).toContain('traces could not be handed over'));
      await other.stop();
    }
    await hanging.stop();
  });

  it('gets the first of what waited, and the rest is dropped', async () => {
    const late = await startFakeCollector();
    onTestFinished(late.stop);
    late.state.isHanging = true;
    const settings = { endpoint: late.url, headers: {}, share: 1 };
    const tracer = createOpenTelemetry(settings, { log: createLog('silent'), node: 'test' });
    for (let n = 0; n < 20_000; n += 1) tracer.start('something', 'internal')?.end();
    late.state.isHanging = false;
    await eventually(() => expect(late.state.spans.length).toBeGreaterThan(3000));
    await tracer.close();
    expect(late.state.spans.length).toBeLessThan(5000);
  });
});

it('where traces are off, nothing of them is loaded', () => {
  const sources = filesIn('server')
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, '..', path), 'utf8') }));
  const naming = (words: RegExp) => sources.filter(({ text }) => words.test(text)).map(({ path }) => path);
  expect(naming(/'@opentelemetry\//)).toEqual(['server/tracing/open-telemetry.ts']);
  expect(naming(/open-telemetry\.ts'/)).toEqual(['server/start.ts']);
  expect(naming(/(?<!await )(from|import\() *'\.\/tracing\/open-telemetry\.ts'/)).toEqual([]);
});
