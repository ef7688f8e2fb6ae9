import { sql } from 'kysely';
import type { CarrierEvent } from '../../adapters/carrier/port.ts';
import { raiseAfterCommit } from '../../db/after-commit.ts';
import { batched } from '../../db/batch.ts';
import type { Connection, Db, Tx } from '../../db/connection.ts';

interface NewCarrierEvent {
  carrier: string;
  /** From the address that the carrier called: which message a receipt is for. Null for inbound texts. */
  accountId: string | null;
  messageId: string | null;
  event: CarrierEvent;
  receivedAt: Date;
}

const INSERT = `
  insert into carrier_events (carrier, account_id, message_id, payload, received_at)
  select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::jsonb[], $5::timestamptz[])`;

/** Durable when it resolves: only then is the carrier told that we have it. Webhooks that come together share a commit. */
export function createKeepEvent({
  db,
  pool,
}: Pick<Connection, 'db' | 'pool'>): (event: NewCarrierEvent) => Promise<null> {
  return batched<NewCarrierEvent, null>(
    async (events) => {
      await pool.query({
        name: 'keep-carrier-events',
        text: INSERT,
        values: [
          events.map((each) => each.carrier),
          events.map((each) => each.accountId),
          events.map((each) => each.messageId),
          events.map((each) => JSON.stringify(each.event, storable)),
          events.map((each) => each.receivedAt),
        ],
      });
      raiseAfterCommit(db, 'carrier_events');
      return events.map(() => null);
    },
    { max: 200 },
  );
}

/** jsonb has no place for a null character. A text that has one is worth keeping all the same. */
function storable(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value;
}

export interface KeptEvent extends NewCarrierEvent {
  id: string;
  attempts: number;
}

/**
 * The oldest ones in the order they came (a cast of the id to text would sort the tenth before the ninth), locked until the
 * transaction ends; other nodes take others.
 */
export async function takeEvents(tx: Tx, limit: number): Promise<KeptEvent[]> {
  const { rows } = await sql<KeptEvent>`
    select id, carrier, account_id as "accountId", message_id as "messageId", payload as event, attempts,
           received_at as "receivedAt"
      from carrier_events where retry_at <= now() order by id limit ${limit} for update skip locked`.execute(
    tx,
  );
  return rows;
}

export async function removeEvents(tx: Tx, ids: string[]): Promise<void> {
  await sql`delete from carrier_events where id = any(${ids}::bigint[])`.execute(tx);
}

/** Puts one aside that can't be worked in now; after many tries it stays for people to look at. */
export async function postponeEvent(db: Db, id: string, error: string): Promise<void> {
  await sql`
    update carrier_events
       set attempts = attempts + 1, last_error = ${error}, failed_at = now(),
           retry_at = case when attempts < 20 then now() + least(300, power(2, attempts)) * interval '1 second' else 'infinity' end
     where id = ${id}::bigint`.execute(db);
}
