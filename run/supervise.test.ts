import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

/* `npm start` as its own process, around a server that the test writes. */

const supervise = join(import.meta.dirname, 'supervise.js');

/** Dies as soon as its last output is written. */
const CRASH = `process.send('running', () => process.exit(7));`;

interface Launched {
  launcher: ChildProcess;
  /** What each server so far was: its process. */
  servers(): number[];
  output(): string;
  ended: Promise<number | null>;
}

interface Limits {
  firstWaitMs?: number;
  longestWaitMs?: number;
  steadyMs?: number;
  secondAfterMs?: number;
  limitMs?: number;
}

/** What npm does, as far as it matters here: the shell becomes the command, and gets these two signals. */
const NPM = `
  const shell = require('node:child_process').spawn('/bin/sh', ['-c', 'exec "$0" "$1"', process.execPath, process.argv[1]], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => shell.kill(signal));
  shell.on('exit', (code) => process.exit(code));`;

/** The first server runs the first script and so on; the last one is for all that follow. */
function launch(scripts: string[], limits: Limits = {}, { underNpm = false } = {}): Launched {
  const folder = mkdtempSync(join(tmpdir(), 'hiretext-run-'));
  const started = join(folder, 'started');
  writeFileSync(started, '');
  const file = join(folder, 'launcher.mjs');
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs';
     import { spawn } from 'node:child_process';
     import { keepRunning } from ${JSON.stringify(supervise)};
     const scripts = ${JSON.stringify(scripts)};
     process.exitCode = await keepRunning(() => {
       const script = scripts.length > 1 ? scripts.shift() : scripts[0];
       const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
       const server = spawn(process.execPath, ['-e', script], { stdio, detached: true });
       appendFileSync(${JSON.stringify(started)}, server.pid + '\\n');
       return server;
     }, ${JSON.stringify({ firstWaitMs: 10, longestWaitMs: 40, ...limits })});`,
  );
  const launcher = spawn(process.execPath, underNpm ? ['-e', NPM, file] : [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...(underNpm && { npm_lifecycle_event: 'start' }) },
  });
  const servers = () => readFileSync(started, 'utf8').split('\n').filter(Boolean).map(Number);
  let printed = '';
  for (const output of [launcher.stdout, launcher.stderr])
    output?.on('data', (bytes) => {
      printed += bytes;
    });
  onTestFinished(async () => {
    if (launcher.exitCode === null && launcher.signalCode === null) {
      launcher.kill('SIGKILL');
      await once(launcher, 'exit');
    }
    for (const pid of servers()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const ended = once(launcher, 'close').then(([code]) => code as number | null);
  return { launcher, servers, output: () => printed, ended };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const eventually = (assert: () => void) => vi.waitFor(assert, { timeout: 30_000, interval: 10 });

/** Prints "here" once its launcher knows that it's running. `onStop` runs when it's asked to stop. */
const serverThat = (onStop: string) => `
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => { ${onStop} });
  setInterval(() => {}, 1000);
  process.send('running', () => console.log('here'));`;

describe('npm start', () => {
  it('a server that crashed is restarted, and one line reports it', async () => {
    const { servers, output, launcher, ended } = launch([CRASH, serverThat('process.exit(0)')]);
    await eventually(() => expect(output()).toContain('here'));
    expect(servers()).toHaveLength(2);
    expect(output().match(/^Hiretext stopped unexpectedly\. Starting it again in .*\.$/gm)).toHaveLength(1);
    launcher.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('a server that was killed is restarted too', async () => {
    const { servers, output } = launch([serverThat('')]);
    await eventually(() => expect(output()).toContain('here'));
    process.kill(servers()[0] ?? 0, 'SIGKILL');
    await eventually(() => expect(servers()).toHaveLength(2));
  });

  it('waits longer after each crash, up to a limit', async () => {
    const { output } = launch([CRASH], { firstWaitMs: 10, longestWaitMs: 40 });
    const waits = () => [...output().matchAll(/again in ([\d.]+) second/g)].map((match) => Number(match[1]));
    await eventually(() => expect(waits().slice(0, 4)).toEqual([0.01, 0.02, 0.04, 0.04]));
  });

  it('starts with the shortest wait again after a while of running', async () => {
    const { output } = launch([CRASH], { steadyMs: 0 });
    const waits = () => [...output().matchAll(/again in ([\d.]+) second/g)].map((match) => Number(match[1]));
    await eventually(() => expect(waits().slice(0, 3)).toEqual([0.01, 0.01, 0.01]));
  });

  it('a first start that fails is not retried', async () => {
    const { servers, output, ended } = launch([`console.error('Set PUBLIC_URL.'); process.exit(3);`]);
    expect(await ended).toBe(3);
    expect(servers()).toHaveLength(1);
    expect(output()).toBe('Set PUBLIC_URL.\n');
  });

  it('a later start that fails is', async () => {
    const { servers } = launch([CRASH, 'process.exit(3);']);
    await eventually(() => expect(servers().length).toBeGreaterThan(2));
  });

  it('a server that ends by itself without an error stays ended', async () => {
    const { servers, ended } = launch([`process.send('running', () => process.exit(0));`]);
    expect(await ended).toBe(0);
    expect(servers()).toHaveLength(1);
  });

  it('a server that crashes while it stops is not restarted', async () => {
    const { servers, output, launcher, ended } = launch([serverThat('process.exit(5)')]);
    await eventually(() => expect(output()).toContain('here'));
    launcher.kill('SIGTERM');
    expect(await ended).toBe(5);
    expect(servers()).toHaveLength(1);
  });

  it('stops at once while it waits', async () => {
    const { servers, output, launcher, ended } = launch([CRASH], {
      firstWaitMs: 60_000,
      longestWaitMs: 60_000,
    });
    await eventually(() => expect(output()).toContain('again in 60 seconds'));
    launcher.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(servers()).toHaveLength(1);
  });

  it('a second Ctrl-C ends everything at once', async () => {
    const { servers, output, launcher, ended } = launch([serverThat(`console.log('stopping')`)], {
      secondAfterMs: 0,
    });
    await eventually(() => expect(output()).toContain('here'));
    launcher.kill('SIGINT');
    await eventually(() => expect(output()).toContain('stopping'));
    launcher.kill('SIGINT');
    expect(await ended).toBe(137);
    expect(isAlive(servers()[0] ?? 0)).toBe(false);
  });

  it('a Ctrl-C that comes from the terminal and from npm is one', async () => {
    const onStop = `console.log('stopping'); setTimeout(() => process.exit(0), 200);`;
    const { output, launcher, ended } = launch([serverThat(onStop)], { secondAfterMs: 60_000 });
    await eventually(() => expect(output()).toContain('here'));
    launcher.kill('SIGINT');
    await eventually(() => expect(output()).toContain('stopping'));
    launcher.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  it('a server that hangs is killed', async () => {
    const { output, launcher, ended } = launch([serverThat('for (;;);')], { limitMs: 50 });
    await eventually(() => expect(output()).toContain('here'));
    launcher.kill('SIGTERM');
    expect(await ended).toBe(137);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    '%s to npm ends the server',
    async (signal) => {
      const { launcher, servers, output } = launch([serverThat('process.exit(0)')], {}, { underNpm: true });
      await eventually(() => expect(output()).toContain('here'));
      launcher.kill(signal);
      await eventually(() => expect(isAlive(servers()[0] ?? 0)).toBe(false));
    },
  );

  it('a server whose launcher is killed notices it', async () => {
    const { servers, output, launcher } = launch([
      `process.on('disconnect', () => process.exit(0)); ${serverThat('')}`,
    ]);
    await eventually(() => expect(output()).toContain('here'));
    launcher.kill('SIGKILL');
    await eventually(() => expect(isAlive(servers()[0] ?? 0)).toBe(false));
  });
});
