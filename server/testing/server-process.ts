import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface ServerProcess {
  /** kill -9: no goodbye. */
  kill(): Promise<void>;
  /** As `npm start` is ended; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export const READY_LIMIT_MS = 90_000;

interface Around {
  database: { url: string };
  dataDir: string;
  twilio: { accountSid: string; authToken: string; url: string };
}

/** For a server with this database, these files and this carrier, and as little else as it can do with. */
export const settingsFor = ({ database, dataDir, twilio }: Around): Record<string, string> => ({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  DEMO: '0',
  CAPTCHA: 'off',
  BILLING: 'off',
  LOG_LEVEL: 'error',
  TWILIO_ACCOUNT_SID: twilio.accountSid,
  TWILIO_AUTH_TOKEN: twilio.authToken,
  TWILIO_API_BASE_URL: twilio.url,
});

/** The server as a separate process, ready to answer. */
export async function startServerProcess(
  url: string,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: new URL(url).port, PUBLIC_URL: url, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(child, url);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return { kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; await wait(50)) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  child.kill('SIGKILL');
  throw new Error('The server was not ready in time');
}
