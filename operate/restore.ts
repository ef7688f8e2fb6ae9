import { v7 as uuidv7 } from 'uuid';
import { finishRestore, restoreBackup } from '../server/backups/restore-backup.ts';
import { type Settled, settleUnsent } from '../server/backups/settle-unsent.ts';
import { connect } from '../server/db/connection.ts';
import { chooseMediaStore } from '../server/vendors/media-stores.ts';
import { backupOperand, findBackup, sayingWhy, toOption } from './backups.ts';
import type { Command } from './command.ts';
import { openDatabase } from './database.ts';
import { linesOf, WHOLE_MS } from './settle-restored.ts';

export const restore: Command = {
  name: 'restore',
  operands: [backupOperand],
  summary: 'Put a backup into an empty database, and its media into DATA_DIR.',
  details: [
    'The backup is a file, a name at BACKUP_TO, or latest. Stop the old server first: two of them would text twice.',
    'It needs the BACKUP_KEY and the SECRET_KEY that were set when it was written.',
    'No text that was due before now goes out automatically: it may have, after the backup was taken. What people wrote is',
    'held for them, what automations and broadcasts would have sent is canceled.',
  ],
  options: { to: toOption },
  codes: { 0: 'It is restored. Start the server.', 1: 'It was refused, or broke off.' },
  run: async (operator, { to }, [named]) => {
    const { env, place, name, backupKey } = await findBackup(operator, named, to);
    const opened = await openDatabase(env, { create: true });
    const media = await chooseMediaStore(env.media, env.dataDir);
    try {
      const found = await sayingWhy(() =>
        restoreBackup({
          connectionString: opened.url,
          stored: place.read(name),
          backupKey,
          secretKeys:
            env.secretKeyFallback === null ? [env.secretKey] : [env.secretKey, env.secretKeyFallback],
          putMedium: env.media.vendor === 'disk' ? (key, bytes) => media.put(key, bytes) : null,
        }),
      );
      const connection = connect(opened.url, { max: 2, statementMs: WHOLE_MS, onError: () => {} });
      try {
        const settled = await settleUnsent(connection.db, { clock: operator.clock, newId: uuidv7 });
        await finishRestore(connection.pool);
        const rows = [...found.tables.values()].reduce((sum, each) => sum + each.rows, 0);
        const { takenAt } = found.manifest;
        const what = { name, takenAt, tables: found.tables.size, rows, media: found.media };
        return { code: 0, json: { ok: true, ...what, settled }, text: shown(what, settled) };
      } finally {
        await connection.close();
      }
    } finally {
      media.close();
      await opened.close();
    }
  },
};

function shown(
  {
    name,
    takenAt,
    tables,
    rows,
    media,
  }: Record<'tables' | 'rows' | 'media', number> & Record<'name' | 'takenAt', string>,
  settled: Settled,
): string {
  return [
    `Restored ${name}: ${tables} tables, ${rows} rows, ${media} media, as of ${takenAt}.`,
    '',
    'Nothing after that moment is in it: texts, answers, and opt-outs. Compare opt-outs with your carrier before you text.',
    'People who were removed after it can sign in again, and API keys that were deleted work again: remove them once more.',
    ...linesOf(settled),
    '',
    'Start the server when you are ready.',
  ].join('\n');
}
