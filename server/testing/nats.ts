import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exitOf } from '../db/embedded-home.ts';
import { freePort } from './free-port.ts';

/* Debian's and Ubuntu's nats-server: apt-get install nats-server. */

const PROGRAM = ['/usr/sbin/nats-server', '/usr/bin/nats-server'].find((path) => existsSync(path));
const START_LIMIT_MS = 30_000;

export const hasNats = PROGRAM !== undefined;

export interface NatsServer {
  /** As host:port. */
  address: string;
  /** kill -9. */
  kill(): Promise<void>;
  /** Again, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** With these settings, in its own language. */
export async function startNatsServer(settings: object = {}): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'hiretext-nats-'));
  const port = await freePort();
  // JSON is that language too.
  writeFileSync(join(folder, 'nats.conf'), JSON.stringify({ host: '127.0.0.1', port, ...settings }));
  let child: ChildProcess;
  const start = async () => {
    child = spawn(PROGRAM ?? '', ['-c', join(folder, 'nats.conf')], { cwd: folder, stdio: 'ignore' });
    for (const end = Date.now() + START_LIMIT_MS; !(await greets(port)); await wait(20))
      if (Date.now() > end) {
        await stop();
        throw new Error('NATS was not ready in time.');
      }
  };
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exitOf(child);
  };
  const stop = async () => {
    await end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return { address: `127.0.0.1:${port}`, kill: () => end('SIGKILL'), start, stop };
}

function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
