import { sql } from 'kysely';
import type { Scope } from '../../../contract/scopes.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { lockNamed } from '../../db/lock-named.ts';
import { sweepRows } from '../../db/sweep.ts';
import type { Cursor } from '../../http/page.ts';

export interface AppRow {
  accountId: string;
  id: string;
  name: string;
  redirectUris: string[];
  forEveryone: boolean;
  createdAt: Date;
}

const APP = [
  'account_id as accountId',
  'id',
  'name',
  'redirect_uris as redirectUris',
  'for_everyone as forEveryone',
  'created_at as createdAt',
] as const;

/** By the ID that apps name themselves by. Who may connect it, the caller checks. */
export async function findApp(db: Db, id: string): Promise<AppRow | undefined> {
  return db.selectFrom('oauth_apps').select(APP).where('id', '=', id).executeTakeFirst();
}

export function listApps(
  db: Db,
  accountId: string,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<AppRow[]> {
  return db
    .selectFrom('oauth_apps')
    .select(APP)
    .where('account_id', '=', accountId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** No one else adds or connects one until the transaction ends. */
async function lockApps(tx: Tx, accountId: string): Promise<void> {
  await lockNamed(tx, `apps ${accountId}`);
}

export async function countApps(tx: Tx, accountId: string): Promise<number> {
  await lockApps(tx, accountId);
  const { count } = await tx
    .selectFrom('oauth_apps')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertApp(tx: Tx, app: AppRow): Promise<void> {
  await tx
    .insertInto('oauth_apps')
    .values({
      account_id: app.accountId,
      id: app.id,
      name: app.name,
      redirect_uris: app.redirectUris,
      for_everyone: app.forEveryone,
      created_at: app.createdAt,
    })
    .execute();
}

export function removeApp(tx: Tx, accountId: string, id: string): Promise<{ name: string } | undefined> {
  return tx
    .deleteFrom('oauth_apps')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}

export interface ConnectionRow {
  accountId: string;
  id: string;
  name: string;
  appId: string | null;
  scopes: Scope[];
  resource: 'api' | 'mcp' | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  ownerId: string;
  ownerFirstName: string;
  ownerLastName: string;
}

/** What is past its end has no token that works, and is swept. */
function selectConnections(db: Db, now: Date) {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'k.account_id').onRef('u.id', '=', 'k.user_id'),
    )
    .select([
      'k.account_id as accountId',
      'k.id',
      'k.name',
      'k.app_id as appId',
      'k.scopes',
      'k.resource',
      'k.created_at as createdAt',
      'k.expires_at as expiresAt',
      'k.last_used_at as lastUsedAt',
      'k.user_id as ownerId',
      'u.first_name as ownerFirstName',
      'u.last_name as ownerLastName',
    ])
    .where('k.app_id', 'is not', null)
    .where('k.expires_at', '>', now);
}

export function listConnections(
  db: Db,
  accountId: string,
  { after, limit, now }: { after: Cursor | null; limit: number; now: Date },
): Promise<ConnectionRow[]> {
  return selectConnections(db, now)
    .where('k.account_id', '=', accountId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(k.created_at, k.id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid)`),
    )
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Only while its owner could use it. */
export function findConnection(db: Db, id: string, now: Date): Promise<ConnectionRow | undefined> {
  return selectConnections(db, now)
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .where('k.id', '=', id)
    .where('u.deactivated_at', 'is', null)
    .where('u.deletes_at', 'is', null)
    .where('a.deletes_at', 'is', null)
    .executeTakeFirst();
}

export async function countConnections(tx: Tx, accountId: string): Promise<number> {
  await lockApps(tx, accountId);
  const { count } = await tx
    .selectFrom('api_keys')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('app_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertConnection(
  tx: Tx,
  who: { accountId: string; userId: string },
  connection: {
    id: string;
    app: Pick<AppRow, 'accountId' | 'id' | 'name'>;
    scopes: Scope[];
    resource: 'api' | 'mcp';
    version: string;
    at: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      account_id: who.accountId,
      id: connection.id,
      user_id: who.userId,
      name: connection.app.name,
      mode: 'live',
      scopes: connection.scopes,
      version: connection.version,
      created_at: connection.at,
      expires_at: connection.expiresAt,
      app_account_id: connection.app.accountId,
      app_id: connection.app.id,
      resource: connection.resource,
    })
    .execute();
}

/** With its codes and tokens. */
export function removeConnection(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ name: string; userId: string } | undefined> {
  return tx
    .deleteFrom('api_keys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('app_id', 'is not', null)
    .returning(['name', 'user_id as userId'])
    .executeTakeFirst();
}

/** With an app that hasn't come back in time, its connection goes. */
export async function sweepOauth(db: Db): Promise<void> {
  await sweepRows(db, 'oauth_records', { time: sql`expires_at`, before: sql`now()` });
  await sweepRows(db, 'api_keys', {
    time: sql`case when app_id is not null then expires_at end`,
    before: sql`now()`,
  });
}
