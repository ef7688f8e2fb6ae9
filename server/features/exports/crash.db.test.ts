import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { startFakeTwilio } from '../../adapters/carrier/fakes/fake-twilio.ts';
import { download, readExport } from '../../testing/account-exports.ts';
import { startAccountImportOf } from '../../testing/account-imports.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/free-port.ts';
import { signUp, signUpOnly } from '../../testing/people.ts';
import { READY_LIMIT_MS, settingsFor, startServerProcess } from '../../testing/server-process.ts';

/** An import writes them in three parts. */
const TEXTS = 1200;
const STEP_LIMIT_MS = 60_000;
/** Of three starts and of six steps that are waited for. On a busy machine each may take long. */
const LIMIT_MS = 3 * READY_LIMIT_MS + 6 * STEP_LIMIT_MS;

it(
  'kill -9 in the middle of an export, and of the import of it: after the restart each is whole',
  async () => {
    const database = await createTestDatabase();
    const [pool, holder] = [new pg.Pool({ connectionString: database.url }), new pg.Client(database.url)];
    const twilio = await startFakeTwilio();
    const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-export-crash-'));
    const url = `http://127.0.0.1:${await freePort()}`;
    const start = () => startServerProcess(url, settingsFor({ database, dataDir, twilio }));
    const until = <T>(look: () => Promise<T>, what: object) =>
      expect.poll(look, { interval: 200, timeout: STEP_LIMIT_MS }).toMatchObject(what);
    let server = await start();
    try {
      const ana = await signUp(url);
      await fill(pool, ana);
      await holder.connect();

      // It waits for the table of the last noun but one, with nearly all records read.
      await holder.query('begin; lock table support_messages in access exclusive mode');
      const { id } = await ana.call(routes.startAccountExport, { body: { kind: 'account' } });
      const look = () => ana.call(routes.getAccountExport, { params: { id } });
      await until(look, { status: 'running', url: null });
      await untilWaiting(pool, 'batches');
      await server.kill();
      await holder.query('rollback');
      server = await start();
      await until(look, { status: 'done', progress: 100 });
      const zip = Buffer.from(await (await download(ana.token, (await look()).url)).arrayBuffer());
      const { records } = await readExport(zip);
      expect(records('messages')).toHaveLength(TEXTS);

      const eve = await signUpOnly(url);
      const accountId = (await eve.call(routes.getAccount, {})).id;
      const count = async () =>
        (await pool.query('select 1 from messages where account_id = $1', [accountId])).rowCount;
      // It waits once all records are written, before it commits.
      await holder.query('begin; lock table search_backfills in access exclusive mode');
      const { id: importId } = await startAccountImportOf(eve, zip);
      const lookAtImport = () => eve.call(routes.getAccountImport, { params: { id: importId } });
      await until(lookAtImport, { status: 'running' });
      await untilWaiting(pool, 'insert into search_backfills');
      await server.kill();
      await holder.query('rollback');
      expect(await count()).toBe(0);
      server = await start();
      await until(lookAtImport, { status: 'done', progress: 100, reason: null });
      expect(await count()).toBe(TEXTS);
    } finally {
      await server.kill();
      await twilio.stop();
      await Promise.all([pool.end(), holder.end()]);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  LIMIT_MS,
);

async function fill(pool: pg.Pool, { accountId, seatId, userId }: Awaited<ReturnType<typeof signUp>>) {
  await pool.query(
    `with candidate as (
       insert into candidates (account_id, id, phone_number, first_name, last_name, external_ids)
       select $1, gen_random_uuid(), '+1415' || (2000000 + n), 'Kai', 'Ito', '{}' from generate_series(1, 100) as n
       returning id, phone_number
     ), conversation as (
       insert into conversations (account_id, id, candidate_id, seat_id, assignee_id, last_message_at)
       select $1, gen_random_uuid(), id, $2, $3, now() from candidate returning id, candidate_id
     )
     insert into messages (account_id, id, conversation_id, seat_id, sender_id, direction, body, status, candidate_number,
       number_id, segments, created_at)
     select $1, gen_random_uuid(), c.id, $2, $3, 'outbound', 'Are you still looking?', 'delivered', d.phone_number, n.id, 1, now()
       from conversation c join candidate d on d.id = c.candidate_id
      cross join generate_series(1, ${TEXTS / 100})
      cross join (select id from numbers where account_id = $1 limit 1) as n`,
    [accountId, seatId, userId],
  );
}

const untilWaiting = (pool: pg.Pool, statement: string) =>
  expect
    .poll(
      async () => {
        const { rowCount } = await pool.query(
          `select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
          [statement],
        );
        return rowCount;
      },
      { interval: 50, timeout: STEP_LIMIT_MS },
    )
    .toBeGreaterThan(0);
