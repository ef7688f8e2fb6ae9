import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { isAlive } from './running-process.ts';

const asRoot = process.getuid?.() === 0;
const holder = fileURLToPath(new URL('../testing/hold-embedded-postgres.ts', import.meta.url));

/** A data folder as a first start has left it. */
let started: string;
let dataDir: string;
let lines: string[];
let running: EmbeddedPostgres[];
let children: ChildProcess[];

const makeFolder = () => mkdtempSync(join(tmpdir(), 'hiretext-embedded-'));

beforeAll(async () => {
  started = makeFolder();
  const first = await startEmbeddedPostgres({
    dataDir: started,
    log: { info: () => {}, warn: () => {} },
    durable: false,
  });
  await first.stop();
});
afterAll(() => rmSync(started, { recursive: true }));

/** For tests that don't ask about the first start, which takes longer than all that comes after it. */
function copyStarted(folder: string): void {
  execFileSync('cp', ['-a', `${started}/.`, folder]);
}

beforeEach(() => {
  dataDir = makeFolder();
  lines = [];
  running = [];
  children = [];
});

afterEach(async () => {
  await Promise.all(children.map(kill));
  for (const postgres of running) await postgres.stop();
  // Also stops what a killed holder left behind.
  if (existsSync(join(dataDir, 'cluster/postmaster.pid'))) await (await start()).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Tests that don't ask what a crash leaves needn't wait for disks. */
async function start({ durable = false } = {}): Promise<EmbeddedPostgres> {
  const say = (sentence: string) => lines.push(sentence);
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: say, warn: say }, durable });
  running.push(postgres);
  return postgres;
}

/** Another process that starts the server and keeps it; the answer is the first line it prints. */
async function startElsewhere(): Promise<{ child: ChildProcess; answer: { url?: string; failed?: string } }> {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, answer: JSON.parse(line) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function serverPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);
}

test('a first start makes a durable UTF-8 database, a second one finds its rows', async () => {
  const first = await start({ durable: true });
  await query(first.url, "create table kept (word text); insert into kept values ('Zoë')");
  await first.stop();

  const second = await start({ durable: true });
  expect(await query(second.url, 'select upper(word) as word from kept')).toEqual([{ word: 'ZOË' }]);
  const [settings] = await query(
    second.url,
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits, current_setting('server_encoding') as encoding, current_setting('timezone') as zone",
  );
  expect(settings).toEqual({ fsync: 'on', commits: 'on', encoding: 'UTF8', zone: 'UTC' });
});

test('only someone who can read the data folder gets in', async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = 'guessed';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect(wrong.hostname).toBe('127.0.0.1');
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'cluster/password')).mode & 0o777).toBe(0o600);
});

test('what was committed survives a killed server, and its end is noticed', async () => {
  copyStarted(dataDir);
  const first = await start({ durable: true });
  await query(first.url, 'create table kept (n int)');
  await query(first.url, 'insert into kept select generate_series(1, 1000)');
  process.kill(serverPid(), 'SIGKILL');
  await first.exited;

  const second = await start({ durable: true });
  expect(await query(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
});

test('half a first start leaves nothing that stops the next', async () => {
  const leftover = join(dataDir, 'new-cluster-0a1b2c');
  mkdirSync(join(leftover, 'base'), { recursive: true });
  writeFileSync(join(leftover, 'PG_VERSION'), '18\n');
  writeFileSync(join(dataDir, 'new-cluster-0a1b2c.password'), 'x');
  if (asRoot) {
    // As the server's own user would have left it.
    chownSync(dataDir, 65534, 65534);
  }
  const { url } = await start();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('new-cluster-'))).toEqual([]);
});

test('a kill in the middle of the first start is recovered from', async () => {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: 'ignore' });
  children.push(child);
  while (
    !readdirSync(dataDir).some((name) => name.startsWith('new-cluster-') && !name.endsWith('.password'))
  ) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await kill(child);
  expect(existsSync(join(dataDir, 'cluster'))).toBe(false);
  const { url } = await start();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a server that a killed Hiretext left behind is replaced, with its rows', async () => {
  copyStarted(dataDir);
  const { child, answer } = await startElsewhere();
  await query(answer.url ?? '', 'create table kept as select 7 as n');
  const orphan = serverPid();
  // One that can't hear that it should stop.
  process.kill(orphan, 'SIGSTOP');
  await kill(child);
  expect(isAlive(orphan)).toBe(true);

  const starting = start();
  await expect.poll(() => lines).toContain('Stopping the database server that an earlier run left behind.');
  process.kill(orphan, 'SIGCONT');
  const { url } = await starting;
  expect(isAlive(orphan)).toBe(false);
  expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a server ends when its Hiretext is killed', async () => {
  copyStarted(dataDir);
  const { child } = await startElsewhere();
  const server = serverPid();
  await kill(child);
  await expect.poll(() => isAlive(server)).toBe(false);
});

/** A pid file as a killed server leaves it, with another number in it. */
async function leavePid(pid: number): Promise<void> {
  copyStarted(dataDir);
  const first = await start();
  process.kill(serverPid(), 'SIGKILL');
  await first.exited;
  const file = join(dataDir, 'cluster/postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(pid)));
}

/** The server's own user: PostgreSQL doesn't mind processes of others. */
const asServer = asRoot ? { uid: 65534, gid: 65534 } : {};

test('a pid file whose number now belongs to another process does not stop the start', async () => {
  const bystander = spawn('sleep', ['60'], { stdio: 'ignore', ...asServer });
  children.push(bystander);
  await leavePid(bystander.pid ?? 0);

  const second = await start();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(isAlive(bystander.pid ?? 0)).toBe(true);
});

test('a dead server that its parent does not ask after does not stop the start', async () => {
  // The shell turns into a program that never asks after what the shell has started.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...asServer,
  });
  children.push(parent);
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  const zombie = Number(line);
  await expect.poll(() => isAlive(zombie)).toBe(false);
  expect(process.kill(zombie, 0)).toBe(true);
  await leavePid(zombie);

  const second = await start();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a second start on the same folder is refused and disturbs nothing', async () => {
  copyStarted(dataDir);
  const first = await start();
  const { answer } = await startElsewhere();
  expect(answer.failed).toBe(`Hiretext is already running on ${dataDir} (process ${process.pid}).`);
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('of many starts at once exactly one gets the folder', async () => {
  const starts = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere(), startElsewhere()]);
  const urls = starts.flatMap(({ answer }) => answer.url ?? []);
  expect(urls).toHaveLength(1);
  expect(await query(urls[0] ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a port that is taken is named', async () => {
  copyStarted(dataDir);
  const first = await start();
  const port = Number(new URL(first.url).port);
  const other = makeFolder();
  copyStarted(other);
  const starting = startEmbeddedPostgres({
    dataDir: other,
    port,
    durable: false,
    log: { info: () => {}, warn: () => {} },
  });
  await expect(starting).rejects.toThrow(/could not bind.*Address already in use/);
  rmSync(other, { recursive: true });
});

test('data of another PostgreSQL version is left alone', async () => {
  copyStarted(dataDir);
  const first = await start();
  await first.stop();
  writeFileSync(join(dataDir, 'cluster/PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/is from PostgreSQL 17, not 18/);
  writeFileSync(join(dataDir, 'cluster/PG_VERSION'), '18\n');
});

test.runIf(asRoot)(
  'below a folder closed to others, root gets a link to data elsewhere, which a copied link shares',
  async () => {
    const inside = join(dataDir, 'postgres');
    const options = { dataDir: inside, durable: false, log: { info: () => {}, warn: () => {} } };
    const first = await startEmbeddedPostgres(options);
    const target = readlinkSync(inside);
    await first.stop();

    const copy = join(dataDir, 'copy');
    symlinkSync(target, copy);
    const second = await startEmbeddedPostgres({ ...options, dataDir: copy });
    await expect(startEmbeddedPostgres(options)).rejects.toThrow();
    await second.stop();
    expect([copy, inside].map((link) => readlinkSync(link))).toEqual([target, target]);

    const again = await startEmbeddedPostgres(options);
    await again.stop();
    expect(readlinkSync(inside)).toBe(target);
    rmSync(target, { recursive: true });
  },
);
