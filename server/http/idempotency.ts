import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../db/connection.ts';
import { Failure } from '../failure.ts';

export interface KeyedRequest {
  accountId: string;
  userId: string;
  key: string;
  /** What must be the same for the key to mean the same request. */
  request: unknown;
}

/** What became of a key: `sameAs` is the place in the list of an earlier request with the same key. */
type KeyClaim = 'none' | 'claimed' | { reply: unknown } | { sameAs: number } | Failure;

function fingerprintOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}

/**
 * Claims the keys of requests that share a transaction, so that each is worked once; `keepReplies` ends it. Key, work and reply
 * are one transaction: a crash leaves all or nothing, and a second request with the key waits on the unique index until the
 * first has ended, then gets its reply.
 */
export async function claimKeys(tx: Tx, requests: (KeyedRequest | null)[]): Promise<KeyClaim[]> {
  const nameOf = (keyed: { accountId: string; userId: string; key: string }) =>
    `${keyed.accountId} ${keyed.userId} ${keyed.key}`;
  const places = new Map<string, number>();
  requests.forEach((keyed, index) => {
    if (keyed && !places.has(nameOf(keyed))) places.set(nameOf(keyed), index);
  });
  if (places.size === 0) return requests.map(() => 'none');

  const distinct = [...places.values()].flatMap((index) => requests[index] ?? []);
  const input = sql`jsonb_to_recordset(${JSON.stringify(
    distinct.map((keyed) => ({
      account_id: keyed.accountId,
      user_id: keyed.userId,
      key: keyed.key,
      fingerprint: fingerprintOf(keyed.request),
    })),
  )}::jsonb) as t(account_id uuid, user_id uuid, key text, fingerprint text)`;
  const claiming = sql<{ accountId: string; userId: string; key: string }>`
    insert into idempotency_keys (account_id, user_id, key, fingerprint)
    select account_id, user_id, key, fingerprint from ${input} order by account_id, user_id, key
        on conflict do nothing
    returning account_id as "accountId", user_id as "userId", key`;
  const keeping = sql<{
    accountId: string;
    userId: string;
    key: string;
    fingerprint: string;
    reply: unknown;
  }>`
    select k.account_id as "accountId", k.user_id as "userId", k.key, k.fingerprint, k.reply
      from idempotency_keys k join ${input} using (account_id, user_id, key)`;
  // In this order: the first waits for whoever has a key just now, and the second sees what they kept.
  const [claimed, kept] = await Promise.all([claiming.execute(tx), keeping.execute(tx)]);

  const mine = new Set(claimed.rows.map(nameOf));
  const known = new Map(kept.rows.map((row) => [nameOf(row), row]));
  return requests.map((keyed, index) => {
    if (keyed === null) return 'none';
    const name = nameOf(keyed);
    const row = known.get(name);
    if (row === undefined || row.fingerprint !== fingerprintOf(keyed.request))
      return new Failure('idempotency_key_reused');
    const place = places.get(name);
    if (place !== undefined && place !== index) return { sameAs: place };
    return mine.has(name) ? 'claimed' : { reply: row.reply };
  });
}

/** Keeps the replies of the claimed keys; a refused request gives its key back, so that it can be tried again. */
export async function keepReplies(
  tx: Tx,
  kept: { keyed: KeyedRequest; reply: unknown }[],
  refused: KeyedRequest[],
): Promise<void> {
  const columns = (keyed: KeyedRequest) => ({
    account_id: keyed.accountId,
    user_id: keyed.userId,
    key: keyed.key,
  });
  if (kept.length > 0)
    await sql`
      update idempotency_keys k set reply = t.reply
        from jsonb_to_recordset(${JSON.stringify(kept.map(({ keyed, reply }) => ({ ...columns(keyed), reply })))}::jsonb)
             as t(account_id uuid, user_id uuid, key text, reply jsonb)
       where k.account_id = t.account_id and k.user_id = t.user_id and k.key = t.key`.execute(tx);
  if (refused.length > 0)
    await sql`
      delete from idempotency_keys k
       using jsonb_to_recordset(${JSON.stringify(refused.map(columns))}::jsonb) as t(account_id uuid, user_id uuid, key text)
       where k.account_id = t.account_id and k.user_id = t.user_id and k.key = t.key`.execute(tx);
}

/** The key was used: what may not be done twice looks before it begins. */
export async function isKeyKnown(db: Db, { accountId, userId, key }: KeyedRequest): Promise<boolean> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return found !== undefined;
}

/** One request in a transaction of its own. When it is refused, the rollback gives the key back. */
export function idempotently(
  db: Db,
  keyed: KeyedRequest,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  return inTransaction(db, async (tx) => {
    const [claim] = await claimKeys(tx, [keyed]);
    if (claim instanceof Failure) throw claim;
    if (typeof claim === 'object' && 'reply' in claim) return claim.reply;
    const reply = await work(tx);
    await keepReplies(tx, [{ keyed, reply }], []);
    return reply;
  });
}
