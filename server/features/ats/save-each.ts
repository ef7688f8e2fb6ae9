import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';

/** PostgreSQL refuses a value: of its type, missing, against a check, or too long for an index. */
const UNFIT = /^(22|54|23502|23514)/;

/** All at once. If one can't be stored, splits in halves, so that it is skipped and blocks no other. */
export async function saveEach<T>(
  tx: Tx,
  { log }: Pick<Deps, 'log'>,
  records: T[],
  save: (some: T[]) => Promise<void>,
): Promise<void> {
  if (records.length === 0) return;
  await sql`savepoint save_each`.execute(tx);
  try {
    await save(records);
    await sql`release savepoint save_each`.execute(tx);
    return;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!UNFIT.test(code)) throw error;
    await sql`rollback to savepoint save_each`.execute(tx);
    await sql`release savepoint save_each`.execute(tx);
    // Neither the values nor the error, which may quote them.
    if (records.length === 1) log.warn({ code }, 'something that an ATS sent can not be kept');
  }
  if (records.length === 1) return;
  const half = Math.ceil(records.length / 2);
  await saveEach(tx, { log }, records.slice(0, half), save);
  await saveEach(tx, { log }, records.slice(half), save);
}
