import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exitOf, prepareHome } from '../db/embedded-home.ts';
import { freePort } from './free-port.ts';

/** Debian's and Ubuntu's. */
const PROGRAM = '/usr/sbin/pgbouncer';
const START_LIMIT_MS = 10_000;

export const hasPgBouncer = existsSync(PROGRAM);

/** A pooler between a program and this database, with the settings that it has by default. */
export async function startPgBouncer(
  database: string,
  settings: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'hiretext-pgbouncer-'));
  // It refuses to run as root, as PostgreSQL does.
  const { runAs } = prepareHome(folder);
  const { hostname, port, username, password, pathname } = new URL(database);
  const own = await freePort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(own),
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: join(folder, 'users'),
    max_client_conn: '200',
    default_pool_size: '60',
    ...settings,
  };
  writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n`);
  writeFileSync(
    join(folder, 'settings.ini'),
    ['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]']
      .concat(Object.entries(all).map(([name, value]) => `${name} = ${value}`))
      .join('\n'),
  );
  if (runAs)
    for (const path of ['', 'users', 'settings.ini']) chownSync(join(folder, path), runAs.uid, runAs.gid);
  const child = spawn(PROGRAM, [join(folder, 'settings.ini')], { ...runAs, cwd: folder, stdio: 'ignore' });
  const stop = async () => {
    child.kill('SIGTERM');
    await exitOf(child);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const end = Date.now() + START_LIMIT_MS; !(await accepts(own)); await wait(20))
    if (Date.now() > end) {
      await stop();
      throw new Error('PgBouncer was not ready in time.');
    }
  return { url: `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`, stop };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
