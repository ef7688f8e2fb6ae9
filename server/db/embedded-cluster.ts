import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedHome, exitOf, programBasics } from './embedded-home.ts';

const USER = 'hiretext';
const MAJOR_VERSION = '18';

export function removeLeftovers({ folder }: EmbeddedHome): void {
  for (const name of readdirSync(folder)) {
    // An initdb whose parent was killed may still be writing; it fails on its own once its folder is gone.
    if (name.startsWith('new-cluster-'))
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Makes the cluster beside its place and renames it when it is whole and on disk. */
export async function createCluster(home: EmbeddedHome, { durable }: { durable: boolean }): Promise<void> {
  const name = `new-cluster-${randomBytes(6).toString('hex')}`;
  const staging = join(home.folder, name);
  const password = join(home.folder, `${name}.password`);
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (home.runAs) chownSync(password, home.runAs.uid, home.runAs.gid);

  const child = spawn(
    join(home.programs, 'bin/initdb'),
    [
      `--pgdata=${staging}`,
      `--username=${USER}`,
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts by code point and knows letters of all languages, the same on every machine and after every update.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...programBasics(home), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await exitOf(child);
  if (code !== 0) {
    rmSync(staging, { recursive: true, force: true });
    rmSync(password, { force: true });
    throw new Error(`The database couldn't be created: ${reasonIn(errors) || `initdb ended with ${code}`}`);
  }
  renameSync(password, join(staging, 'password'));
  syncToDisk(staging);
  renameSync(staging, join(home.folder, 'cluster'));
  syncToDisk(home.folder);
}

function syncToDisk(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function checkVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `The data in ${cluster} is from PostgreSQL ${version}, not ${MAJOR_VERSION}. Move it with pg_dump first.`,
    );
  }
}

export function urlFor(cluster: string, port: number, database: string): string {
  const password = readFileSync(join(cluster, 'password'), 'utf8');
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

function reasonIn(errors: string): string {
  const unlisted = /could not look up effective user ID (\d+)/.exec(errors);
  if (unlisted) {
    // Common in containers that are run with --user.
    return `user id ${unlisted[1]} has no name on this machine. Add it to /etc/passwd, or set DATABASE_URL.`;
  }
  return errors.trim().split('\n').at(-1) ?? '';
}
