import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/* The real server, on its own data. */

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
      // Journeys are quicker than people, and all come from one address.
      REQUESTS_PER_MINUTE: '100000',
      DATA_DIR: dataDir,
      ...variables,
    },
    // The channel closes when we are killed, and the server then stops itself.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
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
      await untilAnnounced(server);
    },
    async stop() {
      if (running === null) return;
      const ended = once(running, 'exit');
      if (running.exitCode === null && running.kill('SIGTERM')) await ended;
      running = null;
    },
  };
}

/** The server prints its address once everything is there, including the people of the demo company. */
async function untilAnnounced({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('The server says nothing.');
  for await (const line of createInterface({ input: stdout })) {
    if (!line.startsWith('Hiretext is at')) continue;
    stdout.resume();
    return;
  }
  throw new Error('The server did not start.');
}
