import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { checkout, compileCache } from '../run/checkout.js';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';

const READY_LIMIT_MS = 60_000;

interface Spawned {
  url: string;
  /** Resident memory in MB. */
  memory(): number;
  /** Processor time in seconds so far. */
  processorTime(): number;
  stop(): Promise<void>;
}

/** A program as a separate process, as it is in production: of this checkout, or of the one in `root`. */
export async function spawnProgram(
  script: string,
  readyPath: string,
  environment: Record<string, string>,
  root = checkout,
): Promise<Spawned> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(root, script)], {
    cwd: root,
    // As `npm start` does.
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: compileCache,
      PORT: String(port),
      // Of a process that only works.
      HEALTH_PORT: String(port),
      PUBLIC_URL: url,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(child, url + readyPath);
  return {
    url,
    memory: () => residentMegabytes(child.pid ?? 0),
    processorTime: () => secondsOf(child.pid ?? 0),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; await wait(50)) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  child.kill('SIGKILL');
  throw new Error('The server was not ready in time');
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

const TICKS_A_SECOND = 100;
/** Fields of a process's line after its name. */
const [PARENT, USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [1, 11, 12, 13, 14];

function statOf(pid: number): number[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name can have spaces and parentheses.
  return line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** Of the process and of those that it started and that have ended. */
function secondsOf(pid: number): number {
  const stat = statOf(pid);
  return (
    [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM].reduce((sum, at) => sum + (stat[at] ?? 0), 0) / TICKS_A_SECOND
  );
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        return statOf(each)[PARENT] === pid;
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
}

/** Processor time in seconds of a database on this machine, with all its processes. */
export async function databaseTime(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const main = statOf(rows[0]?.pid ?? 0)[PARENT] ?? 0;
  const seconds = [main, ...childrenOf(main)].reduce((sum, pid) => sum + secondsOf(pid), 0);
  await client.end();
  return seconds;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

/** An embedded database below `dataDir`; `stop` removes it. */
export async function startDatabase(
  dataDir: string,
  warn: (sentence: string) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = join(dataDir, 'database');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: { info: () => {}, warn } });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      // Root's database lives elsewhere, behind a link.
      rmSync(realpathSync(folder), { recursive: true, force: true });
    },
  };
}

/** The environment of a server that is measured, with a fake Twilio as its carrier. */
export function measuredEnvironment(
  { accountSid, authToken, url }: { accountSid: string; authToken: string; url: string },
  storage: { DATABASE_URL: string; DATA_DIR: string },
): Record<string, string> {
  return {
    ...storage,
    DEMO: '0',
    BILLING: 'off',
    LOG_LEVEL: 'error',
    CAPTCHA: 'off',
    // The server is measured, not its limit.
    REQUESTS_PER_MINUTE: '10000000',
    // A real number's pace: accepting is measured, not the fake carrier that runs beside it.
    SEGMENTS_PER_SECOND: '1',
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_API_BASE_URL: url,
  };
}
