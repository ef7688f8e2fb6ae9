import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chown, copyFile, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createCluster, urlFor } from '../db/embedded-cluster.ts';
import { type EmbeddedHome, exitOf, prepareHome, programBasics } from '../db/embedded-home.ts';
import { freePort } from './free-port.ts';

/** A primary and a standby that has everything before a commit is answered, as high availability is set up. */
export interface PostgresPair {
  /** Names both hosts. */
  url: string;
  primary(): PairServer;
  /** Null until there is one again. */
  standby(): PairServer | null;
  killPrimary(): Promise<void>;
  /** The standby becomes the primary, alone for now. */
  promote(): Promise<void>;
  /** A copy of the primary, at the port that is free. Resolves when no commit is answered before it is there too. */
  addStandby(): Promise<void>;
  /** A primary that was killed starts again at its old port, and takes writes as it did. */
  revive(former: PairServer): Promise<PairServer>;
  end(server: PairServer): Promise<void>;
  /** Of the primary. */
  ask(sql: string): Promise<void>;
  stop(): Promise<void>;
}

export interface PairServer {
  url: string;
  port: number;
  home: EmbeddedHome;
  child: ChildProcess;
}

const DATABASE = 'hiretext';
const LIMIT_MS = 60_000;
/** Of one server alone, or made at each start. */
const NOT_COPIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|^postmaster\.(pid|opts)$/;

/** Killed processes leave what they have written to the system, so it needn't reach the disk. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  dynamic_shared_memory_type: 'mmap',
  fsync: 'off',
  wal_keep_size: '1GB',
  log_min_messages: 'log',
};

export async function startPostgresPair(): Promise<PostgresPair> {
  const folders: string[] = [];
  const running = new Set<ChildProcess>();
  const newHome = () => {
    const folder = mkdtempSync(join(tmpdir(), 'hiretext-pair-'));
    folders.push(folder);
    return prepareHome(folder);
  };
  const launch = async (home: EmbeddedHome, port: number, more: Record<string, string> = {}) => {
    const server = await startServer(home, port, more);
    running.add(server.child);
    server.child.once('exit', () => running.delete(server.child));
    return server;
  };
  const stop = async () => {
    for (const child of running) child.kill('SIGQUIT');
    await Promise.all([...running].map(exitOf));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };

  const ports: [number, number] = [await freePort(), await freePort()];
  const home = newHome();
  await createCluster(home, { durable: false });
  let primary = await launch(home, ports[0]);
  let standby: PairServer | null = null;
  await ask(primary.url.replace(/\w+$/, 'postgres'), `create database ${DATABASE}`);

  const pair: PostgresPair = {
    url: primary.url.replace(/127\.0\.0\.1:\d+/, ports.map((port) => `127.0.0.1:${port}`).join()),
    primary: () => primary,
    standby: () => standby,
    killPrimary: async () => {
      primary.child.kill('SIGKILL');
      await exitOf(primary.child);
    },
    promote: async () => {
      if (standby === null) throw new Error("There's no standby.");
      await ask(standby.url, 'select pg_promote(true, 60)');
      primary = standby;
      standby = null;
    },
    addStandby: async () => {
      const copy = newHome();
      await copyCluster(primary, copy);
      const { password } = new URL(primary.url);
      standby = await launch(copy, primary.port === ports[0] ? ports[1] : ports[0], {
        primary_conninfo: `host=127.0.0.1 port=${primary.port} user=hiretext password=${password}`,
      });
      await untilTrue(
        primary.url,
        `select exists(select from pg_stat_replication where state = 'streaming')`,
      );
      await ask(primary.url, `alter system set synchronous_standby_names = '*'`);
      await ask(primary.url, 'select pg_reload_conf()');
      await untilTrue(
        primary.url,
        `select exists(select from pg_stat_replication where sync_state = 'sync')`,
      );
    },
    end: async ({ child }) => {
      child.kill('SIGQUIT');
      await exitOf(child);
    },
    ask: async (sql) => void (await ask(primary.url, sql)),
    revive: (former) => launch(former.home, former.port, { synchronous_standby_names: '' }),
    stop,
  };
  try {
    await pair.addStandby();
  } catch (error) {
    await stop();
    throw error;
  }
  return pair;
}

async function startServer(
  home: EmbeddedHome,
  port: number,
  more: Record<string, string>,
): Promise<PairServer> {
  const cluster = join(home.folder, 'cluster');
  const all = Object.entries({ ...settings, port: String(port), ...more });
  const child = spawn(
    join(home.programs, 'bin/postgres'),
    ['-D', cluster, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...programBasics(home), stdio: 'ignore' },
  );
  const url = urlFor(cluster, port, DATABASE);
  await untilTrue(url.replace(/\w+$/, 'postgres'), 'select true');
  return { url, port, home, child };
}

/** As PostgreSQL's documentation does it by hand, since the embedded one comes without pg_basebackup. */
async function copyCluster(from: PairServer, to: EmbeddedHome): Promise<void> {
  const client = new pg.Client({ connectionString: from.url });
  await client.connect();
  const target = join(to.folder, 'cluster');
  try {
    await client.query(`select pg_backup_start('copy', fast => true)`);
    await copyFolder(join(from.home.folder, 'cluster'), target, to, '');
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    writeFileSync(join(target, 'backup_label'), rows[0]?.label ?? '');
    writeFileSync(join(target, 'standby.signal'), '');
  } finally {
    await client.end();
  }
  if (to.runAs)
    for (const name of readdirSync(target)) chownSync(join(target, name), to.runAs.uid, to.runAs.gid);
}

async function copyFolder(from: string, to: string, home: EmbeddedHome, under: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  if (home.runAs) await chown(to, home.runAs.uid, home.runAs.gid);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries
      .filter(({ name }) => !NOT_COPIED.test(under + name))
      .map((entry) => {
        const [source, target] = [join(from, entry.name), join(to, entry.name)];
        if (entry.isDirectory()) return copyFolder(source, target, home, `${under}${entry.name}/`);
        return copyOne(source, target, home);
      }),
  );
}

async function copyOne(from: string, to: string, { runAs }: EmbeddedHome): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    // The server goes on meanwhile, and what it deletes isn't needed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (runAs) await chown(to, runAs.uid, runAs.gid);
}

async function ask(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query({ text: sql, rowMode: 'array' });
  } finally {
    await client.end();
  }
}

async function untilTrue(url: string, sql: string): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; ; await wait(50))
    try {
      const { rows } = await ask(url, sql);
      if (rows[0]?.[0] === true) return;
      if (Date.now() > end) throw new Error(`It never came true: ${sql}`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}
