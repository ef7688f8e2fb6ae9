import { sql } from 'kysely';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { lockAccount } from '../accounts/store.ts';
import { forgetPerson } from '../audit/forget.ts';
import { replaceAvatar } from '../users/change-avatar.ts';
import { findUser } from '../users/store.ts';

/** The person goes; the seat, its number and its threads are the company's, and wait for whoever gets the seat next. */
export async function eraseUser(deps: Deps, who: { accountId: string; userId: string }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, who.accountId);
    await replaceAvatar(tx, who, null);
    await sql`
      update seats set status = 'available', user_id = null
       where account_id = ${who.accountId} and user_id = ${who.userId}`.execute(tx);
    await leaveThreads(tx, who);
    // What they signed for the company stays the company's; where the carrier wrote to was theirs.
    await sql`
      update landline_orders set email = ''
       where account_id = ${who.accountId} and user_id = ${who.userId}`.execute(tx);
    const person = await findUser(tx, who.accountId, who.userId);
    await forgetPerson(tx, { ...person, ...who });
    // With the logins, sessions and everything else that hangs on the person.
    await sql`delete from users where account_id = ${who.accountId} and id = ${who.userId}`.execute(tx);
  });
}

/** One statement for each of the two sets of indexes by assignee. */
async function leaveThreads(tx: Tx, who: { accountId: string; userId: string }): Promise<void> {
  for (const isArchived of [sql`archived_at is null`, sql`archived_at is not null`])
    await sql`
      update conversations set assignee_id = null
       where account_id = ${who.accountId} and assignee_id = ${who.userId} and ${isArchived}`.execute(tx);
}
