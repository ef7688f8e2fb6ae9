import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout, Stop } from './checkout.js';
import { npm } from './install.js';

const migrations = 'server/db/migrations';

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: checkout, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** What runs beside this version during an update: the last release or, without any, the code before the newest migration. */
export function previousRelease() {
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations);
  return process.env.PREVIOUS || git('describe', '--tags', '--abbrev=0') || (newest && `${newest}^`);
}

/** Calls back with a copy of the previous release whose database is that of this version. */
export async function withPrevious(release, work) {
  if (!release || git('rev-parse', '--verify', `${release}^{commit}`) === null)
    throw new Stop(
      'The previous release comes from git. Fetch the whole history, or set PREVIOUS to a tag or commit.',
    );
  const folder = join(mkdtempSync(join(tmpdir(), 'hiretext-previous-')), 'checkout');
  console.log(`${release} with the migrations of this version`);
  try {
    if (git('worktree', 'add', '--detach', folder, release) === null)
      throw new Stop(`${release} couldn't be checked out.`);
    install(folder);
    // Files that this version no longer has would be applied as well.
    rmSync(join(folder, migrations), { recursive: true });
    cpSync(join(checkout, migrations), join(folder, migrations), { recursive: true });
    return await work(folder);
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

function install(folder) {
  const lock = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(checkout))
    return symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  const { status } = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Stop("The previous release's dependencies couldn't be installed.");
}
