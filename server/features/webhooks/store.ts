import { sql } from 'kysely';
import type { WebhookDelivery } from '../../../contract/webhooks.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { DailyTable } from '../../db/days.ts';
import { lockNamed } from '../../db/lock-named.ts';
import { recordset } from '../../db/recordset.ts';
import type { Cursor } from '../../http/page.ts';
import { EVENTS } from '../events/event-ids.ts';
import type { Answered } from './rules.ts';

/** An endpoint that has something to send, and how to. */
export interface Sending {
  accountId: string;
  endpointId: string;
}

export interface DueDelivery extends Sending {
  id: string;
  eventId: string;
  tries: number;
  sentAgain: number;
  url: string;
  includeBodies: boolean;
  sealedSecret: string;
  sealedOldSecret: string | null;
  rotatedUntil: Date | null;
  failingSince: Date | null;
  warnedAt: Date | null;
}

/** Of retries at once, so that they leave room for what is new. */
const MOST_RETRIES = 3;

/** Active endpoints with something due. Each is a look at an index. */
export async function findSending(db: Db, now: Date, except: string[]): Promise<Sending[]> {
  const { rows } = await sql<Sending>`
    select e.account_id as "accountId", e.id as "endpointId" from webhook_endpoints e
     where e.status = 'active' and e.id <> all(${except}::uuid[])
       and exists (
         select from webhook_deliveries d
          where d.account_id = e.account_id and d.endpoint_id = e.id and d.status = 'waiting'
            and d.next_attempt_at <= ${now})`.execute(db);
  return rows;
}

interface Asked extends Sending {
  /** Under way. */
  except: string[];
  room: number;
}

/** What each endpoint sends next: retries that are due, then first attempts in the order of events. */
export async function findDue(db: Db, asked: Asked[], now: Date): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select e.account_id as "accountId", e.id as "endpointId", d.id, d.event_id as "eventId", d.tries,
           d.sent_again as "sentAgain", e.url,
           e.include_bodies as "includeBodies", e.sealed_secret as "sealedSecret", e.sealed_old_secret as "sealedOldSecret",
           e.rotated_until as "rotatedUntil", e.failing_since as "failingSince", e.warned_at as "warnedAt"
      from ${recordset('asked', asked, { uuid: ['accountId', 'endpointId'], jsonb: ['except'], int: ['room'] })}
      join webhook_endpoints e on e.account_id = asked.account_id and e.id = asked.endpoint_id and e.status = 'active'
     cross join lateral (
       select * from (
         (select w.* from webhook_deliveries w
           where w.account_id = e.account_id and w.endpoint_id = e.id and w.status = 'waiting'
             and w.next_attempt_at > '-infinity' and w.next_attempt_at <= ${now} and not asked.except ? w.id::text
           order by w.next_attempt_at, w.event_id limit ${sql.lit(MOST_RETRIES)})
         union all
         (select w.* from webhook_deliveries w
           where w.account_id = e.account_id and w.endpoint_id = e.id and w.status = 'waiting'
             and w.next_attempt_at = '-infinity' and not asked.except ? w.id::text
           order by w.event_id limit asked.room)) as next
       limit asked.room) as d
     order by d.next_attempt_at = '-infinity', d.event_id`.execute(db);
  return rows;
}

export interface Outcome extends Sending {
  eventId: string;
  sentAgain: number;
  status: 'waiting' | 'delivered' | 'failed';
  nextAttemptAt: Date | null;
  attempt: { at: string; status: Answered; ms: number; response: string | null };
}

/** Attempts of a delivery that are kept: those of two rounds. */
const MOST_ATTEMPTS = 20;

/** What came of attempts, of several endpoints in one statement. What was sent again meanwhile still waits for its own. */
export async function keepOutcomes(db: Db, outcomes: Outcome[]): Promise<void> {
  const isLatest = sql`d.sent_again = o.sent_again`;
  await sql`
    update webhook_deliveries d
       set status = case when ${isLatest} then o.status else d.status end,
           tries = case when ${isLatest} then d.tries + 1 else d.tries end,
           next_attempt_at = case when ${isLatest} then coalesce(o.next_attempt_at, d.next_attempt_at) else d.next_attempt_at end,
           attempts = (case when jsonb_array_length(d.attempts) >= ${MOST_ATTEMPTS} then d.attempts - 0 else d.attempts end) || o.attempt
      from ${recordset('o', outcomes, { uuid: ['accountId', 'endpointId', 'eventId'], int: ['sentAgain'], text: ['status'], timestamptz: ['nextAttemptAt'], jsonb: ['attempt'] })}
     where d.account_id = o.account_id and d.endpoint_id = o.endpoint_id and d.event_id = o.event_id`.execute(
    db,
  );
}

/** An attempt has succeeded. Written only where one had failed. */
export async function clearFailing(db: Db, endpoints: Sending[]): Promise<void> {
  if (endpoints.length === 0) return;
  await sql`
    update webhook_endpoints e set failing_since = null, warned_at = null
      from (select distinct account_id, endpoint_id from ${recordset('o', endpoints, { uuid: ['accountId', 'endpointId'] })}) as o
     where e.account_id = o.account_id and e.id = o.endpoint_id and e.failing_since is not null`.execute(db);
}

/** Events of one statement. */
const REPLAYED = 1000;

/** The next part of what is to be sent again. Whether there may be more. */
export async function replaySome(db: Db): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    with replaying as (
      select * from webhook_endpoints where replay_after is not null and status = 'active' limit 1 for update skip locked
    ), part as (
      select e.id, e.type, e.created_at from replaying r
       cross join lateral (
         select * from events
          where account_id = r.account_id and id > r.replay_after and id <= r.replay_until and type <> 'endpoint.test'
            and data->>'ownerId' is null and (r.types = '{*}' or type = any(r.types))
          order by id limit ${sql.lit(REPLAYED)}) as e
    ), queued as (
      insert into webhook_deliveries as d (account_id, endpoint_id, event_id, type)
      select r.account_id, r.id, part.id, part.type from replaying r cross join part
          on conflict (account_id, endpoint_id, event_id) do update
         set status = 'waiting', tries = 0, next_attempt_at = '-infinity', sent_again = d.sent_again + 1
    )
    update webhook_endpoints e
       set replay_after = case when (select count(*) from part) = ${sql.lit(REPLAYED)}
                               then (select id from part order by id desc limit 1) end
      from replaying r where e.account_id = r.account_id and e.id = r.id
    returning e.replay_after is null as done`.execute(db);
  return rows.length > 0;
}

export interface EndpointRow {
  id: string;
  url: string;
  types: string[];
  description: string | null;
  includeBodies: boolean;
  status: 'active' | 'disabled';
  disabledReason: 'gone' | 'failing' | 'person' | null;
  failingSince: Date | null;
  createdAt: Date;
}

const ENDPOINT = [
  'id',
  'url',
  'types',
  'description',
  'include_bodies as includeBodies',
  'status',
  'disabled_reason as disabledReason',
  'failing_since as failingSince',
  'created_at as createdAt',
] as const;

export function listEndpoints(
  db: Db,
  accountId: string,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT)
    .where('account_id', '=', accountId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export function findEndpoint(db: Db, accountId: string, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** How many there are; no one else adds one until the transaction ends. */
export async function countEndpoints(tx: Tx, accountId: string): Promise<number> {
  await lockNamed(tx, `webhook endpoints ${accountId}`);
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface NewEndpoint {
  id: string;
  url: string;
  types: string[];
  description: string | null;
  includeBodies: boolean;
  sealedSecret: string;
  at: Date;
}

export async function insertEndpoint(tx: Tx, accountId: string, endpoint: NewEndpoint): Promise<void> {
  await tx
    .insertInto('webhook_endpoints')
    .values({
      account_id: accountId,
      id: endpoint.id,
      url: endpoint.url,
      types: endpoint.types,
      description: endpoint.description,
      include_bodies: endpoint.includeBodies,
      sealed_secret: endpoint.sealedSecret,
      created_at: endpoint.at,
    })
    .execute();
}

export type EndpointChange = {
  [Field in 'url' | 'types' | 'description' | 'includeBodies' | 'status']?: EndpointRow[Field] | undefined;
};

/** One that is turned on begins as if nothing had failed. */
export async function changeEndpoint(
  tx: Tx,
  accountId: string,
  id: string,
  { url, types, description, includeBodies, status }: EndpointChange,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({
      id,
      ...(url === undefined ? {} : { url }),
      ...(types === undefined ? {} : { types }),
      ...(description === undefined ? {} : { description }),
      ...(includeBodies === undefined ? {} : { include_bodies: includeBodies }),
      ...(status === 'active' && { status, disabled_reason: null, failing_since: null, warned_at: null }),
      ...(status === 'disabled' && { status, disabled_reason: 'person' as const }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteEndpoint(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** The secret before it signs too, until then; the one before that no longer. */
export async function replaceSecret(
  tx: Tx,
  accountId: string,
  id: string,
  { sealed, until }: { sealed: string; until: Date },
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set((row) => ({
      sealed_old_secret: row.ref('sealed_secret'),
      rotated_until: until,
      sealed_secret: sealed,
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function startReplay(
  tx: Tx,
  accountId: string,
  id: string,
  { after, until }: { after: string; until: string },
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ replay_after: after, replay_until: until })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export function markFailing(
  tx: Tx,
  { accountId, endpointId, at, isWarning }: Sending & { at: Date; isWarning: boolean },
): Promise<EndpointRow | undefined> {
  return (
    tx
      .updateTable('webhook_endpoints')
      .set((row) => ({
        failing_since: row.fn.coalesce('failing_since', sql<Date>`${at}::timestamptz`),
        ...(isWarning && { warned_at: at }),
      }))
      .where('account_id', '=', accountId)
      .where('id', '=', endpointId)
      // Of several that fail at once, one warns.
      .$if(isWarning, (query) => query.where('warned_at', 'is', null))
      .returning(ENDPOINT)
      .executeTakeFirst()
  );
}

/** Undefined: it was disabled before. */
export function disableFailing(
  tx: Tx,
  { accountId, endpointId, reason }: Sending & { reason: 'gone' | 'failing' },
): Promise<EndpointRow | undefined> {
  return tx
    .updateTable('webhook_endpoints')
    .set({ status: 'disabled', disabled_reason: reason })
    .where('account_id', '=', accountId)
    .where('id', '=', endpointId)
    .where('status', '=', 'active')
    .returning(ENDPOINT)
    .executeTakeFirst();
}

export interface DeliveryRow {
  id: string;
  endpointId: string;
  eventId: string;
  type: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: WebhookDelivery['attempts'];
  /** Null: at once. */
  nextAttemptAt: Date | null;
  createdAt: Date;
}

const DELIVERY = sql`
  id, endpoint_id as "endpointId", event_id as "eventId", type, status, attempts,
  nullif(next_attempt_at, '-infinity') as "nextAttemptAt", created_at as "createdAt"`;

export async function listDeliveries(
  db: Db,
  { accountId, endpointId }: Sending,
  {
    before,
    limit,
    status,
  }: { before: string | null; limit: number; status: DeliveryRow['status'] | undefined },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${DELIVERY} from webhook_deliveries
     where account_id = ${accountId} and endpoint_id = ${endpointId}
       and ${before === null ? sql`true` : sql`event_id < ${before}::uuid`}
       and ${status === undefined ? sql`true` : sql`status = ${sql.lit(status)}`}
     order by event_id desc limit ${sql.lit(limit + 1)}`.execute(db);
  return rows;
}

/** The endpoint that it's for; undefined: there is none. What waits for its first attempt stays behind earlier events. */
export async function resendDelivery(
  tx: Tx,
  accountId: string,
  { id, at }: { id: string; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ endpointId: string }>`
    update webhook_deliveries
       set status = 'waiting', tries = 0, sent_again = sent_again + 1,
           next_attempt_at = case when status = 'waiting' and next_attempt_at = '-infinity' then next_attempt_at else ${at} end
     where account_id = ${accountId} and id = ${id}
    returning endpoint_id as "endpointId"`.execute(tx);
  return rows[0]?.endpointId;
}

/** As long as events are in the log, and in days of theirs. */
export const DELIVERIES: DailyTable = { ...EVENTS, table: 'webhook_deliveries' };
