import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import { assignBuckets, lockSearch } from './buckets.ts';
import { keysOf } from './terms.ts';
import { wordsOfText } from './words.ts';

/** Notes in one transaction. */
const MOST_NOTES = 500;

/** Some notes of an account that aren't found yet, or not by what they say now. Whether there were any. */
export function indexNotes(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ accountId: string }>`
      select account_id as "accountId" from notes where search_terms is null limit 1`.execute(tx);
    const [first] = rows;
    if (first === undefined) return false;
    await lockSearch(tx, first.accountId);
    return (await takeIn(tx, first.accountId)) > 0;
  });
}

async function takeIn(tx: Tx, accountId: string): Promise<number> {
  // One that someone is changing is taken in after that.
  const { rows } = await sql<{ id: string; body: string; authorId: string | null; createdAt: Date }>`
    select id, body, author_id as "authorId", created_at as "createdAt" from notes
     where account_id = ${accountId} and search_terms is null
     order by id desc limit ${MOST_NOTES} for no key update skip locked`.execute(tx);
  const buckets = await assignBuckets(
    tx,
    accountId,
    rows.map(({ createdAt }) => createdAt),
  );
  const found = rows.map(({ id, body, authorId }, index) => {
    const bucketId = buckets[index] ?? '';
    const facts = { personId: authorId, hasAttachment: false, isFailed: false };
    return { id, bucketId, keys: keysOf(bucketId, wordsOfText(body), facts) };
  });
  await sql`
    with taken as (
      update notes set search_bucket_id = t.bucket_id::bigint, search_terms = array_to_tsvector(string_to_array(t.keys, ' '))
        from ${recordset('t', found, { uuid: ['id'], text: ['bucketId', 'keys'] })}
       where notes.account_id = ${accountId} and notes.id = t.id
      returning search_bucket_id)
    update search_buckets set has_notes = true
     where account_id = ${accountId} and not has_notes and id in (select search_bucket_id from taken)`.execute(
    tx,
  );
  return rows.length;
}
