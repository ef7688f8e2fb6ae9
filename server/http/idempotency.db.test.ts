import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import type { Answer } from '../testing/test-client.ts';
import { sweepKeys } from './idempotency.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

const withKey = (key: string) => ({ 'idempotency-key': key });

async function countTexts(accountId: string): Promise<number> {
  const { rows } = await app.deps.pool.query<{ count: number }>(
    'select count(*)::int as count from messages where account_id = $1',
    [accountId],
  );
  return rows[0]?.count ?? -1;
}

async function countKeys(key: string): Promise<number> {
  const { rowCount } = await app.deps.pool.query('select 1 from idempotency_keys where key = $1', [key]);
  return rowCount ?? -1;
}

describe('more requests, each with its own key, than there are connections', () => {
  it('are all answered, also by a route that counts its calls', async () => {
    const holder = new pg.Client(app.deps.pool.options.connectionString);
    await holder.connect();
    let refused = 0;
    const asked: Promise<Answer>[] = [];
    try {
      await holder.query('begin; lock table idempotency_keys in share mode');
      for (let index = 0; index < 40; index += 1) {
        const message = { subject: `Question ${index}`, message: 'How do I bring my number?' };
        const answer = ana.ask(routes.sendSupportMessage, {
          body: message,
          headers: withKey(`storm-${index}`),
        });
        void answer.then(() => {
          refused += 1;
        });
        asked.push(answer);
      }
      // Every transaction that is to be open is open now: the others were refused, or wait for its connection.
      await eventually(() => expect(refused === 30 || app.deps.pool.waitingCount > 10).toBe(true));
    } finally {
      await holder.end();
    }
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(200), ...Array(30).fill(429)]);
  });
});

describe('a text with an Idempotency-Key', () => {
  it('is sent once, and answered the same', async () => {
    const text = { body: { to: candidatePhone(), body: 'Hi' }, headers: withKey('again') };
    const first = await ana.call(routes.sendMessage, text);
    const before = await countTexts(ana.accountId);
    expect(await ana.call(routes.sendMessage, text)).toEqual(first);
    expect(await countTexts(ana.accountId)).toBe(before);
  });

  it('is sent once when the key comes ten times at once', async () => {
    const before = await countTexts(ana.accountId);
    const text = { body: { to: candidatePhone(), body: 'Hi' }, headers: withKey('ten-at-once') };
    const replies = await Promise.all(Array.from({ length: 10 }, () => ana.call(routes.sendMessage, text)));
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(1);
    expect(await countTexts(ana.accountId)).toBe(before + 1);
  });

  describe('while another node works under the key', () => {
    /** The request, and the other node's reply to it, which it has yet to commit. */
    async function elsewhere(key: string) {
      const text = { body: { to: candidatePhone(), body: 'Hi' }, headers: withKey(key) };
      const reply = await ana.call(routes.sendMessage, text);
      const node = new pg.Client(app.deps.pool.options.connectionString);
      await node.connect();
      await node.query('create temporary table mine as select * from idempotency_keys where key = $1', [key]);
      await node.query('delete from idempotency_keys where key = $1', [key]);
      await node.query('begin; insert into idempotency_keys select * from mine');
      return { text, reply, node };
    }

    const untilItWaits = () =>
      eventually(async () => {
        const { rowCount } = await app.deps.pool.query('select from pg_locks where not granted');
        expect(rowCount).toBe(1);
      });

    it('waits, and is answered the same', async () => {
      const { text, reply, node } = await elsewhere('elsewhere');
      const before = await countTexts(ana.accountId);
      const asked = ana.call(routes.sendMessage, text);
      await untilItWaits();
      await node.query('commit');
      await node.end();
      expect(await asked).toEqual(reply);
      expect(await countTexts(ana.accountId)).toBe(before);
    });

    it('waits, and is sent if the other one fails', async () => {
      const { text, reply, node } = await elsewhere('fails-elsewhere');
      const asked = ana.call(routes.sendMessage, text);
      await untilItWaits();
      await node.query('rollback');
      await node.end();
      expect((await asked).id).not.toBe(reply.id);
      expect(await countKeys('fails-elsewhere')).toBe(1);
    });

    it('is answered the same also when it would be refused by now', async () => {
      const { text, reply, node } = await elsewhere('refused-by-now');
      await app.deps.pool.query(
        `insert into opt_outs (account_id, phone_number, source, opted_out_at) values ($1, $2, 'reviewed', now())`,
        [ana.accountId, text.body.to],
      );
      const asked = ana.call(routes.sendMessage, text);
      await untilItWaits();
      await node.query('commit');
      await node.end();
      expect(await asked).toEqual(reply);
      expect(await ana.refusal(routes.sendMessage, { ...text, headers: withKey('renewed') })).toMatch(
        /opted_out/,
      );
      expect(await countKeys('renewed')).toBe(0);
    });
  });

  it('is refused when the key belongs to another text', async () => {
    const to = candidatePhone();
    await ana.call(routes.sendMessage, { body: { to, body: 'Hi' }, headers: withKey('other') });
    const other = { body: { to, body: 'Hello' }, headers: withKey('other') };
    expect(await ana.refusal(routes.sendMessage, other)).toBe('409 idempotency_key_reused');
  });

  it('of two different texts with one key at once, one is sent and one refused', async () => {
    const send = (body: string) =>
      ana.ask(routes.sendMessage, { body: { to, body }, headers: withKey('two-at-once') });
    const to = candidatePhone();
    const answers = await Promise.all([send('Hi'), send('Hello')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  it('gives the key back when it is refused', async () => {
    const to = candidatePhone();
    const person = await app.signUpOnly();
    const text = { body: { to, body: 'Hi' }, headers: withKey('back') };
    expect(await person.refusal(routes.sendMessage, text)).toBe('402 plan_required');
    await person.call(routes.changePlan, { body: { accountType: 'personal', planType: 'payg' } });
    expect(await person.refusal(routes.sendMessage, text)).toBe('409 no_number');
    expect(await countKeys('back')).toBe(0);
  });

  it('has nothing to do with the same key of another person', async () => {
    const colleague = await app.addColleague(ana);
    const stranger = await app.signUp();
    const text = { body: { to: candidatePhone(), body: 'Hi' }, headers: withKey('mine') };
    const sent = await Promise.all(
      [ana, colleague, stranger].map((person) => person.call(routes.sendMessage, text)),
    );
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
  });

  it('is remembered for a day', async () => {
    const text = { body: { to: candidatePhone(), body: 'Hi' }, headers: withKey('day') };
    const first = await ana.call(routes.sendMessage, text);
    await app.deps.pool.query(
      `update idempotency_keys set created_at = now() - interval '23 hours 59 minutes'`,
    );
    await sweepKeys(app.deps.db);
    expect((await ana.call(routes.sendMessage, text)).id).toBe(first.id);
    await app.deps.pool.query(
      `update idempotency_keys set created_at = now() - interval '24 hours 1 minute'`,
    );
    await sweepKeys(app.deps.db);
    expect((await ana.call(routes.sendMessage, text)).id).not.toBe(first.id);
  });
});

describe('other writes with an Idempotency-Key', () => {
  const ben = () => ({ firstName: 'Ben', lastName: 'Ito', phoneNumber: candidatePhone() });

  it('a candidate is added once, ten times at once', async () => {
    const add = { body: ben(), headers: withKey('candidate') };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => ana.call(routes.createCandidate, add)),
    );
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  });

  it('a refused one gives the key back', async () => {
    const taken = ben();
    await ana.call(routes.createCandidate, { body: taken });
    const refused = { body: taken, headers: withKey('taken') };
    expect(await ana.refusal(routes.createCandidate, refused)).toBe('409 candidate_exists');
    expect(await countKeys('taken')).toBe(0);
  });

  it('one key means one call', async () => {
    await ana.call(routes.createCandidate, { body: ben(), headers: withKey('calls') });
    const plan = { accountType: 'team', planType: 'annual' } as const;
    expect(await ana.refusal(routes.changePlan, { body: plan, headers: withKey('calls') })).toBe(
      '409 idempotency_key_reused',
    );
  });
});
