import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { connect, inTransaction } from '../db/connection.ts';
import type { Deps } from '../deps.ts';
import { readEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import { startSession } from '../features/auth/start-session.ts';
import { createLog } from '../log.ts';
import { type Running, start } from '../start.ts';
import { freePort } from '../testing/free-port.ts';
import { STAFF_DOMAIN, startStaffApp } from '../testing/staff.ts';
import { eventually, type Recruiter, type TestApp } from '../testing/test-app.ts';
import type { VerifiedPerson } from '../testing/verified-person.ts';
import { ADMINS, SESSIONS, type Session } from './session.ts';
import { createSessionCache } from './session-cache.ts';

/* A session is read once, and what it is made of may change anywhere: no node goes on with what it was. */

/** What a node may take to hear of it. */
const DEAD_WITHIN_MS = 100;

let app: TestApp;
let sam: VerifiedPerson;
let other: Running;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
  const connectionString = app.deps.pool.options.connectionString ?? '';
  const port = await freePort();
  other = await start({
    env: readEnv(
      {
        DATABASE_URL: connectionString,
        PORT: String(port),
        PUBLIC_URL: app.url,
        SECRET_KEY: 'a secret that is long enough for tests',
        STAFF_EMAIL_DOMAINS: STAFF_DOMAIN,
        ROLES: 'web',
      },
      '/nowhere',
    ),
    connectionString,
    log: createLog('silent'),
    webDir: null,
    carrier: app.deps.carrier,
  });
});
afterAll(async () => {
  await other.close();
  await app.stop();
});

/** What the session is on one node, or why there is none. */
async function ask(deps: Deps, token: string): Promise<Session | string> {
  const request = { headers: { authorization: `Bearer ${token}` } } as FastifyRequest;
  try {
    return await deps.readSession(request);
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

/** How often the two nodes read sessions while `work` is done. */
async function readsDuring(work: () => Promise<unknown>): Promise<number> {
  const spies = [app.deps.pool, other.deps.pool].map((pool) => vi.spyOn(pool, 'query'));
  await work();
  const calls = spies.flatMap((spy) => spy.mock.calls) as unknown as [{ name?: string }][];
  for (const spy of spies) spy.mockRestore();
  return calls.filter(([query]) => query?.name === 'sessions').length;
}

/** Until both nodes have it, so that what comes next is what they do with it. */
async function untilKept(token: string): Promise<void> {
  await eventually(async () => {
    const reads = await readsDuring(async () => {
      await ask(app.deps, token);
      await ask(other.deps, token);
    });
    expect(reads).toBe(0);
  });
}

async function signInAgain({ accountId, userId }: { accountId: string; userId: string }): Promise<string> {
  const { deps } = app;
  return (await startSession(deps.db, { accountId, userId, userAgent: null }, deps)).id_token;
}

it('is kept by each node, and read again after five minutes, so that the person counts as here', async () => {
  const ana = await app.signUp();
  await untilKept(ana.token);
  app.clock.advance(6 * 60_000);
  try {
    const reads = await readsDuring(async () => {
      for (let time = 0; time < 3; time += 1) await ask(app.deps, ana.token);
    });
    expect(reads).toBe(1);
    const { rows } = await app.deps.pool.query<{ at: Date }>(
      'select last_active_at as at from users where account_id = $1 and id = $2',
      [ana.accountId, ana.userId],
    );
    expect(rows[0]?.at.getTime()).toBeGreaterThan(Date.now() + 5 * 60_000);
  } finally {
    app.clock.reset();
  }
});

it('is dropped by what a connection changes that is older than the cache', async () => {
  const { accountId } = await app.signUp();
  const { pool, notices, close } = connect(app.deps.pool.options.connectionString ?? '', {
    max: 1,
    onError: () => {},
  });
  await pool.query('select');
  const silent = { on: () => () => {}, isCurrent: () => true };
  const cache = createSessionCache({ notices, signals: silent });
  const session = { id: randomUUID(), accountId };
  cache.begin()({ session });
  expect(cache.find({ accountId, sessionId: session.id })).toEqual({ session });
  await pool.query("update accounts set plan_type = 'payg' where id = $1", [accountId]);
  expect(cache.find({ accountId, sessionId: session.id })).toBeUndefined();
  await close();
});

it('ends with its time, without a notification', async () => {
  const ana = await app.signUp();
  await untilKept(ana.token);
  app.clock.advance(31 * 24 * 3_600_000);
  try {
    expect(await ask(app.deps, ana.token)).toBe('session_ended');
  } finally {
    app.clock.reset();
  }
});

it('is not opened by another key', async () => {
  const ana = await app.signUp();
  await untilKept(ana.token);
  const forged = `${ana.token.slice(0, -6)}AAAAAA`;
  expect(await ask(app.deps, forged)).toBe('session_ended');
});

type Field = keyof Session;

describe.each<[string, Field | null, unknown, (ana: Recruiter) => Promise<[string, () => Promise<unknown>]>]>(
  [
    [
      'signing out',
      null,
      'session_ended',
      async (ana) => {
        const token = await signInAgain(ana);
        return [token, () => app.client(token).call(routes.logout, {})];
      },
    ],
    [
      'signing out everywhere else',
      null,
      'session_ended',
      async (ana) => [await signInAgain(ana), () => ana.call(routes.endOtherSessions, {})],
    ],
    [
      'being removed',
      null,
      'session_ended',
      async (ana) => {
        const cem = await app.addColleague(ana);
        return [
          cem.token,
          () =>
            ana.call(routes.removeSeatFromTeamMember, {
              body: { userId: cem.userId, scheduledTexts: 'cancel' },
            }),
        ];
      },
    ],
    [
      'another plan',
      'planType',
      'annual',
      async (ana) => [
        ana.token,
        () => ana.call(routes.changePlan, { body: { accountType: 'team', planType: 'annual' } }),
      ],
    ],
    [
      'the loss of a seat',
      'seatId',
      null,
      async (ana) => [
        ana.token,
        () =>
          write(
            "update seats set status = 'available', user_id = null where account_id = $1 and user_id = $2",
            ana,
          ),
      ],
    ],
    [
      'another link of the number',
      'linkStatus',
      'rejected',
      async (ana) => [
        ana.token,
        () =>
          write(
            "update numbers set link_status = 'rejected' where account_id = $1 and $2::uuid is not null",
            ana,
          ),
      ],
    ],
    [
      'the end of an impersonation',
      null,
      'session_ended',
      async (ana) => {
        const { id, token } = await impersonate(ana);
        return [token, () => sam.call(routes.endImpersonation, { params: { id } })];
      },
    ],
    [
      'the end of the staff session behind an impersonation',
      null,
      'session_ended',
      async (ana) => {
        const { token } = await impersonate(ana);
        return [token, () => sam.call(routes.logout, {})];
      },
    ],
  ],
)('after %s', (_, field, after, make) => {
  const sessionAt = async (deps: Deps, token: string) => {
    const session = await ask(deps, token);
    return typeof session === 'string' || field === null ? session : session[field];
  };

  it('the node itself knows at once, and the other one soon', async () => {
    const [token, change] = await make(await app.signUp());
    await untilKept(token);
    for (const { deps } of [app, other]) expect(await sessionAt(deps, token)).not.toEqual(after);
    await change();
    const changed = performance.now();
    expect(await sessionAt(app.deps, token)).toBe(after);
    await wait(DEAD_WITHIN_MS - (performance.now() - changed));
    expect(await sessionAt(other.deps, token)).toBe(after);
  });
});

const write = (text: string, { accountId, userId }: Recruiter) =>
  app.deps.pool.query(text, [accountId, userId]);

async function impersonate({ accountId, userId }: Recruiter): Promise<{ id: string; token: string }> {
  const { id, id_token: token } = await sam.call(routes.startImpersonation, {
    body: { accountId, userId, reason: 'Ticket 7' },
  });
  return { id, token };
}

describe('a transaction', () => {
  const end = 'update sessions set ended_at = now() where account_id = $1 and user_id = $2';

  it('counts from its commit on, also for who asks in its middle', async () => {
    const ana = await app.signUp();
    await untilKept(ana.token);
    await inTransaction(app.deps.db, async (tx) => {
      await tx
        .updateTable('sessions')
        .set({ ended_at: new Date() })
        .where('account_id', '=', ana.accountId)
        .execute();
      // By HTTP, because a transaction has one connection.
      const meanwhile = await ana.ask(routes.getUser, {});
      expect(meanwhile.status).toBe(200);
    });
    expect(await ask(app.deps, ana.token)).toBe('session_ended');
  });

  it('that is rolled back has changed nothing', async () => {
    const ana = await app.signUp();
    await untilKept(ana.token);
    const client = await app.deps.pool.connect();
    await client.query('begin');
    await client.query(end, [ana.accountId, ana.userId]);
    await client.query('rollback');
    client.release();
    for (const { deps } of [app, other])
      expect(await ask(deps, ana.token)).toMatchObject({ userId: ana.userId });
  });

  it('of a process that is no node is heard of as well', async () => {
    const ana = await app.signUp();
    await untilKept(ana.token);
    const client = new pg.Client({ connectionString: app.deps.pool.options.connectionString });
    await client.connect();
    await client.query(end, [ana.accountId, ana.userId]);
    await client.end();
    await wait(DEAD_WITHIN_MS);
    for (const { deps } of [app, other]) expect(await ask(deps, ana.token)).toBe('session_ended');
  });
});

it('triggers watch whatever the queries read', async () => {
  const queries = [SESSIONS, ADMINS].map((text) =>
    text.replaceAll(/\$\d::uuid\[\]/g, "'{}'::uuid[]").replaceAll(/\$\d/g, 'now()'),
  );
  const client = await app.deps.pool.connect();
  try {
    for (const [index, text] of queries.entries()) await client.query(`create view read_${index} as ${text}`);
    // Views say of themselves which columns they read; of the views among these, the same is asked.
    const { rows } = await client.query<{ read: string; columns: number[]; kinds: number }>(`
      with recursive reads as (
        select d.refobjid as relation, d.refobjsubid as place
          from pg_depend d join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
         where r.ev_class in ('read_0'::regclass, 'read_1'::regclass) and d.refobjsubid > 0
        union
        select d.refobjid, d.refobjsubid
          from reads join pg_rewrite r on r.ev_class = reads.relation
          join pg_depend d on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass and d.refobjsubid > 0
      )
      select c.relname || '.' || a.attname as read, t.watched
        from reads join pg_class c on c.oid = reads.relation and c.relkind = 'r'
        join pg_attribute a on a.attrelid = c.oid and a.attnum = reads.place
        cross join lateral (
          -- For each row, after it is inserted, deleted or updated there.
          select bool_or(tgtype & 29 = 29 and tgenabled = 'O'
                         and (cardinality(tgattr::int2[]) = 0 or a.attnum = any (tgattr::int2[]))) as watched
            from pg_trigger where tgrelid = c.oid and tgname = 'tell_sessions') as t
       order by 1`);
    const found = rows as unknown as { read: string; watched: boolean | null }[];
    expect(found.length).toBeGreaterThan(40);
    // Each node counts by itself when it has last written it.
    expect(found.filter(({ watched }) => !watched).map(({ read }) => read)).toEqual([
      'sessions.last_used_at',
      'users.last_active_at',
    ]);
  } finally {
    await client.query('drop view if exists read_0, read_1');
    client.release();
  }
});

it('changes of pace and activity notify no one', async () => {
  const ana = await app.signUp();
  await untilKept(ana.token);
  const reads = await readsDuring(async () => {
    await write('update users set last_active_at = now() where account_id = $1 and id = $2', ana);
    await write(
      'update numbers set next_send_at = now() where account_id = $1 and $2::uuid is not null',
      ana,
    );
    await ask(app.deps, ana.token);
  });
  expect(reads).toBe(0);
});
