import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';

/* Conversations and opt-outs to be counted again. Marks are only added and removed, so that none that came meanwhile is lost. */

/** Of conversations, by a select of their ids. For what changes texts without a note: marks are made of notes otherwise. */
export async function markThreads(tx: Tx, accountId: string, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into fact_marks (account_id, source_id)
    select ${accountId}::uuid, id from conversations where account_id = ${accountId} and id in (${ids})`.execute(
    tx,
  );
}

export async function listMarkedAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive marked as (
      (select account_id as id from fact_marks order by account_id limit 1)
      union all
      select (select f.account_id from fact_marks f where f.account_id > marked.id order by f.account_id limit 1)
        from marked where marked.id is not null)
    select id from marked where id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

interface SeenMarks {
  sourceIds: string[];
  /** Each row that was seen. */
  rows: string[];
}

/** The newest. The caller holds the account's figures. */
export async function findMarks(tx: Tx, accountId: string, most: number): Promise<SeenMarks> {
  const { rows } = await sql<{ id: string; row: string }>`
    select source_id as id, ctid::text as row from fact_marks
     where account_id = ${accountId} order by noted_at desc limit ${most}`.execute(tx);
  return { sourceIds: [...new Set(rows.map(({ id }) => id))], rows: rows.map(({ row }) => row) };
}

/** Only those that were seen: what is marked meanwhile has to be counted again. */
export async function removeMarks(tx: Tx, accountId: string, { rows }: SeenMarks): Promise<void> {
  await sql`delete from fact_marks where ctid = any(${rows}::tid[]) and account_id = ${accountId}`.execute(
    tx,
  );
}
