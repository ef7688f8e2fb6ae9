import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkout, compileCache } from '../run/checkout.js';

const READY_LIMIT_MS = 60_000;

interface Spawned {
  url: string;
  /** Resident memory in MB. */
  memory(): number;
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
      PUBLIC_URL: url,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(child, url + readyPath);
  return {
    url,
    memory: () => residentMegabytes(child.pid ?? 0),
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}
