import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { DB } from '../db/schema.ts';
import { sweepRows } from '../db/sweep.ts';
import type { Deps } from '../deps.ts';
import { hashKey, newKey } from '../http/keys.ts';
import { ID_PATTERN } from '../http/page.ts';
import type { Session } from '../http/session.ts';

/* Who was sent to consent at a vendor: found by what comes back, once, and only in the browser they started in. */

const STATE_MS = 10 * 60_000;

export type StateTable =
  | { name: 'ats_oauth_states'; vendor: 'ats_type' }
  | { name: 'calendar_oauth_states'; vendor: 'provider' };

/** What came from a browser, which may be anyone's. */
export interface Came<V extends string = string> {
  vendor: V;
  state: string;
  /** Null: we never marked it. */
  browserHash: string | null;
}

export interface Consenter {
  accountId: string;
  userId: string;
  firstName: string;
  lastName: string;
  userType: DB['users']['user_type'];
}

/** Answers the state, which the vendor gives back. */
export async function issueState(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  table: StateTable,
  { accountId, userId }: Pick<Session, 'accountId' | 'userId'>,
  { vendor, browserHash }: { vendor: string; browserHash: string },
): Promise<string> {
  // It names the account, since it can't be looked up without one.
  const state = `${accountId}.${newKey()}`;
  const expiresAt = new Date(clock().getTime() + STATE_MS);
  await sql`
    insert into ${sql.table(table.name)}
      (account_id, state_hash, user_id, ${sql.ref(table.vendor)}, browser_hash, expires_at)
    values (${accountId}, ${hashKey(state)}, ${userId}, ${vendor}, ${browserHash}, ${expiresAt})`.execute(db);
  return state;
}

export async function isStateFresh(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  table: StateTable,
  came: Came,
): Promise<boolean> {
  const isIt = whereIs(table, came, clock());
  if (isIt === null) return false;
  const { rows } = await sql`select from ${sql.table(table.name)} where ${isIt}`.execute(db);
  return rows.length > 0;
}

/** Who it was; once. Null: no one, or someone who can't sign in anymore. */
export async function takeState(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  table: StateTable,
  came: Came,
): Promise<Consenter | null> {
  const isIt = whereIs(table, came, clock());
  if (isIt === null) return null;
  const { rows } = await sql<Consenter>`
    with taken as (delete from ${sql.table(table.name)} where ${isIt} returning account_id, user_id)
    select u.account_id as "accountId", u.id as "userId", u.first_name as "firstName", u.last_name as "lastName",
           u.user_type as "userType"
      from taken join users u on u.account_id = taken.account_id and u.id = taken.user_id
     where u.deactivated_at is null`.execute(db);
  return rows[0] ?? null;
}

const STATE = new RegExp(`^(${ID_PATTERN})\\.[\\w-]{43}$`);

/** Null: it can't be any. */
function whereIs(table: StateTable, { vendor, state, browserHash }: Came, now: Date) {
  const [, accountId] = STATE.exec(state) ?? [];
  if (accountId === undefined || browserHash === null) return null;
  return sql<boolean>`
    account_id = ${accountId} and state_hash = ${hashKey(state)} and browser_hash = ${browserHash}
    and ${sql.ref(table.vendor)} = ${vendor} and expires_at > ${now}`;
}

/** Those that expired a day ago. */
export function sweepStates(db: Db, table: StateTable['name']): Promise<void> {
  return sweepRows(db, table, { time: sql`expires_at`, before: sql`now() - interval '1 day'` });
}
