import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageStatus } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import { TEST_NUMBERS } from '../../../contract/test-numbers.ts';
import type { Mail } from '../../adapters/mail/port.ts';
import { runSendMail, sealMail } from '../../mail/send-mail.ts';
import { isFictional } from '../../phone.ts';
import { giveKey } from '../../testing/api-keys.ts';
import { makeTestKey, type TestKey } from '../../testing/sandboxes.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { sendText, untilStatus } from '../../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;
let key: TestKey;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  key = await makeTestKey(app, ana);
});
afterAll(() => app.stop());

const query = async (sql: string, values: unknown[] = []) => (await app.deps.pool.query(sql, values)).rows;

function becomes(of: TestKey, message: { id: string; conversationId: string }, status: MessageStatus) {
  return eventually(async () => {
    const { items } = await of.call(routes.listMessages, { params: { id: message.conversationId } });
    const found = items.find(({ id }) => id === message.id);
    expect(found?.status).toBe(status);
    return { ...found, thread: items };
  });
}

/** What the real carrier has heard of a number, in any direction. */
const carried = (number: string) =>
  app.twilio.state.messages.filter((message) => JSON.stringify(message).includes(number));

describe('a sandbox', () => {
  it('is a company beside the company, on a plan that is free, with a number of fiction', async () => {
    expect(key.secret).toMatch(/^ht_test_/);
    expect(key.accountId).not.toBe(ana.accountId);
    expect(isFictional(key.number)).toBe(true);
    const company = await ana.call(routes.getAccount, {});
    expect(company).toMatchObject({ mode: 'live', id: ana.accountId });
    expect(await key.call(routes.getAccount, {})).toMatchObject({
      mode: 'test',
      id: key.accountId,
      name: company.name,
      type: 'team',
      planType: 'annual',
    });
    const { items } = await ana.call(routes.listApiKeys, {});
    expect(items[0]).toMatchObject({
      mode: 'test',
      owner: { id: ana.userId },
      lastUsedAt: expect.any(String),
    });
    expect(items[0]?.prefix).toMatch(/^ht_test_/);
  });

  it('is one, however many keys are made at once, and a person is in it once', async () => {
    const ben = await app.signUp();
    const cem = await app.addColleague(ben, 'admin');
    const keys = await Promise.all([ben, cem, ben, cem].map((owner) => makeTestKey(app, owner)));
    expect(new Set(keys.map(({ accountId }) => accountId)).size).toBe(1);
    expect(new Set(keys.map(({ userId }) => userId)).size).toBe(2);
    expect(new Set(keys.map(({ number }) => number)).size).toBe(2);
  });

  it('has the names of the company and of its people, as they are now', async () => {
    await ana.call(routes.updateAccount, { body: { name: 'Harbor View' } });
    await ana.call(routes.updateUser, { body: { lastName: 'Novak' } });
    expect((await key.call(routes.getAccount, {})).name).toBe('Harbor View');
    expect((await key.call(routes.getUser, {})).lastName).toBe('Novak');
  });

  it('gives a live key nothing, and its own key nothing of the company', async () => {
    const live = await giveKey(app, ana, { scopes: ['candidates:read', 'conversations:read', 'texts:send'] });
    const phone = candidatePhone();
    const real = await sendText(ana, phone, 'Hello');
    const test = await key.text(phone);
    expect(test.conversationId).not.toBe(real.conversationId);
    const idsOf = async (client: Pick<TestKey, 'call'>) =>
      (await client.call(routes.listConversations, { query: { limit: 100 } })).items.map(({ id }) => id);
    expect(await idsOf(key)).not.toContain(real.conversationId);
    expect(await idsOf(live)).not.toContain(test.conversationId);
    expect(await idsOf(ana)).not.toContain(test.conversationId);
    for (const [client, foreign] of [
      [key, real],
      [live, test],
      [ana, test],
    ] as const) {
      const params = { id: foreign.conversationId };
      expect(await client.refusal(routes.getConversation, { params })).toBe('404 not_found');
      const headers = { 'idempotency-key': app.deps.newId() };
      const body = { conversationId: foreign.conversationId, body: 'Hi' };
      expect(await client.refusal(routes.sendMessage, { body, headers })).toBe('404 not_found');
    }
    const { items } = await key.call(routes.listCandidates, { query: {} });
    const [mine] = items;
    expect(await live.refusal(routes.getCandidate, { params: { id: mine?.id ?? '' } })).toBe('404 not_found');
  });

  it('has events and webhooks that are the sandbox’s, and takes up nothing of the company', async () => {
    const live = await giveKey(app, ana, { scopes: ['conversations:read', 'webhooks:manage'] });
    const message = await key.text(candidatePhone());
    const events = async (client: Pick<TestKey, 'ask'>) =>
      JSON.stringify((await client.ask(routes.streamEvents, { query: { limit: 100 } })).body);
    await eventually(async () => expect(await events(key)).toContain(message.id));
    expect(await events(live)).not.toContain(message.id);
    await key.call(routes.createWebhookEndpoint, {
      body: { url: 'http://127.0.0.1:9/hooks', types: ['*'] },
    });
    expect((await key.call(routes.listWebhookEndpoints, {})).items).toHaveLength(1);
    expect((await live.call(routes.listWebhookEndpoints, {})).items).toEqual([]);
    expect((await ana.call(routes.getAccount, {})).seats).toMatchObject({ used: 1 });
  });

  it('answers a repeated call once, and shares no Idempotency-Key with the company', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const body = { to: candidatePhone(), body: 'Hi' };
    const first = await key.call(routes.sendMessage, { body, headers });
    expect(await key.call(routes.sendMessage, { body, headers })).toEqual(first);
    const live = await giveKey(app, ana, { scopes: ['texts:send'] });
    expect((await live.call(routes.sendMessage, { body, headers })).id).not.toBe(first.id);
  });
});

describe('a candidate of a sandbox', () => {
  const plays = (from: string, body: string, to?: string) =>
    key.call(routes.receiveTestText, { body: { from, body, ...(to === undefined ? {} : { to }) } });
  const heardFrom = async (phone: string) =>
    query(
      `select m.body, n.phone_number as number from messages m join numbers n on n.account_id = m.account_id and n.id = m.number_id
        where m.account_id = $1 and m.candidate_number = $2 and m.direction = 'inbound' order by m.id`,
      [key.accountId, phone],
    );

  it('answers, and texts first, as the key says', async () => {
    const phone = candidatePhone();
    await key.text(phone);
    await plays(phone, 'Yes, 3 works');
    await plays(phone, 'See you then');
    await eventually(async () =>
      expect(await heardFrom(phone)).toEqual([
        { body: 'Yes, 3 works', number: key.number },
        { body: 'See you then', number: key.number },
      ]),
    );
    const cem = await makeTestKey(app, await app.addColleague(ana, 'admin'));
    const stranger = candidatePhone();
    await plays(stranger, 'Is the job still open?', cem.number);
    await eventually(async () =>
      expect(await heardFrom(stranger)).toEqual([{ body: 'Is the job still open?', number: cem.number }]),
    );
    const events = await key.ask(routes.streamEvents, { query: { limit: 100, types: 'message.received' } });
    expect(JSON.stringify(events.body)).toContain('See you then');
  });

  it('has opted out with STOP before the reply, and only in the sandbox', async () => {
    const phone = candidatePhone();
    await key.text(phone);
    await plays(phone, 'STOP');
    const again = { body: { to: phone, body: 'Hi' }, headers: { 'idempotency-key': app.deps.newId() } };
    expect(await key.refusal(routes.sendMessage, again)).toBe('403 opted_out');
    await sendText(ana, phone, 'Hello');
  });

  it('texts no company, and is played by no live key and no person', async () => {
    const live = await giveKey(app, ana, { scopes: ['texts:send'] });
    const body = { from: candidatePhone(), body: 'STOP' };
    for (const who of [live, ana])
      expect(await who.refusal(routes.receiveTestText, { body })).toBe('403 only_for_test_keys');
    const other = await makeTestKey(app, await app.signUp());
    for (const to of [ana.number, other.number, '+13125550199'])
      expect(await key.refusal(routes.receiveTestText, { body: { ...body, to } })).toBe('422 invalid');
    expect(await query('select 1 from carrier_events where sender = $1', [body.from])).toEqual([]);
  });
});

describe('a text of a sandbox', () => {
  it('is delivered, and no carrier hears of it', async () => {
    const message = await key.text(candidatePhone());
    const delivered = await becomes(key, message, 'delivered');
    expect(delivered).toMatchObject({
      sentAt: expect.any(String),
      deliveredAt: expect.any(String),
      via: { id: key.id, name: 'Trial' },
    });
    expect(carried(key.number)).toEqual([]);
    const real = await sendText(ana, candidatePhone(), 'Hello');
    await untilStatus(ana, real, 'delivered');
    expect(carried(ana.number).length).toBeGreaterThan(0);
  });

  it.each(TEST_NUMBERS)('to $line ($does) is what the table says', async (number) => {
    const phone = `+1312555${number.line}`;
    const message = await key.text(phone);
    if (number.does === 'refuse')
      expect(await becomes(key, message, 'failed')).toMatchObject({ errorCode: number.errorCode });
    else if (number.does === 'undeliver')
      expect(await becomes(key, message, 'undelivered')).toMatchObject({ errorCode: number.errorCode });
    else await becomes(key, message, 'delivered');
    if (number.does !== 'answer') return;
    await eventually(async () => {
      const { thread } = await becomes(key, message, 'delivered');
      expect(thread.filter(({ direction }) => direction === 'inbound').map(({ body }) => body)).toEqual([
        number.body,
      ]);
    });
  });

  it('is answered by STOP, which stops the sandbox alone', async () => {
    const phone = '+12125550131';
    const message = await key.text(phone);
    await eventually(async () =>
      expect((await becomes(key, message, 'delivered')).thread.map(({ body }) => body)).toContain('STOP'),
    );
    const again = { body: { to: phone, body: 'Hi' }, headers: { 'idempotency-key': app.deps.newId() } };
    expect(await key.refusal(routes.sendMessage, again)).toBe('403 opted_out');
    expect(await query('select 1 from opt_outs where account_id = $1', [ana.accountId])).toEqual([]);
    expect(await query('select 1 from consent_events where account_id = $1', [ana.accountId])).toEqual([]);
    await sendText(ana, phone, 'Hello');
    // One answer, however often the two would go on.
    await eventually(async () =>
      expect(await query('select 1 from carrier_events where receiver = $1', [key.number])).toEqual([]),
    );
    const heard = await query(
      `select body from messages where account_id = $1 and candidate_number = $2 and direction = 'inbound'`,
      [key.accountId, phone],
    );
    expect(heard).toEqual([{ body: 'STOP' }]);
  });

  it('leaves nothing at the company: no usage, no text, no mail', async () => {
    const ben = await app.signUp();
    const test = await makeTestKey(app, ben);
    const cem = await makeTestKey(app, await app.addColleague(ben, 'admin'));
    const message = await test.text(candidatePhone());
    await becomes(test, message, 'delivered');
    await test.call(routes.assignConversation, {
      params: { id: message.conversationId },
      body: { userId: cem.userId },
    });
    for (const table of ['usage_entries', 'messages', 'conversations', 'candidates', 'notifications'])
      expect(await query(`select 1 from ${table} where account_id = $1`, [ben.accountId]), table).toEqual([]);
    const [{ email }] = await query('select email from users where id = $1', [test.userId]);
    const tried: string[] = [];
    const mailer = {
      ...app.deps.mailer,
      send: async (_id: string, mail: Mail) => {
        tried.push(mail.to);
        return { outcome: 'accepted' } as const;
      },
    };
    for (const to of [email, 'dana@example.com']) {
      const sealed = sealMail(app.deps.sealer, { to, subject: 'Hi', text: 'Hi', html: 'Hi' });
      await runSendMail({ ...app.deps, mailer }, { id: app.deps.newId(), sealed });
    }
    expect(tried).toEqual(['dana@example.com']);
  });

  it('goes to the sandbox’s carrier no matter what wrote it', async () => {
    // As automations, broadcasts and reminders write theirs.
    const { id, conversationId } = await key.text(candidatePhone());
    await becomes(key, { id, conversationId }, 'delivered');
    const copy = app.deps.newId();
    await query(
      `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
                             is_automatic, created_at, send_after, seat_id)
       select account_id, $3, conversation_id, direction, 'Reminder', 'queued', 1, number_id, candidate_number, true, now(), now(), seat_id
         from messages where account_id = $1 and id = $2`,
      [key.accountId, id, copy],
    );
    await becomes(key, { id: copy, conversationId }, 'delivered');
    expect(carried(key.number)).toEqual([]);
  });

  it('goes nowhere if its number isn’t of the sandbox’s carrier', async () => {
    const { id, conversationId } = await key.text(candidatePhone());
    await becomes(key, { id, conversationId }, 'delivered');
    const numbers = await query('select id from numbers where account_id = $1', [key.accountId]);
    // What the database refuses, as the next test shows.
    const client = await app.deps.pool.connect();
    try {
      await client.query('set session_replication_role = replica');
      await client.query(`update numbers set carrier = 'twilio' where id = $1`, [numbers[0].id]);
      const refused = await key.text(candidatePhone());
      expect(await becomes(key, refused, 'failed')).toMatchObject({ errorCode: 'sender_not_usable' });
      await client.query(`update numbers set carrier = 'sandbox' where id = $1`, [numbers[0].id]);
    } finally {
      await client.query('set session_replication_role = origin');
      client.release();
    }
    expect(carried(key.number)).toEqual([]);
    expect(app.logged.some((line) => line.includes('disagree on whether it is a test'))).toBe(true);
    app.logged.length = 0;
  });
});

describe('the database refuses', () => {
  const noNumber = /a sandbox has only numbers of the sandbox carrier/;

  it('a real number in a sandbox, and a sandbox’s number elsewhere', async () => {
    await expect(
      query(`update numbers set carrier = 'twilio' where account_id = $1`, [key.accountId]),
    ).rejects.toThrow(noNumber);
    await expect(
      query(`update numbers set carrier = 'sandbox' where account_id = $1`, [ana.accountId]),
    ).rejects.toThrow(noNumber);
    await expect(
      query(`update numbers set phone_number = '+14155551234' where account_id = $1`, [key.accountId]),
    ).rejects.toThrow('a number of a sandbox is one of fiction');
  });

  it.each([
    'ats_connections',
    'automations',
    'billing_customers',
    'broadcasts',
    'calendar_connections',
    'interviews',
    'landline_orders',
    'logins',
    'push_subscriptions',
    'registrations',
    'sessions',
    'time_offers',
  ])('%s in a sandbox', async (table) => {
    // The trigger comes before what columns need.
    await expect(query(`insert into ${table} (account_id) values ($1)`, [key.accountId])).rejects.toThrow(
      `a sandbox has no ${table}`,
    );
    await expect(query(`insert into ${table} (account_id) values ($1)`, [ana.accountId])).rejects.not.toThrow(
      /a sandbox has no/,
    );
  });
});
