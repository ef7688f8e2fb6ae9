import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { Failure } from '../failure.ts';

export interface KeyedRequest {
  accountId: string;
  userId: string;
  key: string;
  /** What must be the same for the key to mean the same request. */
  request: unknown;
}

export function fingerprintOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}

/**
 * Runs the work once for a key. The key, the work and its reply are one transaction: a crash leaves all or nothing, and a
 * second request with the key waits on the unique index until the first has ended, then gets its reply.
 */
export function idempotently(
  db: Db,
  keyed: KeyedRequest,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const fingerprint = fingerprintOf(keyed.request);
  return db.transaction().execute(async (tx) => {
    const taken = await tx
      .insertInto('idempotency_keys')
      .values({ account_id: keyed.accountId, user_id: keyed.userId, key: keyed.key, fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    const ofKey = sql<boolean>`account_id = ${keyed.accountId} and user_id = ${keyed.userId} and key = ${keyed.key}`;
    if (taken === undefined) {
      const first = await tx
        .selectFrom('idempotency_keys')
        .select(['fingerprint', 'reply'])
        .where(ofKey)
        .executeTakeFirstOrThrow();
      if (first.fingerprint !== fingerprint) throw new Failure('idempotency_key_reused');
      return first.reply;
    }
    const reply = await work(tx);
    await tx
      .updateTable('idempotency_keys')
      .set({ reply: JSON.stringify(reply) })
      .where(ofKey)
      .execute();
    return reply;
  });
}
