import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../server/testing/free-port.ts';

const checkout = join(import.meta.dirname, '..');
const READY_LIMIT_MS = 60_000;
const SNAPSHOT_LIMIT_MS = 60_000;
/** Same as the supervisor of `npm start`. */
const RESTART_MS = 500;

/** One process of Hiretext. It's restarted whenever it ends. */
export interface HouseNode {
  name: string;
  /** Null: it only works. */
  port: number | null;
  /** Answers once it serves or works. */
  readyUrl: string;
  kill(): void;
  pause(): void;
  resume(): void;
  /**
   * MB of objects that are in use: after a collection, so that it grows with what is never let go, and not with the room that
   * V8 keeps for the next burst.
   */
  heap(): Promise<number>;
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
  const folder = mkdtempSync(join(tmpdir(), `hiretext-heap-${name}-`));
  let child: ChildProcess | null = null;
  let isStopping = false;
  let wasKilled = false;
  let crashes = 0;

  function launch(): void {
    wasKilled = false;
    const { PATH = '', HOME = '' } = process.env;
    const snapshots = ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${folder}`];
    const own = spawn(process.execPath, [...snapshots, join(checkout, 'server/main.ts')], {
      cwd: checkout,
      env: {
        PATH,
        HOME,
        ...environment,
        ROLES: role,
        PORT: String(port),
        HEALTH_PORT: String(port),
        DATABASE_URL: databaseUrl,
      },
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
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    kill: () => {
      wasKilled = true;
      child?.kill('SIGKILL');
    },
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    heap: async () => {
      child?.kill('SIGUSR2');
      return await sizeOfSnapshot(folder);
    },
    crashes: () => crashes,
    stop: async () => {
      isStopping = true;
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      log.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function untilReady(node: HouseNode): Promise<void> {
  for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; await wait(100)) {
    const answer = await fetch(node.readyUrl).catch(() => null);
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

/** Of the snapshot that V8 writes, once it's whole. The folder is empty again afterward. */
async function sizeOfSnapshot(folder: string): Promise<number> {
  for (const end = Date.now() + SNAPSHOT_LIMIT_MS; Date.now() < end; await wait(500)) {
    const [name] = readdirSync(folder);
    const snapshot = name === undefined ? null : parsedSnapshot(join(folder, name));
    if (name === undefined || snapshot === null) continue;
    rmSync(join(folder, name));
    const {
      nodes,
      snapshot: { meta },
    } = snapshot;
    const [width, size] = [meta.node_fields.length, meta.node_fields.indexOf('self_size')];
    let bytes = 0;
    for (let at = size; at < nodes.length; at += width) bytes += nodes[at] ?? 0;
    return bytes / 1e6;
  }
  throw new Error('A node wrote no snapshot of its memory');
}

interface Snapshot {
  nodes: number[];
  snapshot: { meta: { node_fields: string[] } };
}

/** Null while V8 is still writing. */
function parsedSnapshot(file: string): Snapshot | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
  } catch {
    return null;
  }
}
