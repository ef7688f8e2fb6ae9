import { sql } from 'kysely';
import type { EventType } from '../../contract/events.ts';
import type { Tx } from '../db/connection.ts';

/** For what no trigger can tell from the rows that change (`0041-events.sql`). In the transaction of the change. */
export async function noteEvent(
  tx: Tx,
  accountId: string,
  event: { type: EventType | 'endpoint.test'; subjectId: string; data: object },
): Promise<void> {
  await sql`
    select write_event(${accountId}, ${event.type}, ${event.subjectId}, ${JSON.stringify(event.data)}::jsonb)`.execute(
    tx,
  );
}
