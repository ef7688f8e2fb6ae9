import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../testing/texting.ts';
import { migrate } from './migrate.ts';

/* What an update with a long back-fill is like for the version that still runs. */

const folder = mkdtempSync(join(tmpdir(), 'hiretext-back-fill-'));
let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  // The column is for this test only.
  app = await startTestApp({ database: await createTestDatabase() });
  ana = await app.signUp();
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const count = async (where: string) =>
  (await app.deps.pool.query<{ n: number }>(`select count(*)::int as n from messages where ${where}`)).rows[0]
    ?.n;

const WAITING = `select from pg_stat_activity
  where datname = current_database() and query like '%wait_for_batch%' and state = 'active' and pid <> pg_backend_pid()`;

it('texts are accepted, sent and received while a step is repeated over all texts', async () => {
  const before = candidatePhone();
  for (let n = 0; n < 6; n += 1)
    await untilStatus(ana, await sendText(ana, before, `Text ${n}`), 'delivered');
  // Each batch is committed only once the test lets it: it holds what it has locked.
  await app.deps.pool.query(`
    create table let_go (batches integer not null);
    insert into let_go values (0);
    create table batches (n integer primary key);
    create function wait_for_batch() returns integer language plpgsql as $$
      declare mine integer := (select count(*) from batches);
      begin
        while (select batches from let_go) <= mine loop perform pg_sleep(0.01); end loop;
        insert into batches values (mine);
        return mine;
      end $$`);
  writeFileSync(
    join(folder, '9001-back-fill.sql'),
    `-- in steps
-- step
alter table messages add column if not exists filled integer;
-- step, repeated
with filled as (
  update messages set filled = segments
   where id in (select id from messages where filled is null order by id limit 2) returning 1),
waited as (select wait_for_batch() from (select count(*) from filled) as all_of_them)
select f.* from filled f, waited;
`,
  );
  let isOver = false;
  const migrated = migrate(app.deps.pool.options.connectionString ?? '', {
    folder: pathToFileURL(`${folder}/`),
  }).then(() => {
    isOver = true;
  });
  for (let batch = 0; batch < 3; batch += 1) {
    await eventually(async () => {
      expect(await count('filled is not null')).toBe(2 * batch);
      expect((await app.deps.pool.query(WAITING)).rowCount).toBe(1);
    });
    const phone = candidatePhone();
    await untilStatus(ana, await sendText(ana, phone, `During batch ${batch}`), 'delivered');
    await receiveText(app, ana, phone, 'Thanks');
    expect(isOver).toBe(false);
    await app.deps.pool.query('update let_go set batches = batches + 1');
  }
  await app.deps.pool.query('update let_go set batches = 1000');
  await migrated;
  expect(await count('filled is null')).toBe(0);
  expect(await count('true')).toBe(12);
});
