import type pg from 'pg';
import type { BackupPlace } from '../adapters/backups/port.ts';
import { noteBackup, noteFailure } from './state.ts';
import { type MediaToKeep, type Written, writeBackup } from './write-backup.ts';

export interface BackupDeps {
  connectionString: string;
  pool: Pick<pg.Pool, 'query'>;
  place: BackupPlace;
  backupKey: string;
  secretKey: string;
  media: MediaToKeep | null;
  /** How many stay. */
  keep: number;
  clock: () => Date;
}

/** Writes one, notes it, and removes those that are too many and what is left of those that broke off. */
export async function makeBackup(deps: BackupDeps): Promise<Written> {
  const { pool, place, clock } = deps;
  let written: Written;
  try {
    written = await writeBackup({ ...deps, now: clock() });
  } catch (error) {
    // It is thrown all the same, and the database may be what is gone.
    await noteFailure(pool, clock(), error instanceof Error ? error.message : String(error)).catch(() => {});
    throw error;
  }
  await noteBackup(pool, written);
  const names = await place.list();
  const tooMany = names.slice(0, Math.max(0, names.length - deps.keep));
  // One that is being written now by someone else has a name that isn't older than ours.
  const broken = (await place.listBroken()).filter((name) => name < written.name);
  for (const name of [...tooMany, ...broken]) await place.remove(name);
  return written;
}
