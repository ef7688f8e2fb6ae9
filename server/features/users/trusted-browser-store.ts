import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { sweepRows } from '../../db/sweep.ts';

interface Owner {
  accountId: string;
  userId: string;
}

export async function insertTrustedBrowser(
  db: Db,
  owner: Owner,
  browser: { tokenHash: string; userAgent: string | null; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('trusted_browsers')
    .values({
      account_id: owner.accountId,
      user_id: owner.userId,
      token_hash: browser.tokenHash,
      user_agent: browser.userAgent,
      created_at: browser.createdAt,
      expires_at: browser.expiresAt,
    })
    .execute();
}

/** Whether this person trusts the browser, which is noted as used. */
export async function recordTrustedUse(
  db: Db,
  owner: Owner,
  browser: { tokenHash: string; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('trusted_browsers')
    .set({ last_used_at: browser.at })
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('token_hash', '=', browser.tokenHash)
    .where('expires_at', '>', browser.at)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

const MOST_SHOWN = 100;

/** Newest first. */
export function listTrustedBrowsers(db: Db, owner: Owner, now: Date) {
  return db
    .selectFrom('trusted_browsers')
    .select([
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
    ])
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(MOST_SHOWN)
    .execute();
}

export async function forgetTrustedBrowser(db: Db, owner: Owner, tokenHash: string): Promise<void> {
  await db
    .deleteFrom('trusted_browsers')
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function forgetTrustedBrowsers(db: Db, owner: Owner): Promise<void> {
  await db
    .deleteFrom('trusted_browsers')
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .execute();
}

export function sweepTrustedBrowsers(db: Db): Promise<void> {
  return sweepRows(db, 'trusted_browsers', { time: sql`expires_at`, before: sql`now() - interval '1 day'` });
}
