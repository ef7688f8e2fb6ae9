import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PreparingClient } from './db/preparing-client.ts';
import { runSweepDeletions } from './features/deletions/sweep-deletions.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { sweeps } from './worker.ts';

/* No table grows without end: docs/growth.md names for each what bounds it, and what it lists as swept is swept. */

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'growth.md'), 'utf8');

/** The tables named in the first cells of a section's rows. */
function tablesIn(section: string): string[] {
  const rows = section.split('\n').filter((line) => /^\| `/.test(line));
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name]) => `${name}`),
  );
}
const sweptByPage = tablesIn(/^## Swept\n(.*?)^## /ms.exec(page)?.[1] ?? '');

interface Swept {
  /** The column that its age is read from. */
  time: string;
  /** Before now. What is as old as `due` goes, what is as old as `kept` stays. */
  due: string;
  kept: string;
  /** Where a check allows some values only. */
  values?: Record<string, string>;
  /** More than one batch of them is due. */
  rows?: number;
}
const aDay = { due: '25 hours', kept: '23 hours' };
const dayAfterEnd = { time: 'expires_at', ...aDay };
const atItsEnd = { time: 'expires_at', due: '1 hour', kept: '-1 hour' };
const swept: Record<string, Swept> = {
  sessions: { time: 'expires_at', due: '31 days', kept: '29 days' },
  invitations: {
    time: 'expires_at',
    due: '91 days',
    kept: '89 days',
    values: { user_type: "'admin'" },
    rows: 150,
  },
  support_messages: { time: 'created_at', due: '25 months', kept: '23 months' },
  hold_reviews: {
    time: 'reviewed_at',
    due: '13 months',
    kept: '11 months',
    values: { opted_out: 'true' },
  },
  imports: {
    time: 'created_at',
    due: '366 days',
    kept: '364 days',
    values: {
      kind: "'candidates'",
      status: "'done'",
      layout: "'{}'",
      columns: "'{}'",
      mapping: "'{}'",
    },
  },
  account_exports: {
    time: 'created_at',
    due: '31 days',
    kept: '29 days',
    values: { status: "'done'", with_texts: 'true' },
  },
  account_imports: {
    time: 'created_at',
    due: '31 days',
    kept: '29 days',
    values: { status: "'done'" },
  },
  refused_rows: { time: 'refused_at', due: '31 days', kept: '29 days', values: { cells: "'{}'" } },
  bulk_changes: {
    time: 'created_at',
    due: '61 minutes',
    kept: '59 minutes',
    values: { action: "'read'", before: "'[]'" },
  },
  media: { time: 'created_at', ...aDay, values: { status: "'stored'" }, rows: 1200 },
  drafts: { ...atItsEnd, values: { tone: "'casual'", source: "'model'" } },
  kept_drafts: { time: 'updated_at', due: '31 days', kept: '29 days', values: { body: "''" } },
  proposals: { time: 'created_at', due: '31 days', kept: '29 days' },
  notifications: { time: 'created_at', due: '91 days', kept: '89 days', values: { type: "'mention'" } },
  idempotency_keys: { time: 'created_at', ...aDay },
  claims: { time: 'claimed_at', due: '8 days', kept: '6 days' },
  planned_texts: {
    time: 'updated_at',
    due: '91 days',
    kept: '89 days',
    values: { status: "'sent'", subject_at: "now() - interval '91 days'" },
  },
  automations: {
    time: 'deleted_at',
    due: '91 days',
    kept: '89 days',
    values: {
      type: "'stageMessage'",
      timing: "'after'",
      job_stage_ids: "'{}'",
      working_days_only: 'false',
      until_answered: 'false',
      even_in_conversation: 'false',
      enabled: 'false',
    },
  },
  awaited_answers: { ...atItsEnd, values: { kind: "'stage'" } },
  ats_notes: { time: 'settled_at', due: '31 days', kept: '29 days', values: { state: "'written'" } },
  ats_oauth_states: dayAfterEnd,
  calendar_oauth_states: dayAfterEnd,
  one_time_secrets: { ...dayAfterEnd, values: { purpose: "'mfa'" } },
  passkey_additions: dayAfterEnd,
  passkey_challenges: dayAfterEnd,
  trusted_browsers: dayAfterEnd,
  sso_attempts: dayAfterEnd,
  sso_codes: dayAfterEnd,
  sso_assertions: dayAfterEnd,
  rate_limits: { ...atItsEnd, time: 'expire' },
  captcha_solutions: atItsEnd,
  oauth_records: { ...atItsEnd, values: { record: "'{}'" } },
  kept_opt_outs: atItsEnd,
  usage_entries: { ...atItsEnd, values: { kind: "'count'" } },
};

let app: TestApp;
beforeAll(async () => {
  // Nothing sweeps but the test.
  app = await startTestApp({ variables: { ROLES: 'web', CAPTCHA: 'altcha' } });
});
afterAll(() => app.stop());

interface Column {
  name: string;
  type: string;
  isNeeded: boolean;
}

const MADE_UP: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: 'md5(random()::text)',
  bytea: 'decode(md5(random()::text), $$hex$$)',
  smallint: '1',
  integer: '0',
  'timestamp with time zone': 'now()',
};

/** Rows of that age, of accounts that need not exist. */
async function fill(table: string, age: string, count: number): Promise<void> {
  const { time, values = {} } = swept[table] ?? { time: '' };
  const { rows } = await app.deps.pool.query<Column>(
    `select column_name as name, data_type as type,
            is_nullable = 'NO' and column_default is null and is_identity = 'NO' as "isNeeded"
       from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  const then = `now() - interval '${age}'`;
  const given = rows.flatMap(({ name, type, isNeeded }) => {
    if (name === time) return [[name, type === 'bigint' ? `extract(epoch from ${then}) * 1000` : then]];
    const value = values[name] ?? MADE_UP[type];
    return isNeeded ? [[name, value]] : [];
  });
  const [columns, made] = [0, 1].map((at) => given.map((pair) => pair[at]).join(', '));
  const client = await app.deps.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(`insert into ${table} (${columns}) select ${made} from generate_series(1, ${count})`);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

const count = async (table: string) => (await app.deps.pool.query(`select 1 from ${table}`)).rows.length;

async function sweep(): Promise<void> {
  for (const { run } of sweeps) await run(app.deps);
  await runSweepDeletions(app.deps);
}

describe('docs/growth.md', () => {
  it('lists every table that there is, and no other, once', async () => {
    const { rows } = await app.deps.pool.query<{ name: string }>(
      `select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name
         from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
          and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`,
    );
    expect(tablesIn(page).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('says of those tables that they are swept which are swept here', () => {
    expect([...sweptByPage].sort()).toEqual(Object.keys(swept).sort());
  });
});

const tables = Object.entries(swept).map(([table, { due, kept, rows = 5500 }]) => ({
  table,
  due,
  kept,
  rows,
}));

describe('sweeping', () => {
  it('takes all that is due, however much, and nothing else', async () => {
    for (const { table, due, kept, rows } of tables) {
      await fill(table, due, rows);
      await fill(table, kept, 3);
    }
    await sweep();
    for (const { table } of tables) expect(await count(table), table).toBe(3);
  });

  it('takes a session that was ended, however long it would have lasted', async () => {
    const before = await count('sessions');
    await fill('sessions', '-1 day', 2);
    await app.deps.pool.query(
      `update sessions set ended_at = now() - case when id = (select id from sessions where expires_at > now() limit 1)
          then interval '31 days' else interval '29 days' end where expires_at > now()`,
    );
    await sweep();
    expect(await count('sessions')).toBe(before + 1);
  });

  it('reads no table as a whole, however large it is', async () => {
    for (const { table, kept, due } of tables) {
      await fill(table, due, 10);
      await fill(table, kept, 20_000);
      await app.deps.pool.query(`analyze ${table}`);
    }
    const asked = vi.spyOn(PreparingClient.prototype, 'query');
    await sweep();
    const statements = asked.mock.calls.flatMap(([text, values]) =>
      typeof text === 'string' && /\b(delete from|from invitations)\b/.test(text) ? [{ text, values }] : [],
    );
    asked.mockRestore();
    for (const { table } of tables) {
      const about = statements.filter(({ text }) => new RegExp(`from "?${table}\\b`).test(text));
      expect(about.length, table).toBeGreaterThan(0);
      for (const { text, values } of about) {
        const plan = await app.deps.pool.query(`explain ${text}`, values);
        const lines = plan.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
        expect(lines, text).not.toContain('Seq Scan');
      }
    }
  });
});
