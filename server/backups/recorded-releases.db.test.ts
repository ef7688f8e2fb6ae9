import { createReadStream, readdirSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { migrate } from '../db/migrate.ts';
import { readRelease } from '../db/releases.ts';
import { startSession } from '../features/auth/start-session.ts';
import { cloneDatabase, createTestDatabase } from '../testing/database.ts';
import { RECORDED, RECORDED_KEY, RECORDED_SECRET, recordedFile } from '../testing/recorded-releases.ts';
import { startTestApp } from '../testing/test-app.ts';
import { finishRestore, restoreBackup } from './restore-backup.ts';

/* A database of each release, with rows in all of its tables, becomes one of this version. `npm run release` records them. */

const releases = readdirSync(RECORDED).map((file) => file.replace(/\.backup$/, ''));

const SHAPE = `
  select format('column %s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
  union all
  select format('index %s', pg_get_indexdef(i.indexrelid))
    from pg_index i join pg_class c on c.oid = i.indrelid and not c.relispartition and c.relnamespace = 'public'::regnamespace
  union all
  select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
     and not exists (select from pg_class c where c.oid = conrelid and c.relispartition)
  union all
  select format('trigger %s', pg_get_triggerdef(t.oid))
    from pg_trigger t join pg_class c on c.oid = t.tgrelid and not c.relispartition and c.relnamespace = 'public'::regnamespace
   where not t.tgisinternal
  union all
  select format('function %s %s', p.proname, md5(p.prosrc)) from pg_proc p where p.pronamespace = 'public'::regnamespace
  order by 1`;

async function linesOf(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ line: string }>(text)).rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

it('there is at least one', () => {
  expect(releases).toContain('0.1.0');
});

it.each(releases)('from %s', async (version) => {
  const old = await cloneDatabase(inject('postgresUrl'), 'template0');
  const fresh = await createTestDatabase();
  onTestFinished(() => fresh.drop());
  const found = await restoreBackup({
    connectionString: old.url,
    stored: createReadStream(recordedFile(version)),
    backupKey: RECORDED_KEY,
    secretKeys: [RECORDED_SECRET],
    putMedium: null,
  });
  const empty = [...found.tables].filter(([name, { rows }]) => name.startsWith('public.') && rows === 0);
  expect(empty).toEqual([]);
  const app = await startTestApp({
    database: {
      url: old.url,
      drop: () => old.drop(),
    },
  });
  onTestFinished(() => app.stop());
  await finishRestore(app.deps.pool);
  await migrate(old.url);
  expect(await readRelease(app.deps.pool)).toEqual({
    version: expect.any(String),
    oldest: expect.any(String),
  });
  expect(await linesOf(old.url, SHAPE)).toEqual(await linesOf(fresh.url, SHAPE));
  // What was there is still there for its people.
  const [text] = await linesOf(old.url, 'select count(*)::text as line from messages');
  expect(Number(text)).toBeGreaterThanOrEqual(found.tables.get('public.messages')?.rows ?? Number.NaN);
  const { rows } = await app.deps.pool.query<{ accountId: string; userId: string }>(
    `select account_id as "accountId", id as "userId" from users where user_type = 'admin' order by id limit 1`,
  );
  const [admin] = rows;
  if (admin === undefined) throw new Error('The demo company has an admin');
  const { id_token: token } = await startSession(app.deps.db, { ...admin, userAgent: null }, app.deps);
  const { items } = await app.client(token).call(routes.listConversations, { query: {} });
  expect(items.length).toBeGreaterThan(0);
});
