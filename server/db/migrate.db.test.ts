import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;
let one: pg.Client;
let other: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = [
    new pg.Client({ connectionString: database.url }),
    new pg.Client({ connectionString: database.url }),
  ];
  await Promise.all([one.connect(), other.connect()]);
});
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await database.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hiretext-migrations-'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (patience: { lockMs?: number; pauseMs?: number; tries?: number } = {}) =>
  migrate(database.url, { folder: pathToFileURL(`${folder}/`), ...patience });

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);

async function isApplied(name: string): Promise<boolean> {
  return (await one.query('select 1 from schema_migrations where name = $1', [name])).rowCount === 1;
}

it('one that waits for a busy table keeps no one waiting, and is done once the table is free', async () => {
  await write('9001-busy.sql', 'alter table candidates add column busy integer;');
  await one.query('begin');
  await one.query('select 1 from candidates limit 1');
  const done = run({ lockMs: 100, pauseMs: 50, tries: 1000 });
  // The migration waits in the queue for the table.
  await expect
    .poll(async () => {
      const { rowCount } = await other.query(
        `select 1 from pg_locks where relation = 'candidates'::regclass and mode = 'AccessExclusiveLock' and not granted`,
      );
      return rowCount;
    })
    .toBe(1);
  await other.query('select 1 from candidates limit 1');
  // Another session still holds the table.
  expect((await one.query('select pg_current_xact_id_if_assigned()')).rowCount).toBe(1);
  await one.query('commit');
  await done;
  await one.query('select busy from candidates');
});

it('gives up in the end, with nothing changed, and says so', async () => {
  await write('9002-never.sql', 'create table half (); alter table candidates add column never integer;');
  await other.query('begin');
  await other.query('select 1 from candidates limit 1');
  await expect(run({ lockMs: 20, pauseMs: 1, tries: 2 })).rejects.toThrow(/9002-never.sql.*each of 2 tries/);
  await other.query('commit');
  expect(await isApplied('9002-never.sql')).toBe(false);
  expect((await one.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }]);
});

it('goes in steps where the file says so: broken off, it goes on, and an index that is half made is made', async () => {
  await one.query('create table stepped (id int, filled boolean, same int)');
  await one.query('insert into stepped (id, same) select n, 1 from generate_series(1, 10) as n');
  // What a process leaves that ends while it makes one.
  await expect(
    one.query('create unique index concurrently stepped_same on stepped (same)'),
  ).rejects.toThrow();
  await one.query('create table may_pass (yes int)');
  await write(
    '9003-steps.sql',
    `-- in steps
-- Why is said here.
-- step
create index concurrently if not exists stepped_same on stepped (same);
-- step, repeated
update stepped set filled = true where id in (select id from stepped where filled is null limit 3);
-- step
select 1 / (select count(*) from may_pass);
`,
  );
  await expect(run()).rejects.toThrow('division by zero');
  const filled = 'select count(*)::int as n from stepped where filled';
  expect((await one.query(filled)).rows).toEqual([{ n: 10 }]);
  expect(await isApplied('9003-steps.sql')).toBe(false);
  await one.query('insert into may_pass values (1)');
  await run();
  expect(await isApplied('9003-steps.sql')).toBe(true);
  const { rows } = await one.query(
    `select indisvalid as valid, indisunique as "isUnique" from pg_index where indexrelid = 'stepped_same'::regclass`,
  );
  expect(rows).toEqual([{ valid: true, isUnique: false }]);
});

it('nodes that start at once take turns, also while one makes an index', async () => {
  await one.query('create table indexed (id int)');
  await write(
    '9005-index.sql',
    '-- in steps\n-- step\ncreate index concurrently if not exists by_id on indexed (id);',
  );
  const asks = (query: string) =>
    expect
      .poll(async () => {
        const { rows } = await other.query<{ query: string }>(
          'select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        return rows.some((row) => row.query.includes(query));
      })
      .toBe(true);
  await one.query('begin');
  await one.query('insert into indexed values (1)');
  const first = run();
  await asks('create index concurrently');
  const second = run();
  await asks('advisory_lock');
  await one.query('commit');
  await Promise.all([first, second]);
  expect(await isApplied('9005-index.sql')).toBe(true);
});

it('takes the tables of the first release as they are in a database that went through the files before it', async () => {
  await one.query("delete from schema_migrations where name <= '0013-local-mode.sql'");
  const former = (name: string) =>
    one.query("insert into schema_migrations (name, checksum) values ($1, 'former')", [name]);
  await former('0001-init.sql');
  await expect(migrate(database.url)).rejects.toThrow('This database is older than the first release');
  await former('0080-text-facts.sql');
  await migrate(database.url);
  expect(await isApplied('0001-accounts.sql')).toBe(true);
  expect(await isApplied('0013-local-mode.sql')).toBe(true);
});

it('a start that would skip a release is refused and changes nothing; going back is, once something was taken away', async () => {
  const recorded = async () => (await one.query('select version, oldest from schema_release')).rows[0];
  const releases = [
    { version: '0.1.0', oldest: '0.1.0' },
    { version: '0.2.0', oldest: '0.1.0' },
    { version: '0.3.0', oldest: '0.2.0' },
  ];
  const start = (count: number) =>
    migrate(database.url, { folder: pathToFileURL(`${folder}/`), releases: releases.slice(0, count) });
  await write('9004-skipped.sql', 'alter table candidates add column skipped integer;');
  const before = await recorded();
  await expect(start(3)).rejects.toThrow('Install 0.2.0 first, then 0.3.0. Nothing has changed.');
  expect(await recorded()).toEqual(before);
  expect(await isApplied('9004-skipped.sql')).toBe(false);
  await start(2);
  expect(await isApplied('9004-skipped.sql')).toBe(true);
  await start(1);
  expect(await recorded()).toEqual({ version: '0.1.0', oldest: '0.1.0' });
  await start(2);
  await start(3);
  await start(2);
  expect(await recorded()).toEqual({ version: '0.2.0', oldest: '0.2.0' });
  await expect(start(1)).rejects.toThrow(
    "Hiretext 0.1.0 can't work with it. Install 0.2.0 or a later version.",
  );
  expect(await recorded()).toEqual({ version: '0.2.0', oldest: '0.2.0' });
});
