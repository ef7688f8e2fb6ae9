import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

interface Answer {
  id: number;
  result?: unknown;
  error?: { name: string; message: string };
}

/** The app in its own process, with what a deployed one has in its environment. */
export function startZapierApp(env: { BASE_URL: string; CLIENT_ID: string }) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'app-process.js'), {
    env: { PATH: process.env.PATH, ...env },
    // The library says how much memory each call took.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  let last = 0;

  /** What Zapier calls, by its place in the definition. */
  async function run<Result>(path: string, bundle: object = {}): Promise<Result> {
    last += 1;
    const id = last;
    const { result, error } = await new Promise<Answer>((resolve, reject) => {
      waiting.set(id, resolve);
      child.once('exit', reject);
      child.send({ id, path, bundle });
    });
    waiting.delete(id);
    if (error) throw Object.assign(new Error(error.message), { name: error.name });
    return result as Result;
  }
  return { run, stop: () => child.disconnect() };
}
export type ZapierApp = ReturnType<typeof startZapierApp>;
