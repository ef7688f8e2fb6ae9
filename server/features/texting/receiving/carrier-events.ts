import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CarrierEvent } from '../../../adapters/carrier/port.ts';
import { raiseAfterCommit } from '../../../db/after-commit.ts';
import { batched } from '../../../db/batch.ts';
import type { Connection, Db, Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import { asksBefore } from './asked.ts';

interface NewCarrierEvent {
  carrier: string;
  /** From the address that the carrier called: the message that a receipt is for. Null for inbound texts. */
  accountId: string | null;
  messageId: string | null;
  event: CarrierEvent;
  receivedAt: Date;
}

const INSERT = `
  insert into carrier_events (carrier, account_id, message_id, payload, received_at, asks)
  select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::jsonb[], $5::timestamptz[], $6::text[])`;

/**
 * Durable when it resolves: only then do we acknowledge it to the carrier. An opt-out is in force from that moment on. Webhooks
 * that come together share a commit.
 */
export function createKeepEvent({
  db,
  pool,
}: Pick<Connection, 'db' | 'pool'>): (event: NewCarrierEvent) => Promise<null> {
  const keep = batched<NewCarrierEvent, null>(
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
          events.map((each) => asksBefore(each.event)),
        ],
      });
      raiseAfterCommit(db, 'carrier_events');
      return events.map(() => null);
    },
    { max: 200 },
  );
  return async (event) => {
    beingKept.set(db, (beingKept.get(db) ?? 0) + 1);
    try {
      return await keep(event);
    } finally {
      beingKept.set(db, (beingKept.get(db) ?? 1) - 1);
    }
  };
}

/** What the sandbox's carrier will report: kept like a webhook, and due later. */
export async function keepLater(
  db: Db,
  reports: { accountId: string | null; messageId: string | null; event: CarrierEvent; afterMs: number }[],
  now: Date,
): Promise<void> {
  const rows = reports.map(({ accountId, messageId, event, afterMs }) => ({
    accountId,
    messageId,
    payload: event,
    receivedAt: new Date(now.getTime() + afterMs),
    afterMs,
  }));
  await sql`
    insert into carrier_events (carrier, account_id, message_id, payload, received_at, retry_at)
    select 'sandbox', account_id, message_id, payload, received_at, now() + after_ms * interval '1 millisecond'
      from ${recordset('t', rows, { uuid: ['accountId', 'messageId'], jsonb: ['payload'], timestamptz: ['receivedAt'], int: ['afterMs'] })}`.execute(
    db,
  );
}

/** How many webhooks of this process wait for their commit. */
const beingKept = new WeakMap<Db, number>();

const YIELD_MS = 50;
const LOOK_AGAIN_MS = 5;

/** Carriers wait for an answer, and their events can wait a little. Not for long, so that they are processed meanwhile. */
export async function yieldToWebhooks(db: Db): Promise<void> {
  const end = performance.now() + YIELD_MS;
  while ((beingKept.get(db) ?? 0) > 0 && performance.now() < end) await wait(LOOK_AGAIN_MS);
}

/** jsonb can't store a null character. A text that has one is worth keeping all the same. */
function storable(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value;
}

export interface KeptEvent extends NewCarrierEvent {
  id: string;
  attempts: number;
}

/** It turned out to mean something else, so it holds its phone no longer. */
export async function forgetAsked(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('carrier_events').set({ asks: null }).where('id', '=', id).execute();
}

/** The first key of the locks on lanes, of which `lane` is the second. */
export const LANE_LOCK = 35;
const LANES_AT_ONCE = 4;

/**
 * The oldest that are due, in the order they came, of a few lanes that are ours until the transaction ends. One holder for each:
 * one sender's texts are processed in order, however many processes share the work.
 */
export async function takeEvents(tx: Tx, limit: number): Promise<KeptEvent[]> {
  const lanes = await takeLanes(tx);
  if (lanes.length === 0) return [];
  // A separate statement, so that it sees what the last holder has left. Within a lane first: one range of the index each.
  const { rows } = await sql<KeptEvent>`
    select due.*
      from unnest(${lanes}::smallint[]) as taken(lane)
      cross join lateral (
        select id, carrier, account_id as "accountId", message_id as "messageId", payload as event, attempts,
               received_at as "receivedAt"
          from carrier_events e
         where e.lane = taken.lane and e.retry_at < 'infinity' and e.retry_at <= now()
         order by e.id limit ${limit}) as due
     order by due.id limit ${limit}`.execute(tx);
  return rows;
}

/** Those that have waited longest, of those that no one else holds. */
async function takeLanes(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ lane: number }>`
    with waiting as materialized (
      select lanes.lane
        from generate_series(0, 15) as lanes(lane)
        cross join lateral (
          select e.id from carrier_events e
           where e.lane = lanes.lane::smallint and e.retry_at < 'infinity' and e.retry_at <= now()
           order by e.id limit 1) as oldest
       order by oldest.id
    )
    -- After the sort, so that no more are locked than are taken.
    select lane from waiting where pg_try_advisory_xact_lock(${LANE_LOCK}, lane) limit ${LANES_AT_ONCE}`.execute(
    tx,
  );
  return rows.map(({ lane }) => lane);
}

/** Waits until no one processes events of this one's lane, and keeps it so until the transaction ends. */
export async function holdLaneOf(tx: Tx, id: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${LANE_LOCK}, lane) from carrier_events where id = ${id}::bigint`.execute(
    tx,
  );
}

export async function removeEvents(tx: Tx, ids: string[]): Promise<void> {
  await sql`delete from carrier_events where id = any(${ids}::bigint[])`.execute(tx);
}

/** Puts one aside that can't be processed now; after many tries it stays for people to look at. */
export async function postponeEvent(db: Db, id: string, error: string): Promise<void> {
  await sql`
    update carrier_events
       set attempts = attempts + 1, last_error = ${error}, failed_at = now(),
           retry_at = case when attempts < 20 then now() + least(300, power(2, attempts)) * interval '1 second' else 'infinity' end
     where id = ${id}::bigint`.execute(db);
}
