import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export interface KnownAddress {
  /** In lower case. */
  email: string;
  /** The account that the person is in; null: only invited, to a seat of the account that asks. */
  accountId: string | null;
  userId: string | null;
  hasSeat: boolean;
}

/** What is known about these addresses (in lower case): who signs in with them, and who is invited to this account. */
export async function findKnownAddresses(
  db: Db,
  accountId: string,
  emails: string[],
): Promise<Map<string, KnownAddress>> {
  const { rows } = await sql<KnownAddress>`
    select logins.email, logins.account_id as "accountId", logins.user_id as "userId", seats.id is not null as "hasSeat"
      from logins
      left join seats on seats.account_id = logins.account_id and seats.user_id = logins.user_id
     where logins.email = any(${emails}::text[])
    union all
    select pending_email, null, null, true from seats
     where account_id = ${accountId} and pending_email = any(${emails}::text[])`.execute(db);
  const known = new Map<string, KnownAddress>();
  // Invited here and signed up elsewhere since: the invitation is what this account knows.
  for (const row of rows) if (row.accountId === null || !known.has(row.email)) known.set(row.email, row);
  return known;
}
