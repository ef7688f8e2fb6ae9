import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { exitOf, nobody, programBasics } from '../db/embedded-home.ts';
import { freePort } from './free-port.ts';

const START_LIMIT_MS = 30_000;

/**
 * A PostgreSQL that is installed on this machine, with nothing in it, and nothing of it is left when it is stopped. It sorts
 * as people do, and so otherwise than the embedded one: tests pass on both only where nothing depends on that.
 */
export async function startInstalledPostgres(
  programs: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'hiretext-test-'));
  // PostgreSQL refuses to run as root.
  const runAs = process.getuid?.() === 0 ? nobody() : undefined;
  const basics = programBasics({ folder, programs, runAs });
  const cluster = join(folder, 'cluster');
  const password = randomBytes(24).toString('base64url');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs) for (const path of [folder, passwordFile]) chownSync(path, runAs.uid, runAs.gid);

  const kind = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];
  const access = ['--username=hiretext', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  execFileSync(join(programs, 'initdb'), [`--pgdata=${cluster}`, '--no-sync', ...kind, ...access], basics);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  };
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...basics, stdio: 'ignore' },
  );
  const url = `postgres://hiretext:${password}@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    child.kill('SIGINT');
    await exitOf(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function untilReady(url: string): Promise<void> {
  for (const end = Date.now() + START_LIMIT_MS; ; await wait(50)) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
