import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';
import { sweepRows } from '../../db/sweep.ts';

export interface Connection {
  domain: string;
  domainToken: string;
  provider: OidcProvider | SamlProvider;
}

interface OidcProvider {
  protocol: 'oidc';
  issuer: string;
  clientId: string;
  sealedClientSecret: string;
}

interface SamlProvider {
  protocol: 'saml';
  /** The entity ID. */
  issuer: string;
  signInUrl: string;
  /** PEM, one each. */
  certificates: string[];
}

export async function findConnection(db: Db, accountId: string): Promise<Connection | undefined> {
  const row = await db
    .selectFrom('single_sign_on')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && { domain: row.domain, domainToken: row.domain_token, provider: providerIn(row) };
}

/** A constraint of the table decides which columns are filled. */
function providerIn(row: Selectable<DB['single_sign_on']>): Connection['provider'] {
  const { issuer } = row;
  return row.protocol === 'oidc'
    ? {
        protocol: 'oidc',
        issuer,
        clientId: row.client_id ?? '',
        sealedClientSecret: row.sealed_client_secret ?? '',
      }
    : { protocol: 'saml', issuer, signInUrl: row.sign_in_url ?? '', certificates: row.certificates ?? [] };
}

export async function putConnection(
  db: Db,
  accountId: string,
  { domain, domainToken, provider }: Connection,
): Promise<void> {
  const oidc = provider.protocol === 'oidc' ? provider : null;
  const saml = provider.protocol === 'saml' ? provider : null;
  const values = {
    domain,
    domain_token: domainToken,
    protocol: provider.protocol,
    issuer: provider.issuer,
    client_id: oidc?.clientId ?? null,
    sealed_client_secret: oidc?.sealedClientSecret ?? null,
    sign_in_url: saml?.signInUrl ?? null,
    certificates: saml?.certificates ?? null,
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

/** Sign-ins on the way were sent to another provider, and finished ones came from another one. */
export async function forgetSignIns(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('sso_attempts').where('account_id', '=', accountId).execute();
  await db.deleteFrom('sso_codes').where('account_id', '=', accountId).execute();
  await db.deleteFrom('sso_sign_ins').where('account_id', '=', accountId).execute();
}

export interface Way {
  accountId: string;
  stateHash: string;
  /** Where it can't be seen on the way back, `any`. */
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

/** Used up, whatever the outcome. */
export async function takeAttempt(
  db: Db,
  { accountId, stateHash, browserHash }: Way,
  now: Date,
): Promise<{ browserHash: string; sealedChecks: string } | null> {
  let query = db
    .deleteFrom('sso_attempts')
    .where('account_id', '=', accountId)
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now);
  if (browserHash !== 'any') query = query.where('browser_hash', '=', browserHash);
  const taken = await query
    .returning(['browser_hash as browserHash', 'sealed_checks as sealedChecks'])
    .executeTakeFirst();
  return taken?.sealedChecks == null ? null : { ...taken, sealedChecks: taken.sealedChecks };
}

/** False if it was used before. */
export async function rememberAssertion(
  db: Db,
  accountId: string,
  assertion: { hash: string; expiresAt: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('sso_assertions')
    .values({ account_id: accountId, assertion_hash: assertion.hash, expires_at: assertion.expiresAt })
    .onConflict((conflict) => conflict.columns(['account_id', 'assertion_hash']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

interface Code {
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
  const ended = { time: sql`expires_at`, before: sql`now() - interval '1 day'` };
  await sweepRows(db, 'sso_attempts', ended);
  await sweepRows(db, 'sso_codes', ended);
  await sweepRows(db, 'sso_assertions', ended);
}
