import { readBackupState } from '../../server/backups/state.ts';
import { type Checked, type Finding, fail, howLong, ok, warn } from './check.ts';

/** How many times its interval a backup may be old. */
const LATE = 1.5;
const MISSED = 3;

export async function checkBackups({ env, pool }: Pick<Checked, 'env' | 'pool'>): Promise<Finding> {
  const name = 'backups';
  const { ageSeconds, failedAt, failure, name: last } = await readBackupState(pool);
  if (env.backups === null) {
    const found = 'Hiretext makes no backups.';
    const cure = 'Set BACKUP_TO and BACKUP_KEY, unless you back up the database and the media otherwise.';
    return env.local ? ok(name, found) : warn(name, found, cure);
  }
  if (failedAt !== null)
    return fail(
      name,
      `The last backup failed: ${failure}.`,
      'Cure that, then run hiretext backup. The server tries again every 15 minutes.',
    );
  if (ageSeconds === null)
    return warn(name, 'There is no backup yet.', 'Start a worker, which makes one, or run hiretext backup.');
  const found = `The last backup, ${last}, is ${howLong(ageSeconds)} old.`;
  const late = ageSeconds / (env.backups.everyHours * 3600);
  if (late < LATE) return ok(name, found);
  const cure = 'See that a worker has BACKUP_TO and BACKUP_KEY, and what its log says.';
  return late < MISSED ? warn(name, found, cure) : fail(name, found, cure);
}
