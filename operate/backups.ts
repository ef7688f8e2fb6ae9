import { basename, dirname } from 'node:path';
import { createBackupFolder } from '../server/adapters/backups/folder/folder.ts';
import type { BackupPlace } from '../server/adapters/backups/port.ts';
import { isBackupName } from '../server/adapters/backups/port.ts';
import { BackupRefused } from '../server/backups/refused.ts';
import { type Env, readEnv } from '../server/env.ts';
import { chooseBackupPlace } from '../server/vendors/backup-places.ts';
import { type Operator, Problem, WrongUse } from './command.ts';

/** What backup, restore and verify-backup have in common. */

export const toOption = {
  type: 'string',
  help: 'A folder or s3://bucket/folder, instead of BACKUP_TO.',
} as const;

export const backupOperand = 'backup';

/** The settings, with --to in the place of BACKUP_TO. */
export function readBackupEnv(operator: Operator, to: string | boolean | undefined) {
  const variables = typeof to === 'string' ? { ...operator.variables, BACKUP_TO: to } : operator.variables;
  const env = readEnv(variables, operator.checkout);
  if (env.backups === null)
    throw new Problem('BACKUP_TO is missing. Set it, or add --to with a folder or s3://bucket/folder.');
  return { env, backups: env.backups };
}

interface Named {
  env: Env;
  place: BackupPlace;
  name: string;
  backupKey: string;
}

/** A backup that is named by its file, by its name, or as the latest one. */
export async function findBackup(
  operator: Operator,
  named: string | undefined,
  to: string | boolean | undefined,
): Promise<Named> {
  if (named === undefined) throw new WrongUse('Name a backup: a file, a name, or latest.');
  const isFile = named !== 'latest' && !isBackupName(named);
  if (isFile && !isBackupName(basename(named)))
    throw new WrongUse('Backups are called like hiretext-2026-11-27T08-00-00Z.');
  const { env, backups } = readBackupEnv(operator, isFile ? dirname(named) : to);
  const place = isFile ? createBackupFolder(dirname(named)) : await chooseBackupPlace(backups.place);
  const names = await place.list();
  const name = named === 'latest' ? names.at(-1) : basename(named);
  if (name === undefined || !names.includes(name))
    throw new Problem(`There is no ${named === 'latest' ? 'backup' : name} in ${place.title}.`);
  return { env, place, name, backupKey: backups.key };
}

/** What can be wrong with a backup is for the operator to read. */
export async function sayingWhy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupRefused) throw new Problem(error.message);
    throw error;
  }
}

export function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
