import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../db/connection.ts';
import { recordset } from '../db/recordset.ts';
import { sweepRows } from '../db/sweep.ts';
import { Failure } from '../failure.ts';

export interface KeyedRequest {
  accountId: string;
  userId: string;
  /** As it's kept: an API key has its own. */
  key: string;
  /** As it was sent. */
  clientKey: string;
  /** Of what must be the same for the key to mean the same request. */
  fingerprint: string;
}

export interface KeptReply {
  keyed: KeyedRequest;
  reply: unknown;
}

/** What became of a key: `sameAs` is the place in the list of an earlier request with the same key. */
type KeyState = 'none' | 'free' | { reply: unknown } | { sameAs: number } | Failure;

export function fingerprintOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}

const nameOf = ({ accountId, userId, key }: Pick<KeyedRequest, 'accountId' | 'userId' | 'key'>) =>
  `${accountId} ${userId} ${key}`;

const KEYED = { uuid: ['accountId', 'userId'], text: ['key', 'fingerprint'] } as const;

const rowsOf = (requests: KeyedRequest[]) => recordset('t', requests, KEYED);

type KeptRow = Omit<KeyedRequest, 'clientKey'> & { reply: unknown };

function findKept(db: Db, requests: KeyedRequest[]) {
  return sql<KeptRow>`
    select k.account_id as "accountId", k.user_id as "userId", k.key, k.fingerprint, k.reply
      from idempotency_keys k join ${rowsOf(requests)} using (account_id, user_id, key)`.execute(db);
}

/**
 * Which of the requests in one batch have been answered before. Nothing is claimed: a request that keeps a reply under a
 * free key in the transaction of the work (`keepingReplies`) gets the key, or finds that another one has it, and starts again.
 */
export async function findReplies(db: Db, requests: (KeyedRequest | null)[]): Promise<KeyState[]> {
  const keyed = requests.filter((each) => each !== null);
  if (keyed.length === 0) return requests.map(() => 'none');
  const places = new Map<string, number>();
  requests.forEach((each, index) => {
    if (each && !places.has(nameOf(each))) places.set(nameOf(each), index);
  });
  const kept = await findKept(db, keyed);
  const known = new Map(kept.rows.map((row) => [nameOf(row), row]));
  return requests.map((each, index) => {
    if (each === null) return 'none';
    const place = places.get(nameOf(each)) ?? index;
    const row = known.get(nameOf(each));
    const first = row ?? requests[place];
    if (first?.fingerprint !== each.fingerprint) return new Failure('idempotency_key_reused');
    if (row) return { reply: row.reply };
    return place === index ? 'free' : { sameAs: place };
  });
}

/**
 * Waits for requests that hold one of these keys right now, and returns their replies. A request that is about to be refused
 * may be the repetition of one that isn't.
 */
export async function repliesMeanwhile(
  tx: Tx,
  requests: KeyedRequest[],
): Promise<Map<KeyedRequest, unknown>> {
  const claimed = await claim(tx, requests);
  await sql`
    delete from idempotency_keys k using ${rowsOf(requests.filter((keyed) => claimed.has(nameOf(keyed))))}
     where k.account_id = t.account_id and k.user_id = t.user_id and k.key = t.key`.execute(tx);
  const { rows } = await findKept(tx, requests);
  const known = new Map(rows.map((row) => [nameOf(row), row]));
  return new Map(
    requests.flatMap((keyed) => {
      const row = known.get(nameOf(keyed));
      return row?.fingerprint === keyed.fingerprint ? [[keyed, row.reply] as const] : [];
    }),
  );
}

/** Claims the free ones; waits for requests that hold one right now. */
async function claim(tx: Tx, requests: KeyedRequest[]): Promise<Set<string>> {
  const { rows } = await sql<Omit<KeptRow, 'fingerprint' | 'reply'>>`
    insert into idempotency_keys (account_id, user_id, key, fingerprint)
    select distinct on (account_id, user_id, key) account_id, user_id, key, fingerprint
      from ${rowsOf(requests)} order by account_id, user_id, key
        on conflict do nothing
    returning account_id as "accountId", user_id as "userId", key`.execute(tx);
  return new Set(rows.map(nameOf));
}

/**
 * The statement that keeps replies, for the transaction of the work, or as a part of its statement. It waits for requests that
 * hold one of the keys right now. If they keep a reply, it fails, the work with it, and both are tried again (`retrying`).
 */
export function keepingReplies(kept: KeptReply[]): RawBuilder<unknown> {
  const rows = kept.map(({ keyed, reply }) => ({ ...keyed, reply }));
  return sql`
    insert into idempotency_keys (account_id, user_id, key, fingerprint, reply)
    select account_id, user_id, key, fingerprint, reply
      from ${recordset('t', rows, { ...KEYED, jsonb: ['reply'] })}
     order by account_id, user_id, key`;
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

/**
 * One request in its own transaction: its key is claimed before the work, so that it is done once. Key, work and reply are
 * one transaction: a crash leaves all or nothing, and a second request with the key waits until the first has ended, then
 * gets its reply. When it is refused, the rollback gives the key back.
 */
export function idempotently(
  db: Db,
  keyed: KeyedRequest,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  return inTransaction(db, async (tx) => {
    // In this order: the first waits for a request that holds the key, and the second sees what it kept.
    const [claimed, { rows }] = await Promise.all([claim(tx, [keyed]), findKept(tx, [keyed])]);
    const [row] = rows;
    if (row?.fingerprint !== keyed.fingerprint) throw new Failure('idempotency_key_reused');
    if (claimed.size === 0) return row.reply;
    const reply = await work(tx);
    await sql`
      update idempotency_keys set reply = ${JSON.stringify(reply)}::jsonb
       where account_id = ${keyed.accountId} and user_id = ${keyed.userId} and key = ${keyed.key}`.execute(
      tx,
    );
    return reply;
  });
}

/** An Idempotency-Key is remembered for 24 hours. */
export function sweepKeys(db: Db): Promise<void> {
  return sweepRows(db, 'idempotency_keys', {
    time: sql`created_at`,
    before: sql`now() - interval '24 hours'`,
  });
}
