import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { sweepRows } from '../../db/sweep.ts';
import { publishSessionsChanged } from '../../live/publish.ts';

export async function insertLogin(
  db: Db,
  login: { email: string; accountId: string; userId: string },
): Promise<void> {
  await db
    .insertInto('logins')
    .values({ email: login.email, account_id: login.accountId, user_id: login.userId })
    .execute();
}

export function findLogin(db: Db, email: string) {
  return db
    .selectFrom('logins')
    .select(['account_id as accountId', 'user_id as userId'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function insertSession(
  db: Db,
  session: {
    accountId: string;
    id: string;
    keyHash: string;
    userId: string;
    userAgent: string | null;
    bySso: boolean;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      id: session.id,
      key_hash: session.keyHash,
      user_id: session.userId,
      user_agent: session.userAgent,
      by_sso: session.bySso,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** A session of the person, started by single sign-on since then. */
export async function hasStartedBySso(
  db: Db,
  owner: { accountId: string; userId: string },
  session: { id: string; since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('id', '=', session.id)
    .where('by_sso', '=', true)
    .where('created_at', '>=', session.since)
    .executeTakeFirst();
  return found !== undefined;
}

/** False when the person has no such session, or it has ended. What it streams ends with it. */
export async function endSession(
  tx: Tx,
  owner: { accountId: string; userId: string },
  session: { id: string; at: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('sessions')
    .set({ ended_at: session.at })
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('id', '=', session.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await publishSessionsChanged(tx, owner.accountId, owner.userId);
  return true;
}

export async function endSessionsOf(
  tx: Tx,
  accountId: string,
  userId: string,
  end: { at: Date; except: string | null },
): Promise<void> {
  let query = tx
    .updateTable('sessions')
    .set({ ended_at: end.at })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (end.except !== null) query = query.where('id', '!=', end.except);
  await query.execute();
  await publishSessionsChanged(tx, accountId, userId);
}

const MOST_SESSIONS_SHOWN = 100;

/** Often enough for the company. */
const isUsed = (now: Date) => sql<boolean>`
  last_used_at > coalesce((select ${now}::timestamptz - a.sign_out_after_days * interval '1 day'
                             from accounts a where a.id = sessions.account_id), '-infinity')`;

/** Newest first. */
export function listSessions(db: Db, accountId: string, userId: string, now: Date) {
  return (
    db
      .selectFrom('sessions')
      .select(['id', 'user_agent as userAgent', 'created_at as createdAt', 'expires_at as expiresAt'])
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where(isUsed(now))
      // These are not the person's own; the audit log has them.
      .where('staff_user_id', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_SESSIONS_SHOWN)
      .execute()
  );
}

/** Sessions that ended or expired a month ago. */
export function sweepSessions(db: Db, now: Date): Promise<void> {
  return sweepRows(db, 'sessions', {
    time: sql`least(expires_at, ended_at)`,
    before: sql`${now}::timestamptz - interval '30 days'`,
  });
}
