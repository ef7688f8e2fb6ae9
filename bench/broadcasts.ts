import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import * as routes from '../contract/routes.ts';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { call, type Recruiter, signUpRecruiter } from './company.ts';
import { measuredEnvironment, spawnProgram, startDatabase } from './processes.ts';

/*
 * node run/with-node.js bench/broadcasts.ts [--recipients 10000] [--sent 3000]
 * How long it takes to start a broadcast, and how fast its texts reach a carrier without a pace, next to as many texts that wait in the
 * queue of a number.
 */

const { values } = parseArgs({
  options: { recipients: { type: 'string', default: '10000' }, sent: { type: 'string', default: '3000' } },
});
const LIMIT_MS = 600_000;

const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-bench-'));
const database = await startDatabase(dataDir, () => {});
const carrier = await startFakeTwilio();
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
try {
  const server = await spawnProgram('server/main.ts', '/readyz', {
    ...measuredEnvironment(carrier, { DATABASE_URL: database.url, DATA_DIR: dataDir }),
    SEGMENTS_PER_SECOND: '1000',
    QUIET_HOURS: 'off',
  });
  try {
    console.table(await measure(server.url));
  } finally {
    await server.stop();
  }
} finally {
  await pool.end();
  await carrier.stop();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(url: string) {
  const recipients = Number(values.recipients);
  const sent = Number(values.sent);
  const large = await signUpRecruiter(url, 'Large', '512');
  await seed(large, recipients, '+1512');
  await allow(url, large);
  const audience = { tags: ['nurse'] };
  const body = 'Hi {{candidate.firstName}}, we are hiring nurses for night shifts in December.';
  const preview = await secondsOf(() =>
    call(url, large.token, 'POST', routes.previewBroadcast.path, { audience, body }),
  );
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const start = await secondsOf(() =>
    call(url, large.token, 'POST', routes.createBroadcast.path, { audience, body, scheduledAt }),
  );

  const one = await signUpRecruiter(url, 'One', '617');
  await seed(one, sent, '+1617');
  await queue(one, body);
  const plain = await untilSent(one);
  const many = await signUpRecruiter(url, 'Many', '415');
  await seed(many, sent, '+1415');
  await allow(url, many);
  await call(url, many.token, 'POST', routes.createBroadcast.path, { audience, body });
  const broadcast = await untilSent(many);
  const { rows } = await pool.query('select count(*)::int as count from messages where body = $1', [body]);
  if (rows[0].count !== sent) throw new Error('The plain texts are not those of the queue');
  return {
    'preview, s': { recipients, measured: preview.toFixed(2) },
    'start, s': { recipients, measured: start.toFixed(2) },
    'plain texts a second': { recipients: sent, measured: Math.round(sent / plain) },
    'texts of a broadcast a second': { recipients: sent, measured: Math.round(sent / broadcast) },
  };
}

function allow(url: string, { token }: Recruiter): Promise<unknown> {
  return call(url, token, 'PUT', routes.updateAccount.path, { broadcastConsent: 'any' });
}

async function seed({ accountId, userId, seatId }: Recruiter, count: number, area: string): Promise<void> {
  await pool.query(
    `with made as (
       insert into candidates (account_id, id, first_name, last_name, phone_number, tags, added_by)
       select $1, gen_random_uuid(), 'Ben', 'Ito', $4 || (2000000 + n)::text, '{nurse}', $2
         from generate_series(1, $5::int) n
       returning id)
     insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_at)
     select $1, gen_random_uuid(), $3, id, $2, now() from made`,
    [accountId, userId, seatId, area, count],
  );
  await pool.query('analyze');
}

/** As automatic texts that are due. */
async function queue({ accountId }: Recruiter, body: string): Promise<void> {
  await pool.query(
    `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
            is_automatic, created_at, send_after)
     select k.account_id, gen_random_uuid(), k.id, 'outbound', $2, 'queued', 1, n.id, c.phone_number, true, now(), now()
       from conversations k
       join candidates c on c.account_id = k.account_id and c.id = k.candidate_id
       join numbers n on n.account_id = k.account_id and n.seat_id = k.seat_id
      where k.account_id = $1`,
    [accountId, body],
  );
}

async function untilSent({ accountId }: Recruiter): Promise<number> {
  const startedAt = Date.now();
  const waiting = () =>
    pool.query(
      `select from messages where account_id = $1 and status in ('scheduled', 'queued')
       union all
       select from broadcast_recipients where account_id = $1 and outcome = 'waiting' limit 1`,
      [accountId],
    );
  for (const end = startedAt + LIMIT_MS; Date.now() < end; await wait(50))
    if ((await waiting()).rowCount === 0) return (Date.now() - startedAt) / 1000;
  throw new Error('The texts were not sent in time');
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
