import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { eventually, startTestApp } from '../testing/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiretext-schedule-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const startApp = async (to: string) => {
  const app = await startTestApp({
    logLevel: 'info',
    variables: {
      BACKUP_TO: to,
      BACKUP_KEY: 'a key for backups that is long enough',
      DATA_DIR: join(folder, 'data'),
    },
  });
  onTestFinished(() => app.stop());
  return app;
};
const figure = async (url: string) =>
  /^hiretext_backup_age_seconds (\S+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];

it('makes a backup once there is something to lose, one, and its age is a figure', async () => {
  const to = join(folder, 'to');
  const app = await startApp(to);
  expect(await figure(app.url)).toBeUndefined();
  await app.signUp();
  await eventually(() => expect(app.logged.join('')).toContain('a backup was written'));
  expect(readdirSync(to)).toHaveLength(1);
  expect(Number(await figure(app.url))).toBeLessThan(100);
  await app.deps.pool.query(`update backup_state set taken_at = now() - interval '90 minutes'`);
  expect(Number(await figure(app.url))).toBeGreaterThan(5000);
});

it('says in the log when one fails, and has no age without one', async () => {
  const blocked = join(folder, 'a file');
  writeFileSync(blocked, '');
  const app = await startApp(join(blocked, 'inner'));
  await app.signUp();
  await eventually(() => expect(app.logged.join('')).toContain('the backup failed'));
  const { rows } = await app.deps.pool.query<{ failure: string; taken: Date | null }>(
    'select failure, taken_at as taken from backup_state',
  );
  expect(rows).toEqual([{ failure: expect.stringContaining('EEXIST'), taken: null }]);
  expect(await figure(app.url)).toBeUndefined();
});
