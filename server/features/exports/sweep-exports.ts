import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import { inBatches, sweepRows } from '../../db/sweep.ts';
import type { Deps } from '../../deps.ts';
import { endUnsent, takeImportsOf } from './importing/store.ts';
import { removeParts } from './run-export.ts';
import { type OldFile, takeFilesOf, takeOldFiles } from './store.ts';

const KEPT_DAYS = 30;
/** Each has a file of up to thousands of parts. */
const BATCH = 20;

/** Files that have expired, and later the record that there was one. */
export async function sweepExports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await inBatches(
    (limit) => inTransaction(db, async (tx) => remove(tx, await takeOldFiles(tx, clock(), limit))),
    { batch: BATCH },
  );
  await inBatches(
    (limit) => inTransaction(db, async (tx) => remove(tx, await endUnsent(tx, clock(), { limit }))),
    { batch: BATCH },
  );
  for (const table of ['account_exports', 'account_imports'] as const)
    await sweepRows(db, table, {
      time: sql`created_at`,
      before: sql`now() - make_interval(days => ${KEPT_DAYS})`,
    });
}

/** With the account. Whether there may be more. */
export function eraseExports(db: Db, accountId: string): Promise<boolean> {
  return inTransaction(
    db,
    async (tx) =>
      (await remove(tx, await takeFilesOf(tx, accountId, BATCH))) === BATCH ||
      (await remove(tx, await takeImportsOf(tx, accountId, BATCH))) === BATCH,
  );
}

async function remove(tx: Tx, files: OldFile[]): Promise<number> {
  for (const { accountId, parts } of files) await removeParts(tx, accountId, parts);
  return files.length;
}
