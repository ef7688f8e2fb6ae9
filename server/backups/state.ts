import type pg from 'pg';
import type { Written } from './write-backup.ts';

type Asked = Pick<pg.Pool, 'query'>;

export interface BackupState {
  takenAt: Date | null;
  /** By the database's clock. */
  ageSeconds: number | null;
  name: string | null;
  failedAt: Date | null;
  failure: string | null;
}

export async function readBackupState(pool: Asked): Promise<BackupState> {
  const { rows } = await pool.query<BackupState>(
    `select taken_at as "takenAt", extract(epoch from now() - taken_at)::float8 as "ageSeconds", name,
            failed_at as "failedAt", failure
       from backup_state`,
  );
  return rows[0] ?? { takenAt: null, ageSeconds: null, name: null, failedAt: null, failure: null };
}

export async function noteBackup(pool: Asked, { takenAt, name, bytes }: Written): Promise<void> {
  await pool.query(
    `update backup_state set taken_at = $1, name = $2, bytes = $3, failed_at = null, failure = null`,
    [takenAt, name, bytes],
  );
}

export async function noteFailure(pool: Asked, at: Date, failure: string): Promise<void> {
  await pool.query('update backup_state set failed_at = $1, failure = $2', [at, failure.slice(0, 500)]);
}
