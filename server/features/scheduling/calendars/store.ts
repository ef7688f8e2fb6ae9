import type { CalendarProvider } from '../../../../contract/calendar-connections.ts';
import type { CalendarAccess } from '../../../adapters/calendars/port.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { lockNamed } from '../../../db/lock-named.ts';
import type { DB } from '../../../db/schema.ts';
import type { Deps } from '../../../deps.ts';

export interface CalendarOwner {
  accountId: string;
  userId: string;
}

export interface ConnectionRow extends CalendarOwner {
  id: string;
  provider: CalendarProvider;
  name: string;
  sealedAccess: string;
  state: DB['calendar_connections']['state'];
  errorMessage: string | null;
  connectedAt: Date;
  /** The person's own. */
  timezone: string;
}

const selectOf = (db: Db, accountId: string) =>
  db
    .selectFrom('calendar_connections as c')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'c.account_id').onRef('u.id', '=', 'c.user_id'),
    )
    .select([
      'c.account_id as accountId',
      'c.id',
      'c.user_id as userId',
      'c.provider',
      'c.name',
      'c.sealed_access as sealedAccess',
      'c.state',
      'c.error_message as errorMessage',
      'c.connected_at as connectedAt',
      'u.timezone',
    ])
    .where('c.account_id', '=', accountId);

const select = (db: Db, { accountId, userId }: CalendarOwner) =>
  selectOf(db, accountId).where('c.user_id', '=', userId);

/** Of the person, or of everyone in the account. */
export function listAllConnections(
  db: Db,
  { accountId, userId }: { accountId: string; userId?: string },
): Promise<ConnectionRow[]> {
  return (userId === undefined ? selectOf(db, accountId) : select(db, { accountId, userId })).execute();
}

/** Oldest first. */
export function listConnections(db: Db, person: CalendarOwner): Promise<ConnectionRow[]> {
  return select(db, person).orderBy('c.connected_at').orderBy('c.id').execute();
}

export function findConnection(
  db: Db,
  person: CalendarOwner,
  id: string,
): Promise<ConnectionRow | undefined> {
  return select(db, person).where('c.id', '=', id).executeTakeFirst();
}

/** No one else changes the person's connections until the transaction ends. */
export async function lockConnections(tx: Tx, { accountId, userId }: CalendarOwner): Promise<void> {
  const name = `calendar connections ${accountId} ${userId}`;
  await lockNamed(tx, name);
}

interface NewConnection extends CalendarOwner {
  id: string;
  provider: CalendarProvider;
  /** The same when the same calendar is connected again. */
  identity: string;
  name: string;
  sealedAccess: string;
  at: Date;
}

/** Returns the ID of the connection: an existing one keeps its own. */
export async function putConnection(tx: Db, connection: NewConnection): Promise<string> {
  const values = {
    name: connection.name,
    sealed_access: connection.sealedAccess,
    state: 'active' as const,
    error_message: null,
  };
  const { id } = await tx
    .insertInto('calendar_connections')
    .values({
      account_id: connection.accountId,
      id: connection.id,
      user_id: connection.userId,
      provider: connection.provider,
      identity: connection.identity,
      connected_at: connection.at,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id', 'provider', 'identity']).doUpdateSet(values),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Nothing, if it has other access by now. */
export async function changeConnection(
  db: Db,
  { accountId, id, sealedAccess }: Pick<ConnectionRow, 'accountId' | 'id' | 'sealedAccess'>,
  change: { sealed_access: string } | { state?: 'refused'; error_message: string | null },
): Promise<void> {
  await db
    .updateTable('calendar_connections')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('sealed_access', '=', sealedAccess)
    .execute();
}

export async function deleteConnection(tx: Tx, { accountId, id }: ConnectionRow): Promise<void> {
  await tx
    .deleteFrom('calendar_connections')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export function openAccess(sealer: Deps['sealer'], sealed: string): CalendarAccess {
  const access = JSON.parse(sealer.open(sealed)) as CalendarAccess;
  const { tokens } = access;
  return { ...access, tokens: tokens && { ...tokens, expiresAt: new Date(tokens.expiresAt) } };
}

export const sealAccess = (sealer: Deps['sealer'], access: CalendarAccess) =>
  sealer.seal(JSON.stringify(access));
