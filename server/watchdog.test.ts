import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

const LIMIT_MS = 600;

/** A process that answers each line it is sent with "here", and at the line "hang" does nothing else anymore. */
function launch(hang: string): { child: ChildProcess; says(line: string): Promise<string> } {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { startWatchdog } from ${JSON.stringify(join(import.meta.dirname, 'watchdog.ts'))};
       startWatchdog({ limitMs: ${LIMIT_MS} });
       function readsTooLong() { ${hang} }
       process.stdin.on('data', (line) => {
         if (String(line).trim() === 'hang') readsTooLong();
         else console.log('here');
       });`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  return {
    child,
    says: async (line) => {
      const next = once(lines, 'line') as Promise<[string]>;
      child.stdin?.write(`${line}\n`);
      return (await next)[0];
    },
  };
}

it.each([
  ['a loop', 'for (;;);'],
  [
    'a regular expression',
    `/^(a+)+$/.test('Maria ' + 'a'.repeat(60) + '!') || /(a+)+$/.test('a'.repeat(60) + 'Maria')`,
  ],
])('a process that hangs in %s is ended, and says where', async (_, hang) => {
  const { child, says } = launch(hang);
  expect(await says('are you')).toBe('here');
  const ended = once(child, 'exit');
  const line = JSON.parse(await says('hang'));
  expect(line).toMatchObject({ level: 60, msg: 'Hiretext hangs and is ended' });
  expect(line.stack.join()).toContain('readsTooLong');
  expect(JSON.stringify(line)).not.toContain('Maria');
  expect(await ended).toEqual([null, 'SIGKILL']);
});

it('a process that was stopped for longer goes on', async () => {
  const { child, says } = launch('');
  expect(await says('are you')).toBe('here');
  for (let times = 0; times < 2; times += 1) {
    child.kill('SIGSTOP');
    // Time itself is what is tested here.
    await new Promise((resolve) => setTimeout(resolve, 2 * LIMIT_MS));
    child.kill('SIGCONT');
    expect(await says('are you')).toBe('here');
  }
});
