import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import { assignBuckets, lockSearch } from './buckets.ts';
import { keysOf } from './terms.ts';
import { wordsOfText } from './words.ts';

/** One that goes out sooner is taken in when it has. */
const SOON = sql`interval '1 minute'`;

/** SQL, of the text `m`. */
const STATE = sql`
  case when m.status = 'scheduled' then 'unsent' when m.status in ('failed', 'undelivered') then 'failed' else 'settled' end`;

interface Unfound {
  id: string;
  conversationId: string;
  body: string;
  personId: string | null;
  createdAt: Date;
  state: 'unsent' | 'failed' | 'settled';
  hasAttachment: boolean;
}

/** Texts that may not be found yet, or not by what they are now: of all these, by SQL on `m`. Returns how many there were. */
export async function indexTexts(tx: Tx, accountId: string, which: RawBuilder<unknown>): Promise<number> {
  await lockSearch(tx, accountId);
  await sql`
    delete from message_search s using messages m
     where m.account_id = ${accountId} and ${which} and m.status = 'canceled'
       and s.account_id = m.account_id and s.message_id = m.id`.execute(tx);
  const { rows } = await sql<Unfound>`
    select m.id, m.conversation_id as "conversationId", m.body, m.person_id as "personId", m.created_at as "createdAt",
           ${STATE} as state, exists (
             select from media where media.account_id = m.account_id and media.message_id = m.id
                and media.status <> 'refused') as "hasAttachment"
      from messages m
      left join message_search s on s.account_id = m.account_id and s.message_id = m.id
     where m.account_id = ${accountId} and ${which} and m.call_outcome is null and m.status <> 'canceled'
       and not (m.status = 'scheduled' and m.send_after < now() + ${SOON})
       and (s.message_id is null or s.state <> ${STATE} or m.status = 'scheduled'
            or s.conversation_id <> m.conversation_id)`.execute(tx);
  if (rows.length === 0) return 0;
  // In the order of the IDs: so do those who lock texts.
  const texts = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const buckets = await assignBuckets(
    tx,
    accountId,
    texts.map(({ createdAt }) => createdAt),
  );
  const found = texts.map((text, index) => {
    const bucketId = buckets[index] ?? '';
    const facts = { ...text, isFailed: text.state === 'failed' };
    return { ...text, bucketId, keys: keysOf(bucketId, wordsOfText(text.body), facts) };
  });
  await sql`
    insert into message_search (account_id, message_id, conversation_id, created_at, bucket_id, state, terms)
    select ${accountId}::uuid, t.id, t.conversation_id, t.created_at, t.bucket_id::bigint, t.state,
           array_to_tsvector(string_to_array(t.keys, ' '))
      from ${recordset('t', found, {
        uuid: ['id', 'conversationId'],
        timestamptz: ['createdAt'],
        text: ['bucketId', 'state', 'keys'],
      })}
     order by t.id
        on conflict (account_id, message_id) do update
       set terms = excluded.terms, state = excluded.state, conversation_id = excluded.conversation_id,
           bucket_id = excluded.bucket_id`.execute(tx);
  return rows.length;
}
