import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { PASSKEY_MINUTES } from '../../../../contract/passkeys.ts';
import type { Db } from '../../../db/connection.ts';
import { sweepRows } from '../../../db/sweep.ts';
import { hashKey } from '../../../http/keys.ts';
import type { Owner } from '../secrets/secret-store.ts';

/* What a passkey signs, so that an answer is good for one question only. */

export const newChallenge = () => new Uint8Array(randomBytes(32));

export function challengeExpiry(now: Date): Date {
  return new Date(now.getTime() + PASSKEY_MINUTES * 60_000);
}

/** In place of the one before. */
export async function putAddition(
  db: Db,
  owner: Owner,
  addition: { challenge: string; expiresAt: Date },
): Promise<void> {
  const values = { challenge_hash: hashKey(addition.challenge), expires_at: addition.expiresAt };
  await db
    .insertInto('passkey_additions')
    .values({ account_id: owner.accountId, user_id: owner.userId, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** True for one caller only. */
export async function takeAddition(
  db: Db,
  owner: Owner,
  given: { challenge: string; at: Date },
): Promise<boolean> {
  const result = await db
    .deleteFrom('passkey_additions')
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('challenge_hash', '=', hashKey(given.challenge))
    .where('expires_at', '>', given.at)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function insertChallenge(
  db: Db,
  challenge: { challenge: string; browserHash: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashKey(challenge.challenge),
      browser_hash: challenge.browserHash,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** True for one caller only, and only for the browser that asked for it. */
export async function takeChallenge(
  db: Db,
  given: { challenge: string; browserHash: string; at: Date },
): Promise<boolean> {
  const result = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashKey(given.challenge))
    .where('browser_hash', '=', given.browserHash)
    .where('expires_at', '>', given.at)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function sweepPasskeys(db: Db): Promise<void> {
  const ended = { time: sql`expires_at`, before: sql`now() - interval '1 day'` };
  await sweepRows(db, 'passkey_challenges', ended);
  await sweepRows(db, 'passkey_additions', ended);
}
