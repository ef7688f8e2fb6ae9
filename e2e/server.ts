import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/* The real server, on data of its own. */

/** The first start makes a database; the machine may be busy with two. */
const STARTED_WITHIN_MS = 90_000;
const LOOK_MS = 50;

export function makeDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-e2e-'));
  // Passable, so that PostgreSQL can keep its data here even when we are root and it is not.
  chmodSync(dataDir, 0o711);
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

interface ServerOptions {
  port: number;
  dataDir: string;
  /** Beside the usual ones. */
  variables?: Record<string, string>;
}

function spawnServer({ port, dataDir, variables }: ServerOptions): ChildProcess {
  return spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...variables,
    },
    // The channel closes when we are killed, and the server then stops itself.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

export interface Server {
  address: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A server that a journey starts and stops as it likes; its data stay from one start to the next. */
export function createServer(options: ServerOptions): Server {
  const address = `http://127.0.0.1:${options.port}`;
  let running: ChildProcess | null = null;
  return {
    address,
    async start() {
      const server = spawnServer(options);
      running = server;
      const until = Date.now() + STARTED_WITHIN_MS;
      while (!(await answers(`${address}/readyz`))) {
        if (server.exitCode !== null || Date.now() > until) throw new Error('The server did not start.');
        await sleep(LOOK_MS);
      }
    },
    async stop() {
      if (running === null) return;
      const ended = once(running, 'exit');
      if (running.exitCode === null && running.kill('SIGTERM')) await ended;
      running = null;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
