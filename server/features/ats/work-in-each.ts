import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';

/** PostgreSQL refuses a value: of its type, missing, against a check, or too long for an index. */
const UNFIT = /^(22|54|23502|23514)/;

/** All at once. If one can't be stored, splits in halves, so that it is skipped and blocks no other. */
export async function workInEach<T>(
  tx: Tx,
  { log }: Pick<Deps, 'log'>,
  told: T[],
  workIn: (some: T[]) => Promise<void>,
): Promise<void> {
  if (told.length === 0) return;
  await sql`savepoint work_in_each`.execute(tx);
  try {
    await workIn(told);
    await sql`release savepoint work_in_each`.execute(tx);
    return;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!UNFIT.test(code)) throw error;
    await sql`rollback to savepoint work_in_each`.execute(tx);
    await sql`release savepoint work_in_each`.execute(tx);
    // Neither the values nor the error, which may quote them.
    if (told.length === 1) log.warn({ code }, 'something that an ATS tells can not be kept');
  }
  if (told.length === 1) return;
  const half = Math.ceil(told.length / 2);
  await workInEach(tx, { log }, told.slice(0, half), workIn);
  await workInEach(tx, { log }, told.slice(half), workIn);
}
