import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';

/** A number that an import has been through. */
export interface ImportedNumber {
  phoneNumber: string;
  candidateId: string | null;
  isNew: boolean;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Which of the numbers were in an earlier batch. */
export async function findImported(
  db: Db,
  accountId: string,
  importId: string,
  phoneNumbers: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('imported_numbers')
    .select('phone_number as phoneNumber')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('phone_number', '=', sql<string>`any(${phoneNumbers}::text[])`)
    .execute();
  return new Set(rows.map(({ phoneNumber }) => phoneNumber));
}

/** Of a number that comes twice, what was before the first time is kept. */
export async function insertImported(
  tx: Tx,
  accountId: string,
  importId: string,
  numbers: ImportedNumber[],
  at: Date,
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`
    insert into imported_numbers as known (
           account_id, import_id, phone_number, candidate_id, is_new, written_at, before, after)
    select ${accountId}::uuid, ${importId}::uuid, n.phone_number, n.candidate_id, n.is_new, ${at}, n.before, n.after
      from ${recordset('n', numbers, { text: ['phoneNumber'], uuid: ['candidateId'], boolean: ['isNew'], jsonb: ['before', 'after'] })}
        on conflict (account_id, import_id, phone_number) do update
       set written_at = excluded.written_at,
           before = case when not known.is_new then coalesce(excluded.before || known.before, excluded.before, known.before) end,
           after = case when not known.is_new then coalesce(known.after || excluded.after, excluded.after, known.after) end`.execute(
    tx,
  );
}

export interface UndoableNumber extends ImportedNumber {
  writtenAt: Date;
}

/** Some that aren't undone yet. */
export function listImported(
  tx: Tx,
  accountId: string,
  importId: string,
  limit: number,
): Promise<UndoableNumber[]> {
  return tx
    .selectFrom('imported_numbers')
    .select([
      'phone_number as phoneNumber',
      'candidate_id as candidateId',
      'is_new as isNew',
      'written_at as writtenAt',
      'before',
      'after',
    ])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .orderBy('phone_number')
    .limit(limit)
    .execute();
}

export async function deleteImported(
  tx: Tx,
  accountId: string,
  importId: string,
  phoneNumbers: string[],
): Promise<void> {
  await tx
    .deleteFrom('imported_numbers')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('phone_number', '=', sql<string>`any(${phoneNumbers}::text[])`)
    .execute();
}
