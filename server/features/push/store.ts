import { sql } from 'kysely';
import { MAX_PUSH_SUBSCRIPTIONS } from '../../../contract/push.ts';
import type { Db, Tx } from '../../db/connection.ts';

/** The session of a browser. */
export interface SessionId {
  accountId: string;
  sessionId: string;
}

interface SubscriptionRow extends SessionId {
  userId: string;
  sealed: string;
  endpointHash: string;
}

/** Takes the place of what the session had, and of any other that this browser was subscribed by. The person's oldest go. */
export async function putSubscription(tx: Tx, row: SubscriptionRow, at: Date): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('endpoint_hash', '=', row.endpointHash).execute();
  await sql`
    insert into push_subscriptions (account_id, session_id, user_id, sealed, endpoint_hash, subscribed_at)
    values (${row.accountId}, ${row.sessionId}, ${row.userId}, ${row.sealed}, ${row.endpointHash}, ${at})
        on conflict (account_id, session_id)
        do update set sealed = excluded.sealed, endpoint_hash = excluded.endpoint_hash, subscribed_at = excluded.subscribed_at`.execute(
    tx,
  );
  await sql`
    delete from push_subscriptions
     where account_id = ${row.accountId} and session_id = any(array(
             select session_id from push_subscriptions
              where account_id = ${row.accountId} and user_id = ${row.userId}
              order by subscribed_at desc, session_id desc offset ${MAX_PUSH_SUBSCRIPTIONS}))`.execute(tx);
}

export function findByEndpoint(db: Db, endpointHash: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .select([
      'account_id as accountId',
      'session_id as sessionId',
      'user_id as userId',
      'sealed',
      'endpoint_hash as endpointHash',
    ])
    .where('endpoint_hash', '=', endpointHash)
    .executeTakeFirst();
}

/** `endpointHash`: only if it is still this one. */
export async function removeSubscription(
  db: Db,
  { accountId, sessionId }: SessionId,
  endpointHash?: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .$if(endpointHash !== undefined, (query) => query.where('endpoint_hash', '=', endpointHash ?? ''))
    .execute();
}

/** Of these accounts, those in which anyone is notified by push. */
export async function listSubscribed(db: Db, accountIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${accountIds}::uuid[]) as asked (id)
     where exists (select from push_subscriptions where account_id = id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** The browsers of these people, if they want to be notified in browsers. */
export async function listBrowsers(
  db: Db,
  accountId: string,
  userIds: string[],
): Promise<{ sessionId: string; userId: string }[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ sessionId: string; userId: string }>`
    select p.session_id as "sessionId", p.user_id as "userId"
      from push_subscriptions p
      join users u on u.account_id = p.account_id and u.id = p.user_id and u.notify_browser
     where p.account_id = ${accountId} and p.user_id = any(${userIds}::uuid[])`.execute(db);
  return rows;
}

export interface Browser {
  userId: string;
  sealed: string;
  endpointHash: string;
  hideText: boolean;
}

/** Undefined: it isn't subscribed anymore, or the person doesn't want to be notified. */
export async function findBrowser(db: Db, { accountId, sessionId }: SessionId): Promise<Browser | undefined> {
  const { rows } = await sql<Browser>`
    select p.user_id as "userId", p.sealed, p.endpoint_hash as "endpointHash", u.notify_hide_text as "hideText"
      from push_subscriptions p
      join users u on u.account_id = p.account_id and u.id = p.user_id and u.notify_browser
     where p.account_id = ${accountId} and p.session_id = ${sessionId}`.execute(db);
  return rows[0];
}
