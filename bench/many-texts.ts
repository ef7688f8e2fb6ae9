import pg from 'pg';

/* Fills the tables of texting by SQL, as years of use would have: by account, in the order of time. */

const TEXTS_EACH = 25;
const YEARS = 3;
const SEATS = 200;
/** Conversations in one statement. */
const AT_ONCE = 20_000;
/** Accounts beside the large one, which has half of all texts. */
const OTHERS = 99;
const TABLES = ['candidates', 'conversations', 'messages', 'message_search'];
/** Texts of a bucket, as text-index/buckets.ts fills them. */
const BUCKET = 16_384;

interface Filled {
  accountId: string;
  texts: number;
  searched: number;
  bytes: number;
  seconds: number;
}

interface Size {
  texts: number;
  /** Those of the large account that are found by their words: the newest. */
  searched: number;
  /** The fill ends before the tables take more. */
  mostBytes: number;
}

export async function fillTexts(
  url: string,
  { texts, searched, mostBytes }: Size,
  say: (sentence: string) => void,
): Promise<Filled> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const startedAt = performance.now();
    await client.query(
      `set synchronous_commit = off; set session_replication_role = replica;
       set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 1`,
    );
    const indexes = await dropIndexes(client);
    await makeAccounts(client);
    const all = Math.floor(texts / TEXTS_EACH);
    let made = 0;
    let bytes = 0;
    while (made < all && bytes < mostBytes) {
      const count = Math.min(AT_ONCE, all - made);
      // Half of each part is of the large account: however far it gets, it has half.
      await addConversations(client, { from: made, count, all });
      made += count;
      bytes = await bytesOf(client);
      if ((made / AT_ONCE) % 10 === 0) say(`${made * TEXTS_EACH} texts, ${Math.round(bytes / 1e9)} GB`);
    }
    say('indexes');
    for (const { table, definition } of indexes)
      if (table !== 'message_search') await client.query(definition);
    const { rows } = await client.query<{ id: string }>("select id from accounts where name = 'Large'");
    const accountId = rows[0]?.id ?? '';
    say('words');
    await addWords(client, accountId, searched);
    for (const { table, definition } of indexes)
      if (table === 'message_search') await client.query(definition);
    for (const table of TABLES) await client.query(`vacuum (analyze) ${table}`);
    await client.query('analyze; checkpoint');
    return {
      accountId,
      texts: made * TEXTS_EACH,
      searched,
      bytes: await bytesOf(client),
      seconds: Math.round((performance.now() - startedAt) / 1000),
    };
  } finally {
    await client.end();
  }
}

/** All but those of keys, which the rows come in the order of. */
async function dropIndexes(client: pg.Client): Promise<{ table: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relname = any($1) and c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows;
}

async function makeAccounts(client: pg.Client): Promise<void> {
  await client.query(
    `insert into accounts (id, name, type, plan_type)
     select gen_random_uuid(), case n when 0 then 'Large' else 'Account ' || n end, 'team', 'monthly'
       from generate_series(0, ${OTHERS}) n`,
  );
  await client.query(
    `insert into users (account_id, id, user_type, first_name, last_name, email, password_hash, timezone)
     select id, gen_random_uuid(), case n when 0 then 'admin' else 'member' end, 'Person', n::text,
            'person' || n || '@' || replace(lower(name), ' ', '') || '.example.com', 'none', 'America/Chicago'
       from accounts, generate_series(0, ${SEATS - 1}) n where n < 20 or name = 'Large'`,
  );
  await client.query(
    `insert into seats (account_id, id, user_id, status, seat_role, seat_type)
     select account_id, id, id, 'used', 'recruiter', 'texter' from users`,
  );
  await client.query(
    `insert into numbers (account_id, id, seat_id, phone_number, carrier, link_status, linked_at)
     select account_id, id, id, '+1' || (2120000000 + row_number() over (order by account_id, id))::text, 'simulated', 'linked', now()
       from seats`,
  );
  await client.query(
    `create temporary table places as
     select s.account_id, s.id as seat_id, a.name = 'Large' as large, row_number() over (partition by a.name = 'Large' order by s.id) - 1 as place
       from seats s join accounts a on a.id = s.account_id;
     create index on places (large, place); analyze places`,
  );
}

const idOf = (at: string, k: string | number) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || substr(md5(n || ' ' || ${k}), 1, 20))::uuid`;

/** Of each two conversations, one is of the large account. Now and then one of its texts failed, or waits to go out. */
async function addConversations(
  client: pg.Client,
  { from, count, all }: { from: number; count: number; all: number },
): Promise<void> {
  await client.query(
    `create temporary table made as
     select n, p.account_id, p.seat_id, gen_random_uuid() as candidate_id,
            '+1' || (3000000000 + n)::text as phone_number, s.at,
            (lpad(to_hex((extract(epoch from s.at) * 1000)::bigint), 12, '0') || substr(md5(n::text), 1, 20))::uuid as id
       from (select n, n % 2 = 0 as large, date_trunc('milliseconds',
                    now() - interval '${YEARS} years' + (n::float / ${all}) * interval '${YEARS} years' - interval '3 days') as at
               from generate_series(${from}, ${from + count - 1}) n) s
       join places p on p.large = s.large
        and p.place = (n / 2) % case when s.large then ${SEATS} else ${OTHERS * 20} end`,
  );
  await client.query(
    `insert into candidates (account_id, id, first_name, last_name, phone_number, created_at, updated_at)
     select account_id, candidate_id, 'Candidate', n::text, phone_number, at, at from made order by account_id, phone_number`,
  );
  // Most are archived in the end, as where people work an inbox down; each twentieth waits.
  await client.query(
    `insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_at, last_inbound_at, unread_count,
            waiting_since, archived_at, last_message_id)
     select account_id, id, seat_id, candidate_id, seat_id, last_at, last_at, (n / 400 % 20 = 19)::int,
            case when n / 400 % 20 = 19 then last_at end, case when n / 400 % 10 < 7 then last_at end,
            ${idOf('last_at', TEXTS_EACH - 1)}
       from (select *, at + ${TEXTS_EACH - 1} * interval '2 hours' as last_at from made) m order by account_id, id`,
  );
  await client.query(
    `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number, created_at,
            claimed_at, sent_at, delivered_at, send_after, carrier_id, sender_id, is_automatic, error_code, seat_id, person_id, updated_at)
     select account_id,
            ${idOf('at', 'k')}, id,
            case when ours then 'outbound' else 'inbound' end,
            'Thanks, that works for me. See you at the interview on day ' || n % 3650 || '!',
            case when not ours then 'received' when waits then 'queued' when fails then 'undelivered' else 'delivered' end,
            1, seat_id, phone_number, at, case when ours and not waits then at end, case when ours and not waits then at end,
            case when ours and not waits and not fails then at end, case when waits then at end,
            case when not waits then 'SM' || n || '-' || k end, case when ours then seat_id end, false,
            case when ours and fails then 'unreachable' end, seat_id, seat_id, at
       from (select m.account_id, m.id, m.seat_id, m.phone_number, m.n, k, m.at + k * interval '2 hours' as at, k % 2 = 0 as ours,
                    (n + k) % 30 = 0 as fails, k = ${TEXTS_EACH - 1} and n > ${all} - 1000 as waits
               from made m, generate_series(0, ${TEXTS_EACH - 1}) k) t
      order by account_id, at`,
  );
  await client.query('drop table made');
}

/** As the job writes them (text-index), but all at once. */
async function addWords(client: pg.Client, accountId: string, texts: number): Promise<void> {
  await client.query(
    `create temporary table found as
     select id, created_at, (row_number() over (order by created_at, id) - 1) / ${BUCKET} as place
       from (select id, created_at from messages where account_id = '${accountId}' order by created_at desc, id desc limit ${texts}) m`,
  );
  await client.query(
    `create temporary table buckets as
     with added as (
       insert into search_buckets (account_id, starts_at, texts, first_at, last_at)
       select '${accountId}', case place when 0 then 'epoch' else min(created_at) end, count(*), min(created_at), max(created_at)
         from found group by place order by place
       returning id, first_at)
     select id, row_number() over (order by first_at) - 1 as place from added`,
  );
  const { rows } = await client.query<{ id: string; place: string }>('select id, place from buckets');
  await client.query(
    `create temporary table prefixes as select * from unnest($1::bigint[], $2::bigint[], $3::text[]) as p (place, id, prefix)`,
    [
      rows.map(({ place }) => place),
      rows.map(({ id }) => id),
      rows.map(({ id }) => `${BigInt(id).toString(36)}:`),
    ],
  );
  await client.query(
    `insert into message_search (account_id, message_id, conversation_id, created_at, bucket_id, state, terms)
     select m.account_id, m.id, m.conversation_id, m.created_at, p.id,
            case when m.status = 'undelivered' then 'failed' else 'settled' end,
            array_to_tsvector(array(
              select p.prefix || word from unnest(
                regexp_split_to_array(lower(m.body), '[^a-z0-9]+') || array['/', '/p' || right(m.person_id::text, 12)]) as word
               where word <> ''))
       from found f join prefixes p using (place) join messages m on m.account_id = '${accountId}' and m.id = f.id`,
  );
}

async function bytesOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes);
}
