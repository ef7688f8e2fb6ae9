import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../db/connection.ts';
import { candidatesIn } from '../hiring/records/candidates-in.ts';
import type { Whose } from './figures-store.ts';

/** SQL: whether the candidate of the conversation `c` waits, and for whom it is asked. The first is the condition of an index. */
export function waitsFor({ accountId, personId, seatIds, jobId }: Whose): RawBuilder<boolean> {
  return sql<boolean>`c.account_id = ${accountId} and c.archived_at is null and c.waiting_since is not null
    ${personId === null ? sql`` : sql`and c.assignee_id = ${personId}`}
    ${seatIds === null ? sql`` : sql`and c.seat_id = any(${seatIds}::uuid[])`}
    ${jobId === null ? sql`` : sql`and c.candidate_id in (${candidatesIn(accountId, { jobId })})`}`;
}

export async function countWaiting(db: ReadDb, whose: Whose): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversations c where ${waitsFor(whose)}`.execute(db);
  return rows[0]?.count ?? 0;
}
