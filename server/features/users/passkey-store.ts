import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

interface Owner {
  accountId: string;
  userId: string;
}

export async function hasPasskeys(db: Db, owner: Owner): Promise<boolean> {
  const { rows } = await sql`
    select 1 from passkeys where account_id = ${owner.accountId} and user_id = ${owner.userId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export interface PasskeyRow {
  id: string;
  credentialId: string;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Oldest first. */
export function listPasskeys(db: Db, owner: Owner): Promise<PasskeyRow[]> {
  return ofOwner(db, owner).orderBy('created_at').orderBy('id').execute();
}

export function findPasskey(db: Db, owner: Owner, id: string): Promise<PasskeyRow | undefined> {
  return ofOwner(db, owner).where('id', '=', id).executeTakeFirst();
}

function ofOwner(db: Db, owner: Owner) {
  return db
    .selectFrom('passkeys')
    .select([
      'id',
      'credential_id as credentialId',
      'transports',
      'name',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId);
}

interface NewPasskey {
  id: string;
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
}

export async function insertPasskey(db: Db, owner: Owner, passkey: NewPasskey): Promise<void> {
  await db
    .insertInto('passkeys')
    .values({
      account_id: owner.accountId,
      id: passkey.id,
      user_id: owner.userId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      created_at: passkey.createdAt,
    })
    .execute();
  await db
    .insertInto('passkey_logins')
    .values({
      credential_id: passkey.credentialId,
      account_id: owner.accountId,
      passkey_id: passkey.id,
    })
    .execute();
}

export async function setPasskeyName(db: Db, owner: Owner, id: string, name: string): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ name })
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .execute();
}

/** With its line in the directory. True for one caller only. */
export async function deletePasskey(db: Db, owner: Owner, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('passkeys')
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export interface KnownPasskey extends Owner {
  id: string;
  publicKey: Buffer;
  counter: number;
}

/** Whose passkey it is; undefined when it is unknown, or was removed. */
export async function findByCredential(db: Db, credentialId: string): Promise<KnownPasskey | undefined> {
  const found = await db
    .selectFrom('passkey_logins as login')
    .innerJoin('passkeys as passkey', (join) =>
      join.onRef('passkey.account_id', '=', 'login.account_id').onRef('passkey.id', '=', 'login.passkey_id'),
    )
    .select([
      'passkey.account_id as accountId',
      'passkey.user_id as userId',
      'passkey.id',
      'passkey.public_key as publicKey',
      'passkey.counter',
    ])
    .where('login.credential_id', '=', credentialId)
    .executeTakeFirst();
  return found && { ...found, counter: Number(found.counter) };
}

/** False if its count has moved on, or it no longer exists. Those that don't count stay at zero. */
export async function recordUse(
  db: Db,
  passkey: KnownPasskey,
  use: { counter: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${use.counter}, last_used_at = ${use.at}
     where account_id = ${passkey.accountId} and user_id = ${passkey.userId} and id = ${passkey.id}
       and (counter < ${use.counter} or (counter = 0 and ${use.counter} = 0))
    returning 1`.execute(db);
  return rows.length > 0;
}
