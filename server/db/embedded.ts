import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { checkVersion, createCluster, removeLeftovers, urlFor } from './embedded-cluster.ts';
import { type EmbeddedHome, exitOf, prepareHome, programBasics } from './embedded-home.ts';
import { DATABASE } from './embedded-running.ts';
import { takeProcessLock } from './process-lock.ts';
import { commandLine, isAlive } from './running-process.ts';

/*
 * A real PostgreSQL as a child process, on its own data. It may be killed, as may we, at any moment:
 * - the cluster is made in a folder beside its place and renamed when whole, so half a first start leaves nothing;
 * - when we are killed, the server is stopped too; one that is left behind all the same is stopped before a new one starts;
 * - a pid file that names a process which is not ours no longer stops the start;
 * - two starts on one folder: the second fails, since Hiretext is already running.
 */

export interface EmbeddedPostgres {
  url: string;
  /** Settles when the server ends, by `stop` or otherwise. */
  exited: Promise<void>;
  /** What isn't written down by then is left to the next start to recover. */
  stop(options?: { withinMs: number }): Promise<void>;
}

interface EmbeddedPostgresOptions {
  dataDir: string;
  log: { info(sentence: string): void; warn(sentence: string): void };
  /** Absent: a free one. */
  port?: number;
  /** False gives up crash safety for speed; for tests. */
  durable?: boolean;
}

const LOG_LIMIT_BYTES = 10_000_000;
/** Replaying the log after a crash may take a while; a start that says nothing for longer is broken. */
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 30_000;
/** Above every pid that a kernel hands out (Linux: at most 2^22). */
const NO_PROCESS = 2_147_483_647;
const UNDEFINED_DATABASE = '3D000';

const settings = {
  listen_addresses: '127.0.0.1',
  // Paths of sockets are limited to about 100 bytes and a checkout's path is not; one way for all.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  // For accounts that another cell moves here.
  max_prepared_transactions: '4',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  wal_compression: 'pglz',
  // Short queries on a small machine: a second process per query costs more than it brings.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Messages about a failed statement can quote people's texts and numbers: the caller knows what to log of them.
  log_min_messages: 'log',
};

const volatileSettings = {
  // Every test worker has its own applications here.
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
};

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = prepareHome(options.dataDir);
  const lock = takeProcessLock(join(home.folder, 'lock'));
  if (!lock.taken) {
    throw new Error(`Hiretext is already running on ${options.dataDir} (process ${lock.pid}).`);
  }
  try {
    removeLeftovers(home);
    const cluster = join(home.folder, 'cluster');
    if (!existsSync(cluster)) {
      options.log.info('Creating the database.');
      await createCluster(home, { durable: options.durable ?? true });
    }
    checkVersion(cluster);
    const { child, port } = await startServer(home, cluster, options);
    const exited = exitOf(child).then(() => lock.release());
    const url = urlFor(cluster, port, DATABASE);
    try {
      await ensureDatabase(url, urlFor(cluster, port, 'postgres'));
    } catch (error) {
      await stop(child, exited);
      throw error;
    }
    return { url, exited, stop: (options) => stop(child, exited, options) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function recordedPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isOurServer(pid: number, cluster: string): boolean {
  const command = commandLine(pid);
  return isAlive(pid) && command.includes('postgres') && command.includes(cluster);
}

/** We hold the lock, so a server that runs on our data belongs to a Hiretext that was killed. */
async function stopOrphan(cluster: string, { log }: EmbeddedPostgresOptions): Promise<void> {
  const pid = recordedPid(cluster);
  if (pid === undefined || !isOurServer(pid, cluster)) return;
  log.info('Stopping the database server that an earlier run left behind.');
  process.kill(pid, 'SIGINT');
  const started = Date.now();
  let insisted = false;
  while (isOurServer(pid, cluster)) {
    const waited = Date.now() - started;
    if (waited > 2 * STOP_LIMIT_MS)
      throw new Error(`The earlier database server (process ${pid}) didn't stop.`);
    if (waited > STOP_LIMIT_MS && !insisted) {
      insisted = true;
      process.kill(pid, 'SIGQUIT');
    }
    await delay(10);
  }
}

/**
 * PostgreSQL won't start while the pid in its file answers signals, even as another program, and a dead server whose parent
 * doesn't ask after it answers for good. Only the number is replaced: the rest of the file lets PostgreSQL find out whether
 * workers of the old server still hold the data.
 */
function clearDeadPid(cluster: string): void {
  const pid = recordedPid(cluster);
  if (pid === undefined) return;
  const file = join(cluster, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(NO_PROCESS)));
}

async function startServer(
  home: EmbeddedHome,
  cluster: string,
  options: EmbeddedPostgresOptions,
): Promise<{ child: ChildProcess; port: number }> {
  const began = Date.now();
  for (;;) {
    await stopOrphan(cluster, options);
    clearDeadPid(cluster);
    const port = options.port ?? (await freePort());
    if (logSize(home) > LOG_LIMIT_BYTES) renameSync(logFile(home), `${logFile(home)}.old`);
    // Before it starts: one that fails may have said why before we run again.
    const logStart = logSize(home);
    const child = spawnServer(home, cluster, port, options);
    if (await becomesReady(child, cluster, began)) return { child, port };
    const reason = failureIn(readFileSync(logFile(home), 'utf8').slice(logStart));
    // Someone took the free port first, workers of a killed server are still letting go of the data, or the server of a Hiretext
    // that was killed in the middle of its start has only now written its pid file.
    const passes =
      (options.port === undefined && /could not (bind|create any TCP)/.test(reason)) ||
      reason.includes('still in use') ||
      reason.includes('already exists');
    if (!passes || Date.now() - began > START_LIMIT_MS)
      throw new Error(`The database server didn't start: ${reason}`);
    await delay(100);
  }
}

function spawnServer(
  home: EmbeddedHome,
  cluster: string,
  port: number,
  { durable = true }: EmbeddedPostgresOptions,
): ChildProcess {
  const log = openSync(logFile(home), 'a', 0o600);
  if (home.runAs) chownSync(logFile(home), home.runAs.uid, home.runAs.gid);
  try {
    const chosen = { ...settings, ...(durable ? {} : volatileSettings), port: String(port) };
    const child = spawn(
      join(home.programs, 'bin/postgres'),
      ['-D', cluster, ...Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // In its own session: Ctrl-C in the terminal reaches Hiretext, which first finishes and then stops the server.
      { ...programBasics(home), detached: true, stdio: ['ignore', log, log] },
    );
    stopWithUs(child);
    return child;
  } finally {
    closeSync(log);
  }
}

/** Waits for the end of its input, which comes with ours however we end, and then stops the server as we would have. */
function stopWithUs(server: ChildProcess): void {
  if (server.pid === undefined) return;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(server.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it, the next start stops what we leave behind.
  guard.on('error', () => {});
  guard.unref();
  server.once('exit', () => guard.kill('SIGKILL'));
}

/** True once connections are accepted, false if it ended before. */
async function becomesReady(child: ChildProcess, cluster: string, began: number): Promise<boolean> {
  let ended = false;
  exitOf(child).then(() => {
    ended = true;
  });
  while (!ended) {
    if (recordedPid(cluster) === child.pid && statusIn(cluster) === 'ready') return true;
    if (Date.now() - began > START_LIMIT_MS) {
      child.kill('SIGQUIT');
      await exitOf(child);
      throw new Error(`The database server wasn't ready within ${START_LIMIT_MS / 1000} seconds.`);
    }
    await delay(10);
  }
  return false;
}

function statusIn(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim();
  } catch {
    return undefined;
  }
}

async function ensureDatabase(url: string, maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_DATABASE) throw error;
    const maintenance = new pg.Client({ connectionString: maintenanceUrl });
    await maintenance.connect();
    try {
      await maintenance.query(`create database ${DATABASE}`);
    } finally {
      await maintenance.end();
    }
  }
}

async function stop(
  child: ChildProcess,
  exited: Promise<void>,
  { withinMs } = { withinMs: STOP_LIMIT_MS },
): Promise<void> {
  // "Fast": open transactions are rolled back, everything committed is written.
  child.kill('SIGINT');
  const insist = setTimeout(() => child.kill('SIGQUIT'), withinMs);
  await exited;
  clearTimeout(insist);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error("There's no free port on 127.0.0.1.");
  return address.port;
}

function logFile(home: EmbeddedHome): string {
  return join(home.folder, 'log');
}

function logSize(home: EmbeddedHome): number {
  return statSync(logFile(home), { throwIfNoEntry: false })?.size ?? 0;
}

function failureIn(log: string): string {
  const lines = log.trim().split('\n');
  const fatal = lines.filter((line) => /\b(FATAL|PANIC):/.test(line)).at(-1);
  const cause = lines.find((line) => line.includes('could not bind'));
  const reasons = [cause, fatal ?? lines.at(-1)]
    .filter(Boolean)
    .map((line) => line?.replace(/^.*?\b(?=[A-Z]+: )/, ''));
  return reasons.join(' ') || 'it gave no reason';
}
