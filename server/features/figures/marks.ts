import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** All quarters of an hour that texts of these conversations count in, or may have counted in, are counted again. */
export async function markThreads(tx: Tx, accountId: string, threadIds: string[]): Promise<void> {
  if (threadIds.length === 0) return;
  await sql`
    insert into figure_marks (account_id, starts_at)
    select distinct m.account_id, date_bin('15 minutes', moment.at, timestamptz 'epoch')
      from messages m
      cross join lateral (values (m.claimed_at), (m.sent_at), (m.scheduled_at), (m.created_at)) as moment(at)
     where m.account_id = ${accountId} and m.conversation_id = any(${threadIds}::uuid[]) and moment.at is not null`.execute(
    tx,
  );
}
