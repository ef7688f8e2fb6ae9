import type { Logger } from 'pino';
import { type Loop, startLoop } from '../queue/loop.ts';
import type { Locks } from '../queue/presence.ts';
import { type BackupDeps, makeBackup } from './make-backup.ts';
import { readBackupState } from './state.ts';

const LOOK_EVERY_MS = 60_000;
/** Where no one has signed up yet: the first backup isn't of nothing, with a day to the next. */
const EMPTY_MS = 5000;
/** After one that failed. */
const TRY_AGAIN_SECONDS = 15 * 60;

interface Scheduled {
  backups: BackupDeps;
  everyHours: number;
  log: Logger;
  locks: Locks;
  /** For tests. */
  lookEveryMs?: number;
}

/** One worker of all makes backups, when the last one is old enough, by a schedule or by hand. */
export function startBackups({ backups, everyHours, log, locks, ...options }: Scheduled): Loop {
  const { lookEveryMs = LOOK_EVERY_MS } = options;
  return startLoop(log, locks, {
    lock: 'backups',
    restMs: lookEveryMs,
    failed: 'the backup failed',
    turn: async () => {
      if (!(await hasAccounts(backups))) return Math.min(lookEveryMs, EMPTY_MS);
      if (await isDue(backups, everyHours)) {
        const { name, bytes } = await makeBackup(backups);
        log.info({ name, bytes }, 'a backup was written');
      }
      return lookEveryMs;
    },
  });
}

async function hasAccounts({ pool }: BackupDeps): Promise<boolean> {
  const { rowCount } = await pool.query('select from accounts limit 1');
  return rowCount === 1;
}

async function isDue({ pool, clock }: BackupDeps, everyHours: number): Promise<boolean> {
  const { ageSeconds, failedAt } = await readBackupState(pool);
  if (failedAt !== null && (clock().getTime() - failedAt.getTime()) / 1000 < TRY_AGAIN_SECONDS) return false;
  return ageSeconds === null || ageSeconds >= everyHours * 3600;
}
