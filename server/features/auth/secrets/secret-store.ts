import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { sweepRows } from '../../../db/sweep.ts';

/** What a mail brings a code or link for. */
export const mailedPurposes = ['resetPassword', 'mfa', 'verifyEmail', 'magicLink'] as const;
export type MailedPurpose = (typeof mailedPurposes)[number];
export type SecretPurpose = MailedPurpose | 'authenticator';

export interface Owner {
  accountId: string;
  userId: string;
}

/** Replaces the one that the person had for this. */
export async function putSecret(
  db: Db,
  owner: Owner,
  secret: { purpose: SecretPurpose; secretHash: string | null; triesLeft: number; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into one_time_secrets (account_id, user_id, purpose, secret_hash, tries_left, expires_at)
    values (${owner.accountId}, ${owner.userId}, ${secret.purpose}, ${secret.secretHash}, ${secret.triesLeft}, ${secret.expiresAt})
        on conflict (account_id, user_id, purpose) do update
       set secret_hash = excluded.secret_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`.execute(
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

/** The hash to compare with, for one of the tries that are left. Must be committed whatever the comparison says. */
export async function spendTry(
  db: Db,
  owner: Owner,
  purpose: SecretPurpose,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ secretHash: string }>`
    update one_time_secrets set tries_left = tries_left - 1
     where account_id = ${owner.accountId} and user_id = ${owner.userId} and purpose = ${purpose}
       and secret_hash is not null and tries_left > 0 and expires_at > ${now}
    returning secret_hash as "secretHash"`.execute(db);
  return rows[0]?.secretHash ?? null;
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
