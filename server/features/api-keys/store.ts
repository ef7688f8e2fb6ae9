import { sql } from 'kysely';
import type { Scope } from '../../../contract/scopes.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { lockNamed } from '../../db/lock-named.ts';
import type { Cursor } from '../../http/page.ts';

export interface KeyRow {
  id: string;
  name: string;
  mode: 'live' | 'test';
  scopes: Scope[];
  addresses: string[];
  version: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  rotatedUntil: Date | null;
  ownerId: string;
  ownerFirstName: string;
  ownerLastName: string;
  ownerIsService: boolean;
}

function selectKeys(db: Db, accountId: string) {
  return (
    db
      .selectFrom('api_keys as k')
      .innerJoin('users as u', (join) =>
        join.onRef('u.account_id', '=', 'k.account_id').onRef('u.id', '=', 'k.user_id'),
      )
      .select([
        'k.id',
        'k.name',
        'k.mode',
        'k.scopes',
        'k.addresses',
        'k.version',
        'k.created_at as createdAt',
        'k.expires_at as expiresAt',
        'k.last_used_at as lastUsedAt',
        'k.rotated_until as rotatedUntil',
        'k.user_id as ownerId',
        'u.first_name as ownerFirstName',
        'u.last_name as ownerLastName',
        'u.is_service as ownerIsService',
      ])
      .where('k.account_id', '=', accountId)
      // Those of connected apps have a list of their own.
      .where('k.app_id', 'is', null)
  );
}

export function listKeys(
  db: Db,
  accountId: string,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<KeyRow[]> {
  return selectKeys(db, accountId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(k.created_at, k.id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid)`),
    )
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export function findKey(db: Db, accountId: string, id: string): Promise<KeyRow | undefined> {
  return selectKeys(db, accountId).where('k.id', '=', id).executeTakeFirst();
}

/** How many there are; no one else adds one until the transaction ends. */
export async function countKeys(tx: Tx, accountId: string): Promise<number> {
  await lockNamed(tx, `api keys ${accountId}`);
  const { count } = await tx
    .selectFrom('api_keys')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('app_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface NewKey {
  id: string;
  userId: string;
  mode: KeyRow['mode'];
  name: string;
  scopes: Scope[];
  addresses: string[];
  version: string;
  secretHash: string;
  expiresAt: Date | null;
  at: Date;
}

export async function insertKey(tx: Tx, accountId: string, key: NewKey): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      account_id: accountId,
      id: key.id,
      user_id: key.userId,
      name: key.name,
      mode: key.mode,
      scopes: key.scopes,
      addresses: key.addresses,
      version: key.version,
      secret_hash: key.secretHash,
      created_at: key.at,
      expires_at: key.expiresAt,
    })
    .execute();
}

/** The secret before it stays good until then, and the one before that no longer. */
export async function rotateSecret(
  tx: Tx,
  accountId: string,
  id: string,
  { secretHash, until }: { secretHash: string; until: Date },
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set((row) => ({
      old_secret_hash: row.ref('secret_hash'),
      rotated_until: until,
      secret_hash: secretHash,
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteKey(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Someone who comes back later gets no old keys with it. */
export async function deleteKeysOf(tx: Tx, accountId: string, userId: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('account_id', '=', accountId).where('user_id', '=', userId).execute();
}

/** What was replaced no longer opens anything. */
export async function endOldSecret(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ old_secret_hash: null, rotated_until: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Whose key a secret opens now. One that was replaced and is over opens none: who still has it can't end what replaced it. */
export function findLeaked(db: Db, id: string, { secretHash, now }: { secretHash: string; now: Date }) {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'k.account_id').onRef('u.id', '=', 'k.user_id'),
    )
    .select((row) => [
      'k.account_id as accountId',
      'k.name',
      'u.id as userId',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.is_service as isService',
      row('k.secret_hash', '=', secretHash).$castTo<boolean>().as('isCurrent'),
    ])
    .where('k.id', '=', id)
    .where((row) =>
      row.or([
        row('k.secret_hash', '=', secretHash),
        row.and([row('k.old_secret_hash', '=', secretHash), row('k.rotated_until', '>', now)]),
      ]),
    )
    .executeTakeFirst();
}
