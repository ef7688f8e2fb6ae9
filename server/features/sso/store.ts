import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export interface Connection {
  domain: string;
  domainToken: string;
  issuer: string;
  clientId: string;
  sealedClientSecret: string;
}

export function findConnection(db: Db, accountId: string): Promise<Connection | undefined> {
  return db
    .selectFrom('single_sign_on')
    .select([
      'domain',
      'domain_token as domainToken',
      'issuer',
      'client_id as clientId',
      'sealed_client_secret as sealedClientSecret',
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function putConnection(db: Db, accountId: string, connection: Connection): Promise<void> {
  const values = {
    protocol: 'oidc',
    domain: connection.domain,
    domain_token: connection.domainToken,
    issuer: connection.issuer,
    client_id: connection.clientId,
    sealed_client_secret: connection.sealedClientSecret,
  };
  await db
    .insertInto('single_sign_on')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

export async function deleteConnection(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('single_sign_on').where('account_id', '=', accountId).execute();
}

/** Whoever is on the way was sent to another provider, and whoever got in did so with another one. */
export async function forgetSignIns(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('sso_attempts').where('account_id', '=', accountId).execute();
  await db.deleteFrom('sso_codes').where('account_id', '=', accountId).execute();
  await db.deleteFrom('sso_sign_ins').where('account_id', '=', accountId).execute();
}

export interface Way {
  accountId: string;
  stateHash: string;
  browserHash: string;
}

export async function insertAttempt(
  db: Db,
  attempt: Way & { sealedLoginHint: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sso_attempts')
    .values({
      account_id: attempt.accountId,
      state_hash: attempt.stateHash,
      browser_hash: attempt.browserHash,
      sealed_login_hint: attempt.sealedLoginHint,
      expires_at: attempt.expiresAt,
    })
    .execute();
}

/** The attempt of this browser that has not been sent to the provider yet. */
export function findFreshAttempt(db: Db, way: Way, now: Date) {
  return db
    .selectFrom('sso_attempts')
    .select('sealed_login_hint as sealedLoginHint')
    .where('account_id', '=', way.accountId)
    .where('state_hash', '=', way.stateHash)
    .where('browser_hash', '=', way.browserHash)
    .where('sealed_checks', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** False when another request of the browser was quicker. */
export async function keepChecks(db: Db, way: Way, sealedChecks: string): Promise<boolean> {
  const result = await db
    .updateTable('sso_attempts')
    .set({ sealed_checks: sealedChecks })
    .where('account_id', '=', way.accountId)
    .where('state_hash', '=', way.stateHash)
    .where('sealed_checks', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Used up, whatever comes of it. */
export async function takeAttempt(db: Db, way: Way, now: Date): Promise<string | null> {
  const taken = await db
    .deleteFrom('sso_attempts')
    .where('account_id', '=', way.accountId)
    .where('state_hash', '=', way.stateHash)
    .where('browser_hash', '=', way.browserHash)
    .where('expires_at', '>', now)
    .returning('sealed_checks as sealedChecks')
    .executeTakeFirst();
  return taken?.sealedChecks ?? null;
}

export interface Code {
  accountId: string;
  userId: string;
  codeHash: string;
  browserHash: string;
}

export async function insertCode(db: Db, code: Code & { expiresAt: Date }): Promise<void> {
  await db
    .insertInto('sso_codes')
    .values({
      account_id: code.accountId,
      user_id: code.userId,
      code_hash: code.codeHash,
      browser_hash: code.browserHash,
      expires_at: code.expiresAt,
    })
    .execute();
}

/** True for one caller only: the code is used up. */
export async function takeCode(db: Db, code: Code, now: Date): Promise<boolean> {
  const result = await db
    .deleteFrom('sso_codes')
    .where('account_id', '=', code.accountId)
    .where('user_id', '=', code.userId)
    .where('code_hash', '=', code.codeHash)
    .where('browser_hash', '=', code.browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function recordSignIn(db: Db, accountId: string, userId: string, at: Date): Promise<void> {
  await db
    .insertInto('sso_sign_ins')
    .values({ account_id: accountId, user_id: userId, signed_in_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet({ signed_in_at: at }))
    .execute();
}

export async function hasSignedIn(db: Db, accountId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sso_sign_ins')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function sweepSso(db: Db): Promise<void> {
  await sql`delete from sso_attempts where expires_at < now() - interval '1 day'`.execute(db);
  await sql`delete from sso_codes where expires_at < now() - interval '1 day'`.execute(db);
}
