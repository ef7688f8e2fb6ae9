import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from './testing/database.ts';
import { freePort } from './testing/free-port.ts';
import { eventually } from './testing/test-app.ts';

/* The server as its launcher knows it. */

interface Launched {
  server: ChildProcess;
  /** What it sent to its launcher. */
  messages: unknown[];
  output(): string;
  ended: Promise<number | null>;
}

/** `preload` runs before it, and is how a fault gets into it. */
async function launch(variables: Record<string, string>, preload = ''): Promise<Launched> {
  const folder = mkdtempSync(join(tmpdir(), 'hiretext-main-'));
  const fault = join(folder, 'fault.mjs');
  writeFileSync(fault, preload);
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const server = spawn(process.execPath, ['--import', fault, join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      DATA_DIR: folder,
      DEMO: '0',
      PORT: String(await freePort()),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const messages: unknown[] = [];
  server.on('message', (message) => messages.push(message));
  let printed = '';
  for (const output of [server.stdout, server.stderr])
    output?.on('data', (bytes) => {
      printed += bytes;
    });
  const ended = once(server, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  return { server, messages, output: () => printed, ended };
}

async function withDatabase(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { DATABASE_URL: database.url };
}

it.each([
  ['an error that no one caught', `throw Object.assign(new Error('fault'), { detail: 'Maria' })`, 'fault'],
  ['a promise rejected with anything', `void Promise.reject({ text: 'Maria' })`, '"type":"object"'],
])('%s is logged, without what it carries, and ends the server with a fault', async (_, fault, logged) => {
  const { server, messages, output, ended } = await launch(
    await withDatabase(),
    `process.on('SIGUSR2', () => { ${fault}; });`,
  );
  await eventually(() => expect(messages).toEqual(['running']));
  server.kill('SIGUSR2');
  expect(await ended).toBe(1);
  const [line] = output()
    .split('\n')
    .filter((each) => each.startsWith('{'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 60, msg: 'Hiretext crashed' });
  expect(line).toContain(logged);
  expect(output()).not.toContain('Maria');
});

it('without its database it says so, and what to look at', async () => {
  const { output, ended } = await launch({
    DATABASE_URL: `postgres://hiretext@127.0.0.1:${await freePort()}/hiretext`,
  });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/^The database can't be reached: connect ECONNREFUSED .* Start it, and see that/m);
});

it('with wrong settings it never says that it is running, but what is wrong', async () => {
  const { messages, output, ended } = await launch({ PORT: 'many' });
  expect(await ended).toBe(1);
  expect(messages).toEqual([]);
  expect(output()).toContain('PORT');
});
