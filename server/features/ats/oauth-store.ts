import { sql } from 'kysely';
import type { AtsType } from '../../../contract/ats.ts';
import type { Db } from '../../db/connection.ts';
import { sweepRows } from '../../db/sweep.ts';

/** Who was sent to consent, by what comes back. */
export interface Way {
  accountId: string;
  atsType: AtsType;
  stateHash: string;
  browserHash: string;
}

export async function insertState(db: Db, way: Way & { userId: string; expiresAt: Date }): Promise<void> {
  await db
    .insertInto('ats_oauth_states')
    .values({
      account_id: way.accountId,
      state_hash: way.stateHash,
      user_id: way.userId,
      ats_type: way.atsType,
      browser_hash: way.browserHash,
      expires_at: way.expiresAt,
    })
    .execute();
}

const isIt = (way: Way, now: Date) => sql<boolean>`
  account_id = ${way.accountId} and state_hash = ${way.stateHash} and browser_hash = ${way.browserHash}
  and ats_type = ${way.atsType} and expires_at > ${now}`;

export async function isStateFresh(db: Db, way: Way, now: Date): Promise<boolean> {
  const { rows } = await sql`select from ats_oauth_states where ${isIt(way, now)}`.execute(db);
  return rows.length > 0;
}

/** Who it was; once. Nobody, when they have lost the right meanwhile. */
export async function takeState(
  db: Db,
  way: Way,
  now: Date,
): Promise<{ userId: string; firstName: string; lastName: string } | null> {
  const { rows } = await sql<{ userId: string; firstName: string; lastName: string }>`
    with taken as (delete from ats_oauth_states where ${isIt(way, now)} returning account_id, user_id)
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName"
      from taken join users u on u.account_id = taken.account_id and u.id = taken.user_id
     where u.user_type = 'admin' and u.deactivated_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Of states that expired a day ago. */
export function sweepAtsOauth(db: Db): Promise<void> {
  return sweepRows(db, 'ats_oauth_states', {
    time: sql`expires_at`,
    before: sql`now() - interval '1 day'`,
  });
}
