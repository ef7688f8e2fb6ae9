import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import type { ConnectionKey } from './connections-store.ts';

/** A connection that ended and left something at the vendor. */
export interface DepartureRow extends ConnectionKey {
  sealedAccess: string;
  sealedWebhookKeys: string | null;
  eventPosition: string | null;
  departedAt: Date;
}

/** False: it leaves nothing there. */
export async function keepDeparture(
  tx: Tx,
  { accountId, atsType }: Omit<ConnectionKey, 'generation'>,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into ats_departures
           (account_id, generation, ats_type, connected_by, sealed_access, sealed_webhook_keys, event_position, departed_at)
    select account_id, generation, ats_type, connected_by, sealed_access, sealed_webhook_keys, event_position,
           ${at}::timestamptz
      from ats_connections
     where account_id = ${accountId} and ats_type = ${atsType}
       and (webhook_state = 'automatic' or event_position is not null)
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function findDeparture(
  db: Db,
  { accountId, generation }: Pick<ConnectionKey, 'accountId' | 'generation'>,
): Promise<DepartureRow | undefined> {
  return db
    .selectFrom('ats_departures')
    .select([
      'account_id as accountId',
      'ats_type as atsType',
      'generation',
      'sealed_access as sealedAccess',
      'sealed_webhook_keys as sealedWebhookKeys',
      'event_position as eventPosition',
      'departed_at as departedAt',
    ])
    .where('account_id', '=', accountId)
    .where('generation', '=', generation)
    .executeTakeFirst();
}

export function listDepartures(db: Db, accountId: string): Promise<ConnectionKey[]> {
  return db
    .selectFrom('ats_departures')
    .select(['account_id as accountId', 'ats_type as atsType', 'generation'])
    .where('account_id', '=', accountId)
    .execute();
}

export async function changeDeparture(
  db: Db,
  { accountId, generation }: ConnectionKey,
  sealedAccess: string,
): Promise<void> {
  await db
    .updateTable('ats_departures')
    .set({ sealed_access: sealedAccess })
    .where('account_id', '=', accountId)
    .where('generation', '=', generation)
    .execute();
}

export async function deleteDeparture(
  db: Db,
  { accountId, generation }: Pick<ConnectionKey, 'accountId' | 'generation'>,
): Promise<void> {
  await db
    .deleteFrom('ats_departures')
    .where('account_id', '=', accountId)
    .where('generation', '=', generation)
    .execute();
}
