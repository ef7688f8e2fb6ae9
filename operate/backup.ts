import pg from 'pg';
import { makeBackup } from '../server/backups/make-backup.ts';
import { chooseBackupPlace, chooseMediaToKeep } from '../server/vendors/backup-places.ts';
import { readBackupEnv, sayingWhy, sizeOf, toOption } from './backups.ts';
import type { Command } from './command.ts';
import { openDatabase } from './database.ts';

export const backup: Command = {
  name: 'backup',
  operands: [],
  summary: 'Write a backup now: the database with its jobs, and the media of this machine.',
  details: [
    'The server goes on meanwhile. BACKUP_KEY encrypts it; SECRET_KEY is not in it, and a restore needs both.',
    'Media at S3 stay there: turn on versions for that bucket.',
  ],
  options: { to: toOption },
  codes: { 0: 'It was written.', 1: "It wasn't written." },
  run: async (operator, { to }) => {
    const { env, backups } = readBackupEnv(operator, to);
    const place = await chooseBackupPlace(backups.place);
    const opened = await openDatabase(env);
    const pool = new pg.Pool({ connectionString: opened.url, max: 1 });
    pool.on('error', () => {});
    try {
      const written = await sayingWhy(() =>
        makeBackup({
          connectionString: opened.url,
          pool,
          place,
          backupKey: backups.key,
          secretKey: env.secretKey,
          media: chooseMediaToKeep(env.media, env.dataDir),
          keep: backups.keep,
          clock: operator.clock,
        }),
      );
      return {
        code: 0,
        json: { ok: true, ...written, place: place.title },
        text: `Wrote ${written.name} to ${place.title} (${sizeOf(written.bytes)}).`,
      };
    } finally {
      await pool.end();
      await opened.close();
    }
  },
};
