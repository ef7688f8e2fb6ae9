import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../server/testing/free-port.ts';

const checkout = join(import.meta.dirname, '..');
const READY_LIMIT_MS = 60_000;
/** Same as the supervisor of `npm start`. */
const RESTART_MS = 500;

/** One process of Hiretext. It's restarted whenever it ends. */
export interface HouseNode {
  name: string;
  port: number | null;
  kill(): void;
  pause(): void;
  resume(): void;
  /** Resident memory in MB; null while it isn't running. */
  memory(): number | null;
  /** How often it ended by itself, which it never should. */
  crashes(): number;
  stop(): Promise<void>;
}

interface NodeOptions {
  name: string;
  role: 'web' | 'worker';
  databaseUrl: string;
  logFile: string;
  environment: Record<string, string>;
}

export async function startNode({
  name,
  role,
  databaseUrl,
  logFile,
  environment,
}: NodeOptions): Promise<HouseNode> {
  const port = await freePort();
  const log = createWriteStream(logFile, { flags: 'a' });
  let child: ChildProcess | null = null;
  let isStopping = false;
  let wasKilled = false;
  let crashes = 0;

  function launch(): void {
    wasKilled = false;
    const { PATH = '', HOME = '' } = process.env;
    const own = spawn(process.execPath, [join(checkout, 'server/main.ts')], {
      cwd: checkout,
      env: { PATH, HOME, ...environment, ROLES: role, PORT: String(port), DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    own.stdout.pipe(log, { end: false });
    own.stderr.pipe(log, { end: false });
    // When the database is away, a start fails with a reason and ends, as it should.
    let hasStarted = false;
    own.stdout.on('data', (chunk: Buffer) => {
      hasStarted ||= chunk.includes('Hiretext is ');
    });
    own.once('exit', (code, signal) => {
      if (isStopping) return;
      if (!wasKilled && hasStarted) {
        crashes += 1;
        log.write(`\n${name} ended by itself: ${code ?? signal}\n`);
      }
      setTimeout(() => {
        if (!isStopping) launch();
      }, RESTART_MS);
    });
    child = own;
  }

  launch();
  return {
    name,
    port: role === 'web' ? port : null,
    kill: () => {
      wasKilled = true;
      child?.kill('SIGKILL');
    },
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    memory: () => residentMegabytes(child?.pid),
    crashes: () => crashes,
    stop: async () => {
      isStopping = true;
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      log.end();
    },
  };
}

export async function untilReady(node: HouseNode): Promise<void> {
  if (node.port === null) return;
  for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; await wait(100)) {
    const answer = await fetch(`http://127.0.0.1:${node.port}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  throw new Error(`${node.name} was not ready in time`);
}

/** The load balancer before the web nodes: each connection goes to the next one that accepts it. */
export async function startBalancer(port: number, nodes: () => HouseNode[]): Promise<() => Promise<void>> {
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => {});
    near.on('close', () => open.delete(near));
    const targets = nodes();
    turn += 1;
    const tryFrom = (tried: number) => {
      const target = targets[(turn + tried) % targets.length];
      if (tried === targets.length || target?.port == null) return void near.destroy();
      const far = connect(target.port, '127.0.0.1');
      let isThrough = false;
      far.once('connect', () => {
        isThrough = true;
        near.pipe(far).pipe(near);
        near.on('close', () => far.destroy());
      });
      far.on('error', () => (isThrough ? near.destroy() : tryFrom(tried + 1)));
      far.on('close', () => isThrough && near.destroy());
    };
    tryFrom(0);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  };
}

function residentMegabytes(pid: number | undefined): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
  } catch {
    return null;
  }
}
