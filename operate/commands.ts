import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor.ts';
import { eraseAccount } from './erase-account.ts';
import { exportAccount } from './export-account.ts';
import { holds } from './holds.ts';
import { jobs } from './jobs.ts';
import { moveAccount } from './move-account.ts';
import { restore } from './restore.ts';
import { rotateSecret } from './rotate-secret.ts';
import { settleRestored } from './settle-restored.ts';
import { verifyBackup } from './verify-backup.ts';

/** Every command that there is, in the order of the help. */
export const commands: Command[] = [
  doctor,
  backup,
  restore,
  settleRestored,
  verifyBackup,
  rotateSecret,
  exportAccount,
  eraseAccount,
  moveAccount,
  jobs,
  holds,
];
