import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { makeTestKey } from '../server/testing/sandboxes.ts';
import { candidatePhone, startTestApp, type TestApp } from '../server/testing/test-app.ts';
import { sendText, untilStatus } from '../server/testing/texting.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiretext-waiting-'));
let app: TestApp;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ database });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const hiretext = (...args: string[]) =>
  runCommand(args, {
    variables: { DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: 'x'.repeat(32) },
    checkout: folder,
    clock: () => new Date(),
    say: () => {},
  });
const asJson = async (name: string) => JSON.parse((await hiretext(name, '--json')).out);

describe('jobs', () => {
  it('ends with 0 while none has failed, then lists it with its account and its error, and ends with 1', async () => {
    expect(await hiretext('jobs')).toMatchObject({
      code: 0,
      out: expect.stringContaining('No job has failed.'),
    });
    const { accountId } = await app.signUp();
    const { pool } = app.deps;
    await pool.query(
      `select graphile_worker.add_job('noSuchJob', $1, job_key := 'x', run_at := now() - interval '3 minutes')`,
      [{ accountId }],
    );
    const waiting = await asJson('jobs');
    expect(waiting.waiting).toContainEqual({
      kind: 'noSuchJob',
      waiting: 1,
      seconds: expect.closeTo(180, -1),
    });
    await pool.query(
      `select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where key = 'x'), $1)`,
      ['550 <maria.lopez@example.com> at +14155550123 is "Unknown"\n at line 1'],
    );
    expect(await asJson('jobs')).toMatchObject({
      ok: false,
      failedCount: 1,
      failed: [{ task: 'noSuchJob', accountId, error: '550 <(address)> at (number) is “…”' }],
    });
    const { code, out } = await hiretext('jobs');
    expect(code).toBe(1);
    expect(out).toContain(`noSuchJob`);
    expect(out).toContain(`account ${accountId}`);
    expect(out).not.toMatch(/at line 1|maria|4155550123/);
  });
});

describe('holds', () => {
  it('counts what waits for a person in each account, and nothing of sandboxes, or where nothing does', async () => {
    await app.signUp();
    const ana = await app.signUp();
    const test = await makeTestKey(app, ana);
    await test.text(candidatePhone());
    await app.deps.pool.query(
      'update conversations set held_message_id = last_message_id, held_at = now() where account_id = $1',
      [test.accountId],
    );
    expect(await hiretext('holds')).toEqual({ code: 0, out: 'Nothing waits for a person.', err: '' });
    const phone = candidatePhone();
    await untilStatus(ana, await sendText(ana, phone, 'Hello'), 'delivered');
    const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
    await sendText(ana, phone, 'Later', { scheduledAt });
    await app.deps.pool.query(
      `update conversations set held_message_id = last_message_id, held_at = now() where account_id = $1`,
      [ana.accountId],
    );
    await app.deps.pool.query(
      `update messages set held_reason = 'restored', send_after = null where account_id = $1 and status = 'scheduled'`,
      [ana.accountId],
    );
    const held = { accountId: ana.accountId, conversations: 1, scheduled: 1, automatic: 0, broadcasts: 0 };
    expect((await asJson('holds')).accounts).toEqual([{ ...held, account: expect.any(String) }]);
    expect((await hiretext('holds')).out).toContain('1 conversation, 1 scheduled text');
  });
});
