import { sql } from 'kysely';
import type { ReadDb, Tx } from '../../../db/connection.ts';
import { lockNamed } from '../../../db/lock-named.ts';
import { recordset } from '../../../db/recordset.ts';

/*
 * An account's time is cut into buckets of about as many texts each. A search goes from the newest to the oldest and stops when
 * its page is full, so what a common word costs depends on the bucket's size and not on the account's.
 */

/** Then the next one begins. */
const FULL = 16_384;
const BEGINNING = new Date(0);

export interface Bucket {
  id: string;
  startsAt: Date;
  /** With its notes. */
  texts: number;
  hasNotes: boolean;
  firstAt: Date | null;
  lastAt: Date | null;
}

/** Oldest first. */
export async function listBuckets(db: ReadDb, accountId: string): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    select id, starts_at as "startsAt", texts, has_notes as "hasNotes", first_at as "firstAt", last_at as "lastAt"
      from search_buckets where account_id = ${accountId} order by starts_at`.execute(db);
  return rows;
}

/** Until the transaction ends, no one else puts texts of the account into buckets, or moves those that are in one. */
export async function lockSearch(tx: Tx, accountId: string): Promise<void> {
  await lockNamed(tx, `search ${accountId}`);
}

const isFull = (
  bucket: Bucket | undefined,
  full: number,
): bucket is Bucket & { firstAt: Date; lastAt: Date } =>
  bucket !== undefined && bucket.texts >= full && bucket.firstAt !== null && bucket.lastAt !== null;

/**
 * The bucket of each text, by its time, in the order given. The newest bucket ends when it is full, and so does the oldest,
 * backwards; all that were put into them stay where they are. The caller holds the account's search.
 */
export async function assignBuckets(
  tx: Tx,
  accountId: string,
  times: Date[],
  full = FULL,
): Promise<string[]> {
  const buckets = await listBuckets(tx, accountId);
  const changed = new Set<Bucket>();
  const open = async (place: number, startsAt: Date): Promise<void> => {
    const { rows } = await sql<{ id: string }>`
      insert into search_buckets (account_id, starts_at, texts) values (${accountId}, ${startsAt}, 0) returning id`.execute(
      tx,
    );
    const [{ id } = { id: '' }] = rows;
    buckets.splice(place, 0, { id, startsAt, texts: 0, hasNotes: false, firstAt: null, lastAt: null });
  };
  const indexOf = (at: Date) =>
    Math.max(
      0,
      buckets.findLastIndex(({ startsAt }) => startsAt <= at),
    );
  if (buckets.length === 0) await open(0, BEGINNING);
  const assigned: string[] = [];
  for (const at of times) {
    const found = buckets[indexOf(at)];
    if (isFull(found, full) && found === buckets.at(-1) && at > found.lastAt)
      await open(buckets.length, new Date(found.lastAt.getTime() + 1));
    else if (isFull(found, full) && found === buckets[0] && at < found.firstAt) {
      found.startsAt = found.firstAt;
      changed.add(found);
      await open(0, BEGINNING);
    }
    const bucket = buckets[indexOf(at)];
    if (bucket === undefined) throw new Error('There is no bucket');
    bucket.texts += 1;
    if (bucket.firstAt === null || at < bucket.firstAt) bucket.firstAt = at;
    if (bucket.lastAt === null || at > bucket.lastAt) bucket.lastAt = at;
    changed.add(bucket);
    assigned.push(bucket.id);
  }
  await sql`
    update search_buckets b
       set starts_at = kept.starts_at, texts = kept.texts, first_at = kept.first_at, last_at = kept.last_at
      from ${recordset('kept', [...changed], {
        text: ['id'],
        int: ['texts'],
        timestamptz: ['startsAt', 'firstAt', 'lastAt'],
      })}
     where b.account_id = ${accountId} and b.id = kept.id::bigint`.execute(tx);
  return assigned;
}
