import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { lockFigures } from './recount.ts';

const TABLES = [
  'text_figures',
  'answer_figures',
  'kept_text_figures',
  'kept_answer_figures',
  'figure_marks',
] as const;

/** Of an account that is erased. True when there may be more. */
export async function eraseFigures(tx: Tx, accountId: string, limit: number): Promise<boolean> {
  await lockFigures(tx, accountId);
  let isMore = false;
  for (const table of TABLES) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where account_id = ${accountId} limit ${limit}))`.execute(tx);
    isMore ||= numAffectedRows === BigInt(limit);
  }
  return isMore;
}
