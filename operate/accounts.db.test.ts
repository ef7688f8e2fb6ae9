import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../contract/routes.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { candidatePhone, eventually, startTestApp, type TestApp } from '../server/testing/test-app.ts';
import { receiveText, sendText, sentTo, untilStatus } from '../server/testing/texting.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiretext-accounts-'));
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
    clock: () => app.deps.clock(),
    say: () => {},
  });

async function nameOf(accountId: string): Promise<string> {
  const { rows } = await app.deps.pool.query('select name from accounts where id = $1', [accountId]);
  return rows[0]?.name ?? 'gone';
}

describe('export-account', () => {
  it('writes a ZIP that only its owner can read, and no other account is in it', async () => {
    const [ana, eva] = [await app.signUp(), await app.signUp()];
    await sendText(ana, candidatePhone(), 'Hi from Ana');
    await sendText(eva, candidatePhone(), 'Hi from Eva');
    const to = join(folder, 'ana.zip');
    const { code, out } = await hiretext('export-account', ana.accountId, '--to', to, '--json');
    expect(code).toBe(0);
    const { manifest } = JSON.parse(out);
    expect(manifest).toMatchObject({ accountId: ana.accountId });
    expect(manifest.files.find(({ path }: { path: string }) => path === 'messages.jsonl').count).toBe(1);
    expect(statSync(to).mode & 0o777).toBe(0o600);
    expect(readFileSync(to).subarray(0, 2).toString()).toBe('PK');
  });

  it.each([
    { args: ['00000000-0000-7000-8000-000000000000', '--to', 'x.zip'], code: 1, says: 'There is no account' },
    { args: ['--to', 'x.zip'], code: 2, says: 'Name an account' },
    { args: ['someone@example.com'], code: 2, says: 'Add --to' },
  ])('$args ends with $code', async ({ args, code, says }) => {
    expect(await hiretext('export-account', ...args)).toMatchObject({
      code,
      err: expect.stringContaining(says),
    });
  });

  it('overwrites nothing', async () => {
    const { accountId } = await app.signUp();
    const to = join(folder, 'twice.zip');
    expect((await hiretext('export-account', accountId, '--to', to)).code).toBe(0);
    const before = readFileSync(to);
    const again = await hiretext('export-account', accountId, '--to', to);
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already. Name another file.'),
    });
    expect(readFileSync(to)).toEqual(before);
  });
});

describe('erase-account', () => {
  it("without the account's name, says what is in it and changes nothing", async () => {
    const ana = await app.signUp();
    await sendText(ana, candidatePhone(), 'Hi');
    const name = await nameOf(ana.accountId);
    const found = await hiretext('erase-account', ana.accountId);
    expect(found.code).toBe(2);
    expect(found.err).toContain(`${name} (${ana.accountId}) has 1 person and 1 candidate.`);
    expect((await hiretext('erase-account', ana.accountId, '--name', 'Another')).code).toBe(2);
    expect((await ana.call(routes.getUser, {})).id).toBe(ana.userId);
  });

  it('signs everyone out, sends nothing anymore, and a worker erases everything', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const [phone, later] = [candidatePhone(), candidatePhone()];
    await untilStatus(ana, await sendText(ana, phone, 'Hi'), 'delivered');
    await receiveText(app, ana, phone, 'STOP');
    const scheduledAt = new Date(app.deps.clock().getTime() + 3600_000).toISOString();
    await sendText(ana, later, 'Never', { scheduledAt });
    const name = await nameOf(ana.accountId);
    const { code } = await hiretext('erase-account', ana.accountId, '--name', name);
    expect(code).toBe(0);
    for (const person of [ana, cem])
      await eventually(async () => expect(await person.refusal(routes.getUser, {})).toMatch(/^401/));
    await eventually(async () => expect(await nameOf(ana.accountId)).toBe('gone'));
    app.clock.advance(2 * 3600_000);
    expect(sentTo(app, later)).toEqual([]);
    const { rows } = await app.deps.pool.query('select from messages where account_id = $1', [ana.accountId]);
    expect(rows).toEqual([]);
    const kept = await app.deps.pool.query('select count(*)::int as n from kept_opt_outs');
    expect(kept.rows[0].n).toBeGreaterThan(0);
  });

  it('refuses an account with a candidate on legal hold', async () => {
    const ana = await app.signUp();
    await sendText(ana, candidatePhone(), 'Hi');
    await app.deps.pool.query('update candidates set legal_hold = true where account_id = $1', [
      ana.accountId,
    ]);
    const refused = await hiretext('erase-account', ana.accountId, '--name', await nameOf(ana.accountId));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('hold') });
    expect((await ana.call(routes.getUser, {})).id).toBe(ana.userId);
  });
});
