import { sql } from 'kysely';
import type { AtsErrorCode, AtsType, NotesMode } from '../../../contract/ats.ts';
import type { AtsAccess, WebhookKeys } from '../../adapters/ats/port.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';

/** Which connection, and which of those that have existed. */
export interface ConnectionKey {
  accountId: string;
  atsType: AtsType;
  generation: string;
}

export interface ConnectionRow extends ConnectionKey {
  connectedBy: 'key' | 'oauth';
  atsAccountId: string;
  sealedAccess: string;
  enabled: boolean;
  notesMode: NotesMode;
  hiringManagerNotesMode: NotesMode | null;
  webhookState: DB['ats_connections']['webhook_state'];
  sealedWebhookKeys: string | null;
  eventPosition: string | null;
  syncState: DB['ats_connections']['sync_state'];
  syncCheckpoint: Record<string, unknown> | null;
  syncedFrom: Date | null;
  lastSyncAt: Date | null;
  nextSyncAt: Date;
  errorCode: AtsErrorCode | null;
  errorMessage: string | null;
  readAllFrom: Date | null;
  reminderUserId: string | null;
  connectedAt: Date;
}

const select = (db: Db, accountId: string) =>
  db
    .selectFrom('ats_connections')
    .select([
      'account_id as accountId',
      'ats_type as atsType',
      'generation',
      'connected_by as connectedBy',
      'ats_account_id as atsAccountId',
      'sealed_access as sealedAccess',
      'enabled',
      'notes_mode as notesMode',
      'hiring_manager_notes_mode as hiringManagerNotesMode',
      'webhook_state as webhookState',
      'sealed_webhook_keys as sealedWebhookKeys',
      'event_position as eventPosition',
      'sync_state as syncState',
      'sync_checkpoint as syncCheckpoint',
      'synced_from as syncedFrom',
      'last_sync_at as lastSyncAt',
      'next_sync_at as nextSyncAt',
      'error_code as errorCode',
      'error_message as errorMessage',
      'read_all_from as readAllFrom',
      'reminder_user_id as reminderUserId',
      'connected_at as connectedAt',
    ])
    .where('account_id', '=', accountId);

export function listConnections(db: Db, accountId: string): Promise<ConnectionRow[]> {
  return select(db, accountId).orderBy('connected_at').orderBy('ats_type').execute();
}

export function findConnection(
  db: Db,
  accountId: string,
  atsType: AtsType,
): Promise<ConnectionRow | undefined> {
  return select(db, accountId).where('ats_type', '=', atsType).executeTakeFirst();
}

/** Held until the transaction ends: work on one system is done one piece after the other. */
export function lockConnection(
  tx: Tx,
  accountId: string,
  atsType: AtsType,
): Promise<ConnectionRow | undefined> {
  return select(tx, accountId).where('ats_type', '=', atsType).forNoKeyUpdate().executeTakeFirst();
}

/** The same, as long as it's still that connection and isn't paused. */
export async function lockRunning(tx: Tx, key: ConnectionKey): Promise<ConnectionRow | null> {
  const row = await lockConnection(tx, key.accountId, key.atsType);
  return row?.generation === key.generation && row.enabled ? row : null;
}

export async function nextGeneration(tx: Tx): Promise<string> {
  const { rows } = await sql<{ generation: string }>`
    select nextval('ats_generations') as generation`.execute(tx);
  const generation = rows[0]?.generation;
  if (generation === undefined) throw new Error('The sequence gave no number');
  return generation;
}

export interface NewConnection extends ConnectionKey {
  connectedBy: 'key' | 'oauth';
  atsAccountId: string;
  sealedAccess: string;
  enabled: boolean;
  notesMode: NotesMode;
  hiringManagerNotesMode: NotesMode | null;
  webhookState: DB['ats_connections']['webhook_state'];
  sealedWebhookKeys: string | null;
  at: Date;
}

/** Replaces an existing one, and nothing of it stays. */
export async function putConnection(tx: Tx, connection: NewConnection): Promise<void> {
  const values = {
    generation: connection.generation,
    connected_by: connection.connectedBy,
    ats_account_id: connection.atsAccountId,
    sealed_access: connection.sealedAccess,
    enabled: connection.enabled,
    notes_mode: connection.notesMode,
    hiring_manager_notes_mode: connection.hiringManagerNotesMode,
    webhook_state: connection.webhookState,
    sealed_webhook_keys: connection.sealedWebhookKeys,
    event_position: null,
    sync_state: connection.enabled ? ('running' as const) : ('idle' as const),
    sync_checkpoint: null,
    synced_from: null,
    last_sync_at: null,
    next_sync_at: connection.at,
    error_code: null,
    error_message: null,
    connected_at: connection.at,
  };
  await tx
    .insertInto('ats_connections')
    .values({ account_id: connection.accountId, ats_type: connection.atsType, ...values })
    // The same company with another key is still connected since then, and its texts are noted from there.
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'ats_type'])
        .doUpdateSet((eb) => ({ ...values, connected_at: eb.ref('ats_connections.connected_at') })),
    )
    .execute();
}

export type ConnectionChange = Partial<
  Pick<
    ConnectionRow,
    | 'enabled'
    | 'notesMode'
    | 'hiringManagerNotesMode'
    | 'sealedAccess'
    | 'webhookState'
    | 'sealedWebhookKeys'
    | 'eventPosition'
    | 'syncState'
    | 'syncedFrom'
    | 'lastSyncAt'
    | 'nextSyncAt'
    | 'errorCode'
    | 'errorMessage'
    | 'readAllFrom'
    | 'reminderUserId'
  > & { syncCheckpoint: object | null }
>;

/** Nothing, if it's another one by now. */
export async function changeConnection(
  db: Db,
  { accountId, atsType, generation }: ConnectionKey,
  change: ConnectionChange,
): Promise<boolean> {
  const { syncCheckpoint } = change;
  const columns = {
    enabled: change.enabled,
    notes_mode: change.notesMode,
    hiring_manager_notes_mode: change.hiringManagerNotesMode,
    sealed_access: change.sealedAccess,
    webhook_state: change.webhookState,
    sealed_webhook_keys: change.sealedWebhookKeys,
    event_position: change.eventPosition,
    sync_state: change.syncState,
    sync_checkpoint: syncCheckpoint ? JSON.stringify(syncCheckpoint) : syncCheckpoint,
    synced_from: change.syncedFrom,
    last_sync_at: change.lastSyncAt,
    next_sync_at: change.nextSyncAt,
    error_code: change.errorCode,
    error_message: change.errorMessage,
    read_all_from: change.readAllFrom,
    reminder_user_id: change.reminderUserId,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return true;
  const { numUpdatedRows } = await db
    .updateTable('ats_connections')
    .set(given)
    .where('account_id', '=', accountId)
    .where('ats_type', '=', atsType)
    .where('generation', '=', generation)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteConnection(tx: Tx, accountId: string, atsType: AtsType): Promise<void> {
  await tx
    .deleteFrom('ats_connections')
    .where('account_id', '=', accountId)
    .where('ats_type', '=', atsType)
    .execute();
}

const DUE_AT_MOST = 500;

/** Those that no one has to fix first. */
export async function listDueConnections(db: Db, now: Date): Promise<ConnectionKey[]> {
  const { rows } = await sql<ConnectionKey>`
    select account_id as "accountId", ats_type as "atsType", generation from ats_connections
     where enabled and next_sync_at <= ${now}
     order by next_sync_at limit ${DUE_AT_MOST}`.execute(db);
  return rows;
}

export function openAccess(sealer: Deps['sealer'], sealed: string): AtsAccess {
  const access = JSON.parse(sealer.open(sealed)) as AtsAccess;
  const { tokens } = access;
  if (tokens === null) return access;
  return {
    ...access,
    tokens: { ...tokens, expiresAt: tokens.expiresAt === null ? null : new Date(tokens.expiresAt) },
  };
}

/** The client is the server's own, and isn't stored. */
export function sealAccess(sealer: Deps['sealer'], access: AtsAccess): string {
  return sealer.seal(JSON.stringify({ ...access, client: null }));
}

export function openWebhookKeys(sealer: Deps['sealer'], sealed: string): WebhookKeys {
  return JSON.parse(sealer.open(sealed)) as WebhookKeys;
}

export function sealWebhookKeys(sealer: Deps['sealer'], keys: WebhookKeys): string {
  return sealer.seal(JSON.stringify(keys));
}
