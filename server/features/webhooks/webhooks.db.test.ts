import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { giveKey } from '../../testing/api-keys.ts';
import { allEvents } from '../../testing/events.ts';
import { type FakeReceiver, type Heard, ok, startFakeReceiver } from '../../testing/fake-receiver.ts';
import { mailsTo } from '../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { sendText } from '../../testing/texting.ts';

/* Endpoints of companies, and what they hear, over real connections. */

let app: TestApp;
let ana: Recruiter;
let receiver: FakeReceiver;

beforeAll(async () => {
  app = await startTestApp({ variables: { WEBHOOK_RETRY_SECONDS: '1,1' } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
  receiver = await startFakeReceiver();
  // What happened before an endpoint is there is in the log by then.
  await allEvents(app, ana);
});
afterEach(() => {
  vi.useRealTimers();
  receiver.stop();
  app.clock.reset();
});

const listen = (more: object = {}, person = ana) =>
  person.call(routes.createWebhookEndpoint, { body: { url: receiver.url, types: ['*'], ...more } });

const add = (count: number, person = ana) =>
  app.deps.pool.query(
    `select write_event($1, 'candidate.created', id, null)
       from (select id from candidates where account_id = $1 limit 1) as one, generate_series(1, $2)`,
    [person.accountId, count],
  );

const addCandidate = (person = ana) =>
  person.call(routes.createCandidate, {
    body: { firstName: 'Ada', lastName: 'Reyes', phoneNumber: candidatePhone() },
  });

const deliveries = async (id: string, query: { status?: 'failed' | 'waiting' | 'delivered' } = {}) =>
  (await ana.call(routes.listWebhookDeliveries, { params: { id }, query: { limit: 100, ...query } })).items;

/** As a receiver opens it, with the library of the standard. */
const opened = ({ headers, body }: Pick<Heard, 'headers' | 'body'>, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string; type: string };

const untilHeard = (count: number) =>
  eventually(() => expect(receiver.state.heard.length).toBeGreaterThanOrEqual(count));

describe('what an endpoint hears', () => {
  it('is the event, signed', async () => {
    const { secret, id } = await listen();
    const candidate = await addCandidate();
    await untilHeard(1);
    const [heard] = receiver.state.heard;
    if (heard === undefined) throw new Error('It has heard of one');
    expect(heard).toMatchObject({ type: 'candidate.created', data: { id: candidate.id } });
    expect(Object.keys(JSON.parse(heard.body)).toSorted()).toEqual(['data', 'id', 'timestamp', 'type']);
    const { headers } = heard;
    expect(headers).toMatchObject({
      'webhook-id': heard.id,
      'user-agent': 'Hiretext-Webhooks/1',
      'content-type': 'application/json',
    });
    expect(opened(heard, secret)).toMatchObject({ id: heard.id, type: 'candidate.created' });
    expect(headers['webhook-signature']).not.toContain(' ');
    await eventually(async () =>
      expect(await deliveries(id)).toMatchObject([
        { eventId: heard.id, status: 'delivered', attempts: [{ status: 200, response: 'Thanks' }] },
      ]),
    );
  });

  it('is refused by a receiver if it was altered, is old, or was signed by another', async () => {
    const { secret } = await listen();
    await addCandidate();
    await untilHeard(1);
    const [heard] = receiver.state.heard;
    if (heard === undefined) throw new Error('It has heard of one');
    const { headers, body } = heard;
    expect(() =>
      opened({ headers, body: body.replace('candidate.created', 'candidate.deleted') }, secret),
    ).toThrow('No matching signature');
    const other = await listen();
    expect(() => opened(heard, other.secret)).toThrow('No matching signature');
    expect(() => opened({ body, headers: { ...headers, 'webhook-id': other.id } }, secret)).toThrow(
      'No matching signature',
    );
    const earlier = String(Number(headers['webhook-timestamp']) - 1);
    expect(() => opened({ body, headers: { ...headers, 'webhook-timestamp': earlier } }, secret)).toThrow(
      'No matching signature',
    );
    // Someone who kept a request can't send it again later.
    const sixMinutes = new Date(Date.now() + 6 * 60_000);
    vi.useFakeTimers({ now: sixMinutes, toFake: ['Date'] });
    expect(() => opened(heard, secret)).toThrow('Message timestamp too old');
  });

  it('is signed with the new secret and the one before for 24 hours after a rotation', async () => {
    const { secret: first, id } = await listen();
    const params = { id };
    const { secret: second } = await ana.call(routes.rotateWebhookSecret, { params });
    const next = async () => {
      const count = receiver.state.heard.length;
      await addCandidate();
      await untilHeard(count + 1);
      return receiver.state.heard[count] as Heard;
    };
    const isSignedBy = (heard: Heard, secret: string) => {
      try {
        return opened(heard, secret).id === heard.id;
      } catch {
        return false;
      }
    };
    const both = await next();
    expect([first, second].map((secret) => isSignedBy(both, secret))).toEqual([true, true]);
    const { secret: third } = await ana.call(routes.rotateWebhookSecret, { params });
    const rotated = await next();
    expect([first, second, third].map((secret) => isSignedBy(rotated, secret))).toEqual([false, true, true]);
    await app.deps.pool.query(
      "update webhook_endpoints set rotated_until = rotated_until - interval '24 hours' where id = $1",
      [id],
    );
    const later = await next();
    expect([first, second, third].map((secret) => isSignedBy(later, secret))).toEqual([false, false, true]);
  });

  it('has words only if it is to, and only types that it wants', async () => {
    const plain = await listen({ types: ['message.queued'] });
    await sendText(ana, candidatePhone(), 'Hello there');
    await untilHeard(1);
    expect(receiver.state.heard.map(({ type, data }) => [type, data.body])).toEqual([
      ['message.queued', undefined],
    ]);
    await ana.call(routes.updateWebhookEndpoint, {
      params: { id: plain.id },
      body: { includeBodies: true },
    });
    await sendText(ana, candidatePhone(), 'Hello again');
    await untilHeard(2);
    expect(receiver.state.heard[1]?.data.body).toBe('Hello again');
  });

  it('comes in the order of events, ten at once', async () => {
    await addCandidate();
    await allEvents(app, ana);
    const { id } = await listen();
    receiver.state.answer = async (response) => {
      await wait(Math.random() * 20);
      response.end();
    };
    await add(100);
    await untilHeard(100);
    const ids = receiver.state.heard.map((heard) => heard.id);
    // Ten connections are made at once, so neighbors may arrive in another order.
    const places = ids.map((each) => ids.toSorted().indexOf(each));
    for (const [place, sorted] of places.entries()) expect(Math.abs(place - sorted)).toBeLessThan(10);
    expect(new Set(ids).size).toBe(100);
    expect(receiver.state.mostAtOnce).toBeLessThanOrEqual(10);
    expect(receiver.state.mostAtOnce).toBeGreaterThan(1);
    await eventually(async () => expect(await deliveries(id, { status: 'waiting' })).toEqual([]));
  });

  it('is not delayed by another that hangs', async () => {
    const slow = await startFakeReceiver();
    slow.state.answer = () => {};
    await listen({ url: slow.url });
    await listen();
    for (let count = 0; count < 3; count += 1) await addCandidate();
    await untilHeard(3);
    slow.stop();
  });
});

describe('sending again', () => {
  /** Answers wait until the test lets them go, the oldest first. */
  function held() {
    const waiting: (() => void)[] = [];
    receiver.state.answer = (response) => void waiting.push(() => response.end('Thanks'));
    return {
      letOne: () => waiting.shift()?.(),
      letAll: () => {
        for (const let1 of waiting.splice(0)) let1();
      },
    };
  }
  const oldestFirst = async (id: string) =>
    (await deliveries(id)).toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const resend = (id = '') => ana.call(routes.resendWebhookDelivery, { params: { id } });

  it('while an attempt is under way leads to one more', async () => {
    const answers = held();
    const { id } = await listen();
    await addCandidate();
    await untilHeard(1);
    const [first] = await deliveries(id);
    await resend(first?.id);
    await resend(first?.id);
    answers.letAll();
    await untilHeard(2);
    receiver.state.answer = ok;
    answers.letAll();
    await eventually(async () =>
      expect(await deliveries(id)).toMatchObject([
        { eventId: first?.eventId, status: 'delivered', attempts: [{ status: 200 }, { status: 200 }] },
      ]),
    );
    expect(receiver.state.heard.map((heard) => heard.id)).toEqual([first?.eventId, first?.eventId]);
  });

  it('since a time leads to one more of what is under way', async () => {
    const answers = held();
    const { id } = await listen();
    const since = new Date(Date.now() - 60_000).toISOString();
    await addCandidate();
    await untilHeard(1);
    await ana.call(routes.resendWebhookEvents, { params: { id }, body: { since } });
    await eventually(async () => {
      const { rows } = await app.deps.pool.query(
        'select from webhook_endpoints where id = $1 and replay_after is null',
        [id],
      );
      expect(rows).toHaveLength(1);
    });
    answers.letAll();
    const [first] = receiver.state.heard;
    await eventually(() => {
      answers.letAll();
      expect(receiver.state.heard.filter((heard) => heard.id === first?.id)).toHaveLength(2);
    });
  });

  it('what waits for its first attempt keeps it behind earlier events', async () => {
    const answers = held();
    await addCandidate();
    await allEvents(app, ana);
    const { id } = await listen();
    await add(12);
    await untilHeard(10);
    const all = await oldestFirst(id);
    await resend(all[11]?.id);
    answers.letOne();
    await untilHeard(11);
    expect(receiver.state.heard[10]?.id).toBe(all[10]?.eventId);
    receiver.state.answer = ok;
    answers.letAll();
    await untilHeard(12);
    await eventually(async () => expect(await deliveries(id, { status: 'waiting' })).toEqual([]));
    expect(receiver.state.heard).toHaveLength(12);
  });
});

describe('an attempt that fails', () => {
  it('is tried again, with the same ID, and then it is over', async () => {
    receiver.state.answer = (response) => void response.writeHead(500).end('Not now');
    const { id } = await listen();
    await addCandidate();
    await eventually(async () => expect(await deliveries(id, { status: 'failed' })).toHaveLength(1));
    expect(new Set(receiver.state.heard.map((heard) => heard.id)).size).toBe(1);
    const [failed] = await deliveries(id);
    expect(failed?.attempts.map(({ status, response }) => [status, response])).toEqual([
      [500, 'Not now'],
      [500, 'Not now'],
      [500, 'Not now'],
    ]);
    receiver.state.answer = ok;
    await ana.call(routes.resendWebhookDelivery, { params: { id: failed?.id ?? '' } });
    await eventually(async () => expect(await deliveries(id, { status: 'delivered' })).toHaveLength(1));
  });

  it('a redirect is one, and is not followed', async () => {
    const elsewhere = await startFakeReceiver();
    receiver.state.answer = (response) => void response.writeHead(302, { location: elsewhere.url }).end();
    const { id } = await listen();
    await addCandidate();
    await eventually(async () => expect((await deliveries(id))[0]?.attempts[0]?.status).toBe(302));
    expect(elsewhere.state.heard).toEqual([]);
    elsewhere.stop();
  });

  it('an answer of 10 MB, or without an end, is cut after its first KB', async () => {
    receiver.state.answer = (response) => void response.end('x'.repeat(10_000_000));
    const { id } = await listen();
    await addCandidate();
    await eventually(async () => expect(await deliveries(id, { status: 'delivered' })).toHaveLength(1));
    receiver.state.answer = (response) => {
      response.write('y'.repeat(2000));
    };
    await addCandidate();
    await eventually(async () => expect(await deliveries(id, { status: 'delivered' })).toHaveLength(2));
    for (const { attempts } of await deliveries(id)) expect(attempts[0]?.response).toHaveLength(1024);
  });

  it('410 turns the endpoint off, and says so by mail; what it missed can be sent again', async () => {
    receiver.state.answer = (response) => void response.writeHead(410).end();
    const { id } = await listen();
    const since = new Date().toISOString();
    await addCandidate();
    const state = async () => (await ana.call(routes.listWebhookEndpoints, {})).items[0];
    await eventually(async () =>
      expect(await state()).toMatchObject({ status: 'disabled', disabledReason: 'gone' }),
    );
    const missed = await addCandidate();
    const params = { id };
    expect(await ana.refusal(routes.testWebhookEndpoint, { params })).toBe('409 endpoint_disabled');
    receiver.state.answer = ok;
    await ana.call(routes.updateWebhookEndpoint, { params, body: { status: 'active' } });
    await ana.call(routes.resendWebhookEvents, { params, body: { since } });
    await eventually(() => expect(receiver.state.heard.map(({ data }) => data.id)).toContain(missed.id));
  });

  it('after three days admins get a mail, and after five the endpoint is off; a success ends it', async () => {
    receiver.state.answer = (response) => void response.writeHead(500).end();
    const { id } = await listen();
    const { email } = await ana.call(routes.getUser, {});
    const subjects = async () => (await mailsTo(app, email)).map(({ subject }) => subject);
    const failingFor = async (days: number) => {
      await app.deps.pool.query(
        "update webhook_endpoints set failing_since = now() - $2 * interval '1 day' where id = $1",
        [id, days],
      );
      await addCandidate();
    };
    await failingFor(3.1);
    await eventually(async () =>
      expect(await subjects()).toContain('A webhook endpoint has failed for three days'),
    );
    await failingFor(5.1);
    await eventually(async () => expect(await subjects()).toContain('We turned off a webhook endpoint'));
    const state = async () => (await ana.call(routes.listWebhookEndpoints, {})).items[0];
    expect(await state()).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    const mails = (await mailsTo(app, email)).filter(({ subject }) => subject.includes('webhook'));
    expect(mails).toHaveLength(2);
    for (const { text } of mails) expect(text).toContain(`/dashboard/integrations/webhooks/${id}`);
    receiver.state.answer = ok;
    await ana.call(routes.updateWebhookEndpoint, { params: { id }, body: { status: 'active' } });
    await eventually(async () => expect(await state()).toMatchObject({ failingSince: null }));
  });

  it('a deleted candidate is not sent anymore', async () => {
    receiver.state.answer = (response) => void response.writeHead(500).end();
    const { id } = await listen({ types: ['candidate.created'] });
    const { id: candidateId } = await addCandidate();
    await untilHeard(1);
    await ana.call(routes.deleteCandidate, { params: { id: candidateId } });
    await eventually(async () => expect(await deliveries(id, { status: 'failed' })).toHaveLength(1));
    expect((await deliveries(id))[0]?.attempts.at(-1)).toMatchObject({
      status: null,
      response: 'Not sent, since what it is about was deleted.',
    });
  });
});

describe('managing endpoints', () => {
  it.each([
    'http://example.com/hooks',
    'https://10.0.0.1/hooks',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'hooks',
  ])('%s is refused', async (url) => {
    const body = { url, types: ['*' as const] };
    expect(await ana.refusal(routes.createWebhookEndpoint, { body })).toBe('422 invalid');
  });

  it('is for admins and keys with the scope, twenty at most, and words take another scope', async () => {
    const colleague = await app.addColleague(ana);
    const body = { url: receiver.url, types: ['*' as const] };
    expect(await colleague.refusal(routes.createWebhookEndpoint, { body })).toBe('403 forbidden');
    const key = await giveKey(app, ana, { scopes: ['webhooks:manage'] });
    const withBodies = { body: { ...body, includeBodies: true } };
    expect(await key.refusal(routes.createWebhookEndpoint, withBodies)).toBe('403 scope_missing');
    for (let count = 0; count < 20; count += 1) await key.call(routes.createWebhookEndpoint, { body });
    expect(await key.refusal(routes.createWebhookEndpoint, { body })).toBe('409 too_many_endpoints');
    const { items } = await ana.call(routes.listWebhookEndpoints, { query: { limit: 100 } });
    expect(items).toHaveLength(20);
    expect(JSON.stringify(items)).not.toContain('whsec_');
    // One that gets the words of texts can't be led elsewhere either.
    const params = { id: items[0]?.id ?? '' };
    await ana.call(routes.updateWebhookEndpoint, { params, body: { includeBodies: true } });
    expect(await key.refusal(routes.updateWebhookEndpoint, { params, body: { url: receiver.url } })).toBe(
      '403 scope_missing',
    );
  });

  it('sends a test', async () => {
    const { id } = await listen({ types: ['call.missed'] });
    await ana.call(routes.testWebhookEndpoint, { params: { id } });
    await untilHeard(1);
    expect(receiver.state.heard[0]).toMatchObject({ type: 'endpoint.test', data: { id } });
  });
});
