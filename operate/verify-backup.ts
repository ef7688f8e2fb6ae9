import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { ReadBackup } from '../server/backups/read-backup.ts';
import { digestsOf, restoreBackup } from '../server/backups/restore-backup.ts';
import { backupOperand, findBackup, sayingWhy, toOption } from './backups.ts';
import { type Command, Problem } from './command.ts';
import { openDatabase } from './database.ts';

export const verifyBackup: Command = {
  name: 'verify-backup',
  operands: [backupOperand],
  summary: 'Restore a backup beside the database that is in use, compare both, and remove it again.',
  details: [
    'The backup is a file, a name at BACKUP_TO, or latest. All rows are counted and compared by hash with what was backed up,',
    'all foreign keys are checked, and all media are read. The database user needs the right to create databases.',
    'The database in use is not touched.',
  ],
  options: { to: toOption },
  codes: { 0: 'All of it can be restored.', 1: "It can't be restored as it was." },
  run: async (operator, { to }, [named]) => {
    const { env, place, name, backupKey } = await findBackup(operator, named, to);
    const opened = await openDatabase(env, { create: true });
    try {
      const { found, different } = await beside(opened.url, async (url) => {
        let compared: string[] = [];
        const found = await sayingWhy(() =>
          restoreBackup({
            connectionString: url,
            stored: place.read(name),
            backupKey,
            secretKeys: null,
            putMedium: null,
            // Later migrations may change rows.
            beforeMigrating: async (read) => {
              compared = differencesOf(read, await digestsOf(url));
            },
          }),
        );
        return { found, different: compared };
      });
      const rows = [...found.tables.values()].reduce((sum, each) => sum + each.rows, 0);
      const what = {
        name,
        takenAt: found.manifest.takenAt,
        tables: found.tables.size,
        rows,
        media: found.media,
      };
      if (different.length > 0)
        return {
          code: 1,
          json: { ok: false, ...what, different },
          text: `${name} was restored, but these tables are not as they were: ${different.join(', ')}.`,
        };
      return {
        code: 0,
        json: { ok: true, ...what },
        text: `${name} can be restored: ${what.tables} tables, ${rows} rows, ${what.media} media, as of ${what.takenAt}.`,
      };
    } finally {
      await opened.close();
    }
  },
};

function differencesOf({ tables }: ReadBackup, restored: ReadBackup['tables']): string[] {
  return [...tables].flatMap(([table, { rows, digest }]) => {
    const here = restored.get(table);
    return here?.rows === rows && here.digest === digest ? [] : [table];
  });
}

const LEFT_WITHIN_MS = 3000;

/** Connections end a moment after they are closed, and complain if they can't. */
async function untilLeft(client: pg.Client, database: string): Promise<void> {
  for (const end = Date.now() + LEFT_WITHIN_MS; Date.now() < end; await wait(20)) {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [database]);
    if (rowCount === 0) return;
  }
}

async function beside<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const database = `hiretext_verify_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    try {
      await client.query(`create database ${database} template template0 encoding 'UTF8'`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Problem(
        `A database to restore into can't be created: ${why}. Let the user of DATABASE_URL create databases.`,
      );
    }
    const there = new URL(url);
    there.pathname = `/${database}`;
    return await work(there.href).finally(async () => {
      await untilLeft(client, database);
      await client.query(`drop database ${database} with (force)`);
    });
  } finally {
    await client.end();
  }
}
