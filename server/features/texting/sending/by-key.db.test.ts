import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { Scope } from '../../../../contract/scopes.ts';
import type { Db } from '../../../db/connection.ts';
import type { DB } from '../../../db/schema.ts';
import { encodeCursor } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { giveKey } from '../../../testing/api-keys.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { listCandidateIds } from '../../candidates/list-store.ts';
import { listUpdated } from '../conversations/message-store.ts';

/* What software does with texts: it sends them once, and reads what has changed. */

let app: TestApp;
let ana: Recruiter;
let key: Awaited<ReturnType<typeof giveKey>>;
let keys = 0;
const once = () => {
  keys += 1;
  return { 'idempotency-key': `order-${keys}` };
};

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  key = await giveKey(app, ana, { scopes: Scope.options });
});
afterAll(() => app.stop());

it('a text needs an Idempotency-Key, and is sent once for each', async () => {
  const body = { to: candidatePhone(), body: 'Hi' };
  expect(await key.refusal(routes.sendMessage, { body })).toBe('400 idempotency_key_required');
  const headers = once();
  const first = await key.call(routes.sendMessage, { body, headers });
  expect(await key.call(routes.sendMessage, { body, headers })).toEqual(first);
  expect(first).toMatchObject({
    clientKey: headers['idempotency-key'],
    via: { id: key.id, name: 'Payroll' },
  });
  expect(await key.refusal(routes.sendMessage, { body: { ...body, body: 'Ho' }, headers })).toBe(
    '409 idempotency_key_reused',
  );
  // Of this key: another one, and its owner, have their own.
  const other = await giveKey(app, ana, { scopes: ['texts:send'] });
  const second = await other.call(routes.sendMessage, { body: { ...body, body: 'Ho' }, headers });
  const third = await ana.call(routes.sendMessage, { body: { ...body, body: 'Hey' }, headers });
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  expect(third.via).toBeNull();
  const { items } = await ana.call(routes.listMessages, { params: { id: first.conversationId } });
  expect(items.map(({ via }) => via?.id ?? null)).toEqual([null, other.id, key.id]);
  await app.deps.pool.query('delete from api_keys where id = $1', [other.id]);
  const again = await ana.call(routes.listMessages, { params: { id: first.conversationId } });
  expect(again.items[1]?.via).toEqual({ id: other.id, name: null });
});

it('a text can go from a colleague’s number if the owner is an admin', async () => {
  const cem = await app.addColleague(ana);
  const body = { to: candidatePhone(), body: 'Hi', from: cem.number };
  const { conversationId } = await key.call(routes.sendMessage, { body, headers: once() });
  expect(await cem.call(routes.getConversation, { params: { id: conversationId } })).toMatchObject({
    seat: { id: cem.seatId },
    assigneeId: cem.userId,
  });
  const ofCem = await giveKey(app, cem, { scopes: Scope.options });
  const toOther = { ...body, to: candidatePhone() };
  await ofCem.call(routes.sendMessage, { body: toOther, headers: once() });
  expect(
    await ofCem.refusal(routes.sendMessage, { body: { ...toOther, from: ana.number }, headers: once() }),
  ).toBe('403 forbidden');
  const { body: refused } = await key.ask(routes.sendMessage, {
    body: { ...body, from: '+12125550100' },
    headers: once(),
  });
  expect(refused).toMatchObject({ details: { fields: { from: ['Choose a number of your company'] } } });
  const inThread = { conversationId, body: 'Hi', from: cem.number };
  expect(await key.refusal(routes.sendMessage, { body: inThread, headers: once() })).toBe('422 invalid');
});

it('a refused text says all that is against it', async () => {
  const to = candidatePhone();
  await key.call(routes.sendMessage, { body: { to, body: 'Hi' }, headers: once() });
  await app.twilio.control.inbound(to, ana.number, 'STOP');
  await eventually(async () => {
    const { status, body } = await key.ask(routes.sendMessage, { body: { to, body: 'Hi' }, headers: once() });
    expect([status, body]).toMatchObject([403, { code: 'opted_out', details: { reasons: ['opted_out'] } }]);
    expect(body).not.toHaveProperty('details.nextSendAt');
  });
});

it('conversations and candidates say nothing of what was written without texts:read', async () => {
  const { conversationId } = await key.call(routes.sendMessage, {
    body: { to: candidatePhone(), body: 'Between us' },
    headers: once(),
  });
  const others = Scope.options.filter((scope) => scope !== 'texts:read');
  const blind = await giveKey(app, ana, { scopes: others });
  const params = { id: conversationId };
  const seen = [
    await blind.call(routes.listConversations, {}),
    await blind.call(routes.getConversation, { params }),
    await blind.call(routes.listCandidates, {}),
    ...(await Promise.all(
      [routes.readConversation, routes.archiveConversation].map((route) => blind.call(route, { params })),
    )),
    await blind.call(routes.assignConversation, { params, body: { userId: ana.userId } }),
  ];
  for (const reply of seen) expect(JSON.stringify(reply)).not.toContain('Between us');
  expect(await key.call(routes.getConversation, { params })).toMatchObject({
    lastMessage: { body: 'Between us' },
  });
});

it('texts are listed as they change, for those who may see them', async () => {
  const cem = await app.addColleague(ana);
  const ofCem = await giveKey(app, cem, { scopes: ['texts:read'] });
  const since = new Date(Date.now() - 1).toISOString();
  const sent: string[] = [];
  for (const body of ['one', 'two', 'three'])
    sent.push((await ana.call(routes.sendMessage, { body: { to: candidatePhone(), body } })).id);
  const own = await cem.call(routes.sendMessage, { body: { to: candidatePhone(), body: 'four' } });
  const all = async (client: typeof key, limit: number) => {
    const items = [];
    let cursor: string | undefined;
    do {
      const page = await client.call(routes.listChangedMessages, {
        query: { updatedSince: since, limit, ...(cursor === undefined ? {} : { cursor }) },
      });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return items;
  };
  await eventually(async () => {
    const items = await all(key, 2);
    expect(items.map(({ status }) => status)).toEqual(Array(4).fill('delivered'));
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set([...sent, own.id]));
    const order = items.map(({ updatedAt, id }) => `${updatedAt} ${id}`);
    expect(order).toEqual(order.toSorted());
  });
  expect((await all(ofCem, 1)).map(({ id }) => id)).toEqual([own.id]);
  const [last] = (await all(key, 100)).slice(-1);
  const later = new Date(Date.parse(last?.updatedAt ?? '') + 1).toISOString();
  const after = await key.call(routes.listChangedMessages, { query: { updatedSince: later } });
  expect(after).toEqual({ items: [], nextCursor: null });
});

it('candidates are listed as they change', async () => {
  const ids: string[] = [];
  for (const firstName of ['Uma', 'Vic', 'Wes'])
    ids.push(
      (
        await ana.call(routes.createCandidate, {
          body: { firstName, lastName: 'Ng', phoneNumber: candidatePhone() },
        })
      ).id,
    );
  const [uma = '', vic = '', wes = ''] = ids;
  const { updatedAt } = await ana.call(routes.updateCandidate, {
    params: { id: uma },
    body: { city: 'Reno' },
  });
  const { updatedAt: since } = await ana.call(routes.getCandidate, { params: { id: vic } });
  const first = await key.call(routes.listCandidates, { query: { updatedSince: since, limit: 2 } });
  expect(first.items.map(({ id }) => id)).toEqual([vic, wes]);
  const rest = await key.call(routes.listCandidates, {
    query: { updatedSince: since, limit: 2, cursor: first.nextCursor ?? '' },
  });
  expect(rest.items.map(({ id, updatedAt: at }) => [id, at])).toEqual([[uma, updatedAt]]);
});

/** Records statements, and runs none. */
function recordingDb() {
  const asked: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      asked.push(query);
    },
  });
  return { db: db as unknown as Db, asked };
}

it.each(['messages_updated', 'candidates_updated'])('a page is a range of the index %s', async (index) => {
  const { db, asked } = recordingDb();
  const { accountId } = ana;
  const after = { at: new Date(), id: accountId };
  if (index === 'messages_updated') await listUpdated(db, accountId, { since: undefined, after, limit: 100 });
  else
    await listCandidateIds(db, { accountId, userType: 'admin' } as Session, {
      sort: 'added',
      cursor: encodeCursor(after),
      limit: 100,
      filter: { updatedSince: after.at.toISOString() },
      now: after.at,
    });
  const [query] = asked;
  const client = await app.deps.pool.connect();
  try {
    await client.query(
      'begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
    );
    const { rows } = await client.query(`explain ${query?.sql}`, [...(query?.parameters ?? [])]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(new RegExp(`Index (?:Only )?Scan using ${index} on [^\n]*\n +Index Cond: .*ROW\\(`));
    expect(plan).not.toContain('Sort');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
