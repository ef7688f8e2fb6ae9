import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import * as routes from '../contract/routes.ts';
import { connect } from '../server/db/connection.ts';
import { runCheckFigures } from '../server/features/analytics/figures/check-figures.ts';
import { readFigureLag } from '../server/features/analytics/figures/read-lag.ts';
import { call, type Recruiter } from './company.ts';
import { type Comparison, compare, quantile } from './load.ts';

const SEATS = 200;
const TEXTS_EACH = 20;
const TEMPLATES = 20;
/** Candidates in one statement. */
const AT_ONCE = 50_000;
const ROUNDS = 40;
const COUNTING_LIMIT_MS = 600_000;
const BEHIND_SECONDS = 30;

interface Times {
  p50Ms: number;
  p95Ms: number;
}

export interface AnalyticsResult {
  texts: number;
  countedPerSecond: number;
  /** When nothing differs. */
  countedAgainPerSecond: number;
  /** Of GET /analytics, up to today. */
  year: Times;
  month: Times;
  /** Of one of 200 people. */
  personsYear: Times;
}

/** A year of a large company: how long it takes to count its texts and to read its figures. */
export async function measureAnalytics(
  url: string,
  databaseUrl: string,
  admin: Recruiter,
  texts: number,
): Promise<AnalyticsResult> {
  const { db, pool, close } = connect(databaseUrl, { max: 4, statementMs: 600_000, onError: () => {} });
  try {
    await seedYear(pool, admin, texts);
    const count = async () => {
      const startedAt = performance.now();
      await runCheckFigures({ db, log: pino({ level: 'silent' }) }, admin);
      return texts / ((performance.now() - startedAt) / 1000);
    };
    const countedPerSecond = await count();
    const countedAgainPerSecond = await count();
    await pool.query('vacuum (analyze) text_facts, text_sums');
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const read = (days: number, filter = '') =>
      call(
        url,
        admin.token,
        'GET',
        `${routes.getAnalytics.path}?date=${day(days - 1)}&timezone=America/Chicago${filter}`,
      );
    const year = await timeReads(() => read(365));
    const month = await timeReads(() => read(30));
    const personsYear = await timeReads(() => read(365, `&userId=${admin.userId}`));
    return { texts, countedPerSecond, countedAgainPerSecond, year, month, personsYear };
  } finally {
    await close();
  }
}

/** The same with and without the roll-up, by turns. */
export async function measureRollUpCost(pool: pg.Pool, run: () => Promise<number>): Promise<Comparison> {
  return compare({
    subject: async () => {
      await untilCounted(pool);
      return run();
    },
    yardstick: async () => {
      const client = await pool.connect();
      try {
        // It waits for its position.
        await client.query('begin; select from figure_position for update');
        return await run();
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  });
}

/** Texts go out all the time, so it's never quite done. */
async function untilCounted(pool: pg.Pool): Promise<void> {
  for (const end = Date.now() + COUNTING_LIMIT_MS; Date.now() < end; await wait(200))
    if ((await readFigureLag(pool)).seconds < BEHIND_SECONDS) return;
  throw new Error('The figures were not brought into step in time');
}

async function timeReads(read: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let round = -5; round < ROUNDS; round += 1) {
    const start = performance.now();
    await read();
    if (round >= 0) times.push(performance.now() - start);
  }
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

/**
 * Conversations of twenty texts each, by turns, that start in the daytime throughout the last year, weekends included. One in ten of
 * ours is automatic, one in thirty fails.
 */
export async function seedYear(
  pool: pg.Pool,
  { accountId, userId }: Recruiter,
  texts: number,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query("update accounts set type = 'team' where id = $1", [accountId]);
    await client.query(
      `with made as (
         insert into users (account_id, id, user_type, first_name, last_name, email, password_hash, timezone)
         select $1, gen_random_uuid(), 'member', 'Person', n::text, 'person' || n || '@bench.example.com', 'none', 'America/Chicago'
           from generate_series(1, $2::int) n returning id)
       insert into seats (account_id, id, user_id, status, seat_role, seat_type)
       select $1, gen_random_uuid(), id, 'used', 'recruiter', 'texter' from made`,
      [accountId, SEATS - 1],
    );
    await client.query(
      `insert into templates (account_id, id, template_type, owner_id, name, body, sort_order, created_at, updated_at)
       select $1, gen_random_uuid(), 'template', $2, 'Template ' || n, 'Hi!', n, now(), now() from generate_series(1, $3::int) n`,
      [accountId, userId, TEMPLATES],
    );
    await client.query(
      `create temporary table people as
       select id as seat_id, user_id, row_number() over (order by id) - 1 as place from seats where account_id = '${accountId}'`,
    );
    await client.query(
      `create temporary table used as
       select id, row_number() over (order by id) - 1 as place from templates where account_id = '${accountId}'`,
    );
    await client.query('analyze people; analyze used');
    const candidates = Math.ceil(texts / TEXTS_EACH);
    for (let from = 0; from < candidates; from += AT_ONCE)
      await seedSome(client, accountId, from, Math.min(candidates, from + AT_ONCE), candidates);
    await client.query('reset synchronous_commit');
  } finally {
    client.release();
  }
  for (const table of ['candidates', 'conversations', 'messages'])
    await pool.query(`vacuum (analyze) ${table}`);
  await pool.query('checkpoint');
}

async function seedSome(
  client: pg.PoolClient,
  accountId: string,
  from: number,
  to: number,
  all: number,
): Promise<void> {
  await client.query(
    `create temporary table seeded as
     select s.*, (lpad(to_hex((extract(epoch from begins) * 1000)::bigint), 12, '0') || '7000' || '8' || substr(md5(n::text), 1, 15))::uuid as conversation_id
       from (
     select n, gen_random_uuid() as candidate_id, '+1' || (3000000000 + n)::text as phone_number,
            date_trunc('day', now() - interval '364 days' + (n::float / $3) * interval '363 days')
              + interval '14 hours' + (n % 977 / 977.0) * interval '8 hours' as begins, p.seat_id, p.user_id
       from generate_series($1::int, $2::int - 1) n join people p on p.place = n % (select count(*) from people)) s`,
    [from, to, all],
  );
  await client.query(
    `insert into candidates (account_id, id, first_name, last_name, phone_number, created_at)
     select $1, candidate_id, 'Candidate', n::text, phone_number, begins from seeded`,
    [accountId],
  );
  await client.query(
    `insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_at)
     select $1, conversation_id, seat_id, candidate_id, user_id, begins from seeded`,
    [accountId],
  );
  await client.query(
    `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number, created_at,
            claimed_at, sent_at, carrier_id, sender_id, is_automatic, template_id, error_code, seat_id, person_id)
     select $1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || substr(md5(n || ' ' || k), 1, 15))::uuid, conversation_id,
            case when ours then 'outbound' else 'inbound' end, 'Thanks, that works for me. See you then!',
            case when not ours then 'received' when fails then 'undelivered' else 'delivered' end, 1, seat_id, phone_number, at,
            case when ours then at end, case when ours then at end, 'SM' || n || '-' || k,
            case when ours and not automatic then user_id end, ours and automatic,
            case when k = 0 then (select id from used where place = n % ${TEMPLATES}) end, case when ours and fails then 'unreachable' end,
            seat_id, user_id
       from (
         select seeded.*, k, k % 2 = 0 as ours, k % 20 = 18 as automatic, (n + k) % 30 = 0 as fails,
                begins + k * (interval '3 minutes' + (n % 13) * interval '2 minutes') as at
           from seeded, generate_series(0, ${TEXTS_EACH - 1}) k) as texts`,
    [accountId],
  );
  await client.query('drop table seeded');
}
