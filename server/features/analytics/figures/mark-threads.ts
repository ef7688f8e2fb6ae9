import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { quarterOf } from './count-texts.ts';

/**
 * Every quarter of an hour in which texts of these conversations count, or may have counted, is counted again. For whoever
 * changes that without a note of the texts: the notes are what marks are made of otherwise.
 */
export async function markThreads(tx: Tx, accountId: string, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into figure_marks (account_id, starts_at)
    select distinct m.account_id, ${quarterOf(sql`moment.at`)}
      from messages m
      cross join lateral (values (m.claimed_at), (m.sent_at), (m.scheduled_at), (m.created_at)) as moment(at)
     where m.account_id = ${accountId} and m.conversation_id in (${ids}) and moment.at is not null`.execute(
    tx,
  );
}
