import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

interface Owner {
  accountId: string;
  userId: string;
}

/** The app that the person signs in with; undefined when codes come by mail. */
export async function findAuthenticator(db: Db, owner: Owner): Promise<{ sealedSeed: string } | undefined> {
  const { rows } = await sql<{ sealedSeed: string }>`
    select sealed_seed as "sealedSeed" from authenticators
     where account_id = ${owner.accountId} and user_id = ${owner.userId} and confirmed_at is not null`.execute(
    db,
  );
  return rows[0];
}

export async function hasAuthenticator(db: Db, owner: Owner): Promise<boolean> {
  return (await findAuthenticator(db, owner)) !== undefined;
}

/** Replaces one that was not confirmed. False when one is in force, which stays. */
export async function putAuthenticator(
  db: Db,
  owner: Owner,
  put: { sealedSeed: string; startedAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into authenticators (account_id, user_id, sealed_seed, started_at)
    values (${owner.accountId}, ${owner.userId}, ${put.sealedSeed}, ${put.startedAt})
        on conflict (account_id, user_id) do update
       set sealed_seed = excluded.sealed_seed, started_at = excluded.started_at
     where authenticators.confirmed_at is null
    returning 1`.execute(db);
  return rows.length > 0;
}

/** The one that was started after a moment and waits for its first code. */
export async function findStarted(
  db: Db,
  owner: Owner,
  after: Date,
): Promise<{ sealedSeed: string } | undefined> {
  const { rows } = await sql<{ sealedSeed: string }>`
    select sealed_seed as "sealedSeed" from authenticators
     where account_id = ${owner.accountId} and user_id = ${owner.userId} and confirmed_at is null
       and started_at > ${after}`.execute(db);
  return rows[0];
}

/** True for one caller only, and only for the seed that the code was made with. */
export async function putInForce(
  db: Db,
  owner: Owner,
  first: { sealedSeed: string; step: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update authenticators set confirmed_at = ${first.at}, last_step = ${first.step}
     where account_id = ${owner.accountId} and user_id = ${owner.userId} and confirmed_at is null
       and sealed_seed = ${first.sealedSeed}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** True for one caller only: the code of a step is used up, and with it those of the steps before. */
export async function takeStep(
  db: Db,
  owner: Owner,
  code: { sealedSeed: string; step: number },
): Promise<boolean> {
  const { rows } = await sql`
    update authenticators set last_step = ${code.step}
     where account_id = ${owner.accountId} and user_id = ${owner.userId} and confirmed_at is not null
       and sealed_seed = ${code.sealedSeed} and last_step < ${code.step}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** With its recovery codes. True when it was in force. */
export async function dropAuthenticator(db: Db, owner: Owner): Promise<boolean> {
  const { rows } = await sql<{ inForce: boolean }>`
    delete from authenticators where account_id = ${owner.accountId} and user_id = ${owner.userId}
    returning confirmed_at is not null as "inForce"`.execute(db);
  return rows[0]?.inForce ?? false;
}

/** In place of the ones before. */
export async function putRecoveryCodes(db: Db, owner: Owner, codeHashes: string[]): Promise<void> {
  // Two renewals at once would otherwise leave both sets.
  await sql`
    select 1 from authenticators
     where account_id = ${owner.accountId} and user_id = ${owner.userId} for update`.execute(db);
  await sql`
    delete from recovery_codes where account_id = ${owner.accountId} and user_id = ${owner.userId}`.execute(
    db,
  );
  await sql`
    insert into recovery_codes (account_id, user_id, code_hash)
    select ${owner.accountId}, ${owner.userId}, unnest(${codeHashes}::text[])`.execute(db);
}

/** How many are left after this one; null when it is none, or was used. */
export async function takeRecoveryCode(db: Db, owner: Owner, codeHash: string): Promise<number | null> {
  const { rows } = await sql`
    delete from recovery_codes
     where account_id = ${owner.accountId} and user_id = ${owner.userId} and code_hash = ${codeHash}
    returning 1`.execute(db);
  if (rows.length === 0) return null;
  const { rows: left } = await sql`
    select 1 from recovery_codes where account_id = ${owner.accountId} and user_id = ${owner.userId}`.execute(
    db,
  );
  return left.length;
}
