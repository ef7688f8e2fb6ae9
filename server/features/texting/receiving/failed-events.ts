import { sql } from 'kysely';
import { raiseAfterCommit } from '../../../db/after-commit.ts';
import type { ReadDb, Tx } from '../../../db/connection.ts';
import type { FailedJobRow } from '../../../queue/failed-jobs.ts';
import { holdLaneOf } from './carrier-events.ts';

/*
 * Carrier events that we couldn't process, of all accounts, from the first try on: an inbound text may be a STOP, so no one texts
 * its phone until it is processed or deleted. It is also retried by itself.
 */

const TASK = sql<string>`case when e.sender is null then 'receiveReceipt' else 'receiveText' end`;
const MOST = '9223372036854775807';

/** Newest first. */
export async function listFailedEvents(
  db: ReadDb,
  page: { before: string | null; limit: number },
): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    select e.id, ${TASK} as task, coalesce(e.account_id, d.account_id) as "accountId", e.attempts,
           e.received_at as "createdAt", e.failed_at as "failedAt", coalesce(e.last_error, '') as error
      from carrier_events e
      left join number_directory d on d.phone_number = e.receiver
     where e.attempts > 0 and e.id < ${page.before ?? MOST}::bigint
     order by e.id desc limit ${page.limit}`.execute(db);
  return rows;
}

/** Until the transaction ends no one else decides about it; null when it has not failed, or is gone. */
export async function holdFailedEvent(
  tx: Tx,
  id: string,
): Promise<Pick<FailedJobRow, 'task' | 'accountId'> | null> {
  // It may be being tried again just now.
  await holdLaneOf(tx, id);
  const { rows } = await sql<Pick<FailedJobRow, 'task' | 'accountId'>>`
    select ${TASK} as task, coalesce(e.account_id, d.account_id) as "accountId"
      from carrier_events e
      left join number_directory d on d.phone_number = e.receiver
     where e.id = ${id}::bigint and e.attempts > 0
       for update of e`.execute(tx);
  return rows[0] ?? null;
}

export async function retryEvent(tx: Tx, id: string): Promise<void> {
  await sql`update carrier_events set attempts = 0, retry_at = now() where id = ${id}::bigint`.execute(tx);
  raiseAfterCommit(tx, 'carrier_events');
}
