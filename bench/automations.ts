import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import * as routes from '../contract/routes.ts';
import { call, type Recruiter } from './company.ts';

const DUE = 10_000;
const HOUR_MS = 3600_000;
/** By then, those that become due together are planned. */
const AHEAD_MS = 60_000;
const LIMIT_MS = 600_000;

export interface AutomationsResult {
  interviews: number;
  planningSeconds: number;
  due: number;
  /** From when they are due until the last has become a message. */
  claimingSeconds: number;
}

type Owner = Pick<Recruiter, 'accountId' | 'userId'>;

/** How long it takes to plan the reminders of this many interviews at once, and to claim those of one minute. */
export async function measureAutomations(
  url: string,
  pool: pg.Pool,
  { token, ...person }: Recruiter,
  interviews: number,
): Promise<AutomationsResult> {
  await call(url, token, 'POST', routes.createAutomation.path, {
    type: 'interviewReminder',
    name: 'An hour before',
    body: 'Hi {{candidate.firstName}}, see you {{interview.date}} at {{interview.time}}.',
    timing: 'before',
    offsetMinutes: 60,
  });
  await seed(pool, person, interviews, new Date(Date.now() + 240 * HOUR_MS));
  const planningSeconds = await secondsUntilNone(pool, 'select from plan_marks limit 1', Date.now());

  const dueAt = Date.now() + AHEAD_MS;
  await seed(pool, person, DUE, new Date(dueAt + HOUR_MS));
  await secondsUntilNone(pool, 'select from plan_marks limit 1', Date.now());
  const claimingSeconds = await secondsUntilNone(
    pool,
    `select from planned_texts where status = 'planned' and send_at <= to_timestamp(${dueAt / 1000}) limit 1`,
    dueAt,
  );
  return { interviews, planningSeconds, due: DUE, claimingSeconds };
}

async function seed(
  pool: pg.Pool,
  { accountId, userId }: Owner,
  count: number,
  startsAt: Date,
): Promise<void> {
  await pool.query(
    `with made as (
       insert into candidates (account_id, id, first_name, last_name, phone_number, timezone, added_by)
       select $1, gen_random_uuid(), 'Ben', 'Ito', '+1312' || (2000000 + taken.count + n)::text, 'America/Chicago', $2
         from (select count(*)::int as count from candidates where account_id = $1) as taken, generate_series(1, $3::int) n
       returning id)
     insert into interviews (account_id, id, candidate_id, title, starts_at, ends_at, interviewers, status, created_at, updated_at)
     select $1, gen_random_uuid(), id, 'Talk', $4::timestamptz, $4::timestamptz + interval '1 hour', '{}', 'scheduled', now(), now()
       from made`,
    [accountId, userId, count, startsAt],
  );
}

async function secondsUntilNone(pool: pg.Pool, query: string, since: number): Promise<number> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await wait(100)) {
    const { rowCount } = await pool.query(query);
    if (rowCount === 0) return Math.max(0, Date.now() - since) / 1000;
  }
  throw new Error('Automatic texts were not planned in time');
}
