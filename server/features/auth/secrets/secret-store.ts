import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { sweepRows } from '../../../db/sweep.ts';

/** What a code or link is mailed for. */
export const mailedPurposes = ['resetPassword', 'mfa', 'verifyEmail', 'magicLink'] as const;
export type MailedPurpose = (typeof mailedPurposes)[number];
export type SecretPurpose = MailedPurpose | 'authenticator';

export interface Owner {
  accountId: string;
  userId: string;
}

/** Tries at one code: in the browser that asked for it, and from another address. */
const TRIES = 5;
/** From all other addresses together. */
const TRIES_ELSEWHERE = 10;

/** Replaces the one that this browser had asked for. */
export async function putSecret(
  db: Db,
  owner: Owner,
  secret: { purpose: SecretPurpose; browserHash: string; secretHash: string | null; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into one_time_secrets (account_id, user_id, purpose, browser_hash, secret_hash, tries_left, expires_at)
    values (${owner.accountId}, ${owner.userId}, ${secret.purpose}, ${secret.browserHash}, ${secret.secretHash}, ${TRIES}, ${secret.expiresAt})
        on conflict (account_id, user_id, purpose, browser_hash) do update
       set secret_hash = excluded.secret_hash, tries_left = excluded.tries_left, tried_from = '{}', expires_at = excluded.expires_at`.execute(
    db,
  );
}

export async function isSecretOpen(
  db: Db,
  owner: Owner,
  purpose: SecretPurpose,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from one_time_secrets
     where account_id = ${owner.accountId} and user_id = ${owner.userId} and purpose = ${purpose}
       and expires_at > ${now}`.execute(db);
  return rows.length > 0;
}

/**
 * The hashes to compare with, for one of the tries that are left at each: first that of the browser itself. Must be committed
 * whatever the comparison gives.
 */
export async function spendTry(
  db: Db,
  owner: Owner,
  purpose: SecretPurpose,
  from: { browserHash: string | null; addressHash: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ secretHash: string; isOwn: boolean }>`
    with open as (
      select browser_hash, browser_hash is not distinct from ${from.browserHash} as is_own
        from one_time_secrets
       where account_id = ${owner.accountId} and user_id = ${owner.userId} and purpose = ${purpose}
         and secret_hash is not null and expires_at > ${from.at}
       order by browser_hash
         for update)
    update one_time_secrets s
       set tries_left = tries_left - case when is_own then 1 else 0 end,
           tried_from = case when is_own then tried_from else tried_from || ${from.addressHash}::text end
      from open
     where s.account_id = ${owner.accountId} and s.user_id = ${owner.userId} and s.purpose = ${purpose}
       and s.browser_hash = open.browser_hash
       and case when is_own then tries_left > 0
                else cardinality(tried_from) < ${TRIES_ELSEWHERE}
                     and cardinality(array_positions(tried_from, ${from.addressHash}::text)) < ${TRIES} end
    returning s.secret_hash as "secretHash", is_own as "isOwn"`.execute(db);
  return rows.sort((a, b) => Number(b.isOwn) - Number(a.isOwn)).map(({ secretHash }) => secretHash);
}

/** No one can guess a key, so tries aren't counted, and no one can spoil it by trying. */
export async function isSecretLive(
  db: Db,
  owner: Owner,
  purpose: SecretPurpose,
  secret: { hash: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from one_time_secrets
     where account_id = ${owner.accountId} and user_id = ${owner.userId} and purpose = ${purpose}
       and secret_hash = ${secret.hash} and expires_at > ${secret.at}`.execute(db);
  return rows.length > 0;
}

/** True for one caller only: the secret is used up. */
export async function takeSecret(
  db: Db,
  owner: Owner,
  purpose: SecretPurpose,
  secretHash: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from one_time_secrets
     where account_id = ${owner.accountId} and user_id = ${owner.userId} and purpose = ${purpose}
       and secret_hash = ${secretHash}
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function dropSecrets(db: Db, owner: Owner): Promise<void> {
  await sql`
    delete from one_time_secrets where account_id = ${owner.accountId} and user_id = ${owner.userId}`.execute(
    db,
  );
}

/** The sign-in that awaits its second step goes on no further. */
export async function dropSecondStep(db: Db, owner: Owner): Promise<void> {
  await sql`
    delete from one_time_secrets
     where account_id = ${owner.accountId} and user_id = ${owner.userId}
       and purpose in ('mfa', 'authenticator')`.execute(db);
}

export function sweepSecrets(db: Db): Promise<void> {
  return sweepRows(db, 'one_time_secrets', { time: sql`expires_at`, before: sql`now() - interval '1 day'` });
}
