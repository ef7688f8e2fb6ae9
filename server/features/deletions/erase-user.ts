import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { lockAccount } from '../accounts/store.ts';
import { forgetPerson } from '../audit/forget.ts';
import { findMirror } from '../sandboxes/store.ts';
import { revokeCalendars } from '../scheduling/calendars/revoke.ts';
import { recordActivity } from '../texting/conversations/activity.ts';
import { replaceAvatar } from '../users/change-avatar.ts';
import { findUser } from '../users/store.ts';
import { GIVEN_UP_MS } from './rules.ts';

/** Rows of a statement. */
const BATCH = 1000;

/** The person goes; the seat, its number and its threads are the company's, and wait for the next person on the seat. */
export async function eraseUser(
  deps: Deps,
  { due, ...who }: { accountId: string; userId: string; due: Date },
  { batch = BATCH } = {},
): Promise<void> {
  const isLate = deps.clock().getTime() - due.getTime() > GIVEN_UP_MS;
  await revokeCalendars(deps, who, { isLate });
  const mirror = await findMirror(deps.db, who);
  if (mirror !== undefined) await eraseUser(deps, { ...mirror, due }, { batch });
  // The large tables first, in batches that each commit.
  while (await inTransaction(deps.db, (tx) => leaveThreads(tx, who, { at: deps.clock(), limit: batch })));
  while (await erasePlannedTexts(deps.db, who, batch));
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, who.accountId);
    await replaceAvatar(tx, who, null);
    await sql`
      update seats set status = 'available', user_id = null
       where account_id = ${who.accountId} and user_id = ${who.userId}`.execute(tx);
    // What was assigned in between.
    while (await leaveThreads(tx, who, { at: deps.clock(), limit: batch }));
    // What they signed for the company stays the company's; the address that the carrier wrote to was theirs.
    await sql`
      update landline_orders set email = ''
       where account_id = ${who.accountId} and user_id = ${who.userId}`.execute(tx);
    // Shared ones stay, without an author.
    await sql`
      delete from views
       where account_id = ${who.accountId} and owner_id = ${who.userId} and not shared`.execute(tx);
    const person = await findUser(tx, who.accountId, who.userId);
    await forgetPerson(tx, { ...person, ...who });
    // With the logins, sessions and everything else that refers to the person.
    await sql`delete from users where account_id = ${who.accountId} and id = ${who.userId}`.execute(tx);
  });
}

/** One statement for each of the two sets of indexes by assignee. True: there is more. */
async function leaveThreads(
  tx: Tx,
  who: { accountId: string; userId: string },
  { at, limit }: { at: Date; limit: number },
): Promise<boolean> {
  let isMore = false;
  for (const isArchived of [sql`archived_at is null`, sql`archived_at is not null`]) {
    const { rows } = await sql<{ id: string }>`
      update conversations set assignee_id = null
       where account_id = ${who.accountId} and id in (
         select id from conversations
          where account_id = ${who.accountId} and assignee_id = ${who.userId} and ${isArchived} limit ${limit})
      returning id`.execute(tx);
    await recordActivity(tx, who.accountId, {
      conversationIds: rows.map(({ id }) => id),
      type: 'unassigned',
      actorId: null,
      userId: who.userId,
      details: { reason: 'personLeft' },
      at,
    });
    isMore ||= rows.length === limit;
  }
  return isMore;
}

/** Of their automations, which go with them. True: there is more. */
async function erasePlannedTexts(
  db: Db,
  who: { accountId: string; userId: string },
  limit: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from planned_texts where ctid = any(array(
      select p.ctid from automations a
        join planned_texts p on p.account_id = a.account_id and p.automation_id = a.id
       where a.account_id = ${who.accountId} and a.owner_id = ${who.userId} limit ${limit}))`.execute(db);
  return numAffectedRows === BigInt(limit);
}
