import type pg from 'pg';
import { connect, type Db } from '../server/db/connection.ts';
import { search } from '../server/features/texting/search/search.ts';
import { indexNow } from '../server/features/texting/text-index/keep-index.ts';
import { quantile } from './load.ts';

const TEXTS_EACH = 25;
/** Texts in one statement. */
const AT_ONCE = 250_000;
const PAGE = 25;
const ROUNDS = 12;
/** Texts of a bucket, as text-index/buckets.ts fills them. */
const BUCKET = 16_384;
/** Taken into the search by the job, to see how fast it is. */
const LATEST = 20_000;

/** By rank, the most common first: with nine words a text, every second one has the first. */
const COMMON = ['the', 'you', 'hi', 'to', 'for', 'shift', 'thanks', 'interview', 'tomorrow', 'time'];
const VOCABULARY = 125_000;

interface Times {
  p50Ms: number;
  p95Ms: number;
}

interface SearchCase extends Times {
  who: string;
  what: string;
  found: number;
  /** Of an admin; null for others, for whom it takes as long. */
  yardstickMs: number | null;
}

export interface TextSearchResult {
  texts: number;
  conversations: number;
  indexedPerSecond: number;
  bytesPerText: number;
  all: Times;
  cases: SearchCase[];
}

type Query = Partial<Parameters<typeof search>[3]>;

interface Viewer {
  userId: string;
  userType: 'admin' | 'member';
  seatId: string | null;
}

/** A company with so many texts in one account, searched by an admin and by members with few and many conversations. */
export async function measureTextSearch(
  databaseUrl: string,
  { accountId, userId, seatId }: { accountId: string; userId: string; seatId: string },
  texts: number,
  say: (sentence: string) => void,
): Promise<TextSearchResult> {
  const { db, pool, close } = connect(databaseUrl, { max: 4, statementMs: 600_000, onError: () => {} });
  try {
    const members = await seed(pool, { accountId, userId, seatId }, texts);
    say('taking them into the search');
    await fillIndex(pool, accountId);
    const indexedPerSecond = await timeIndexing(db, pool, accountId);
    await pool.query('vacuum (analyze) message_search');
    const { rows: sizes } = await pool.query<{ bytes: string }>(
      `select pg_total_relation_size('message_search') + pg_total_relation_size('search_buckets') as bytes`,
    );
    say('searching');
    const viewers: Record<string, Viewer> = {
      'an admin': { userId, userType: 'admin', seatId },
      'a member with 20 conversations': member(members.few),
      'a member with 1,500 conversations': member(members.some),
      'a member with half of all': member(members.many),
    };
    const { all, cases } = await measureCases(db, pool, accountId, viewers, members.many);
    return {
      texts,
      conversations: Math.ceil(texts / TEXTS_EACH),
      indexedPerSecond,
      bytesPerText: Number(sizes[0]?.bytes) / texts,
      all,
      cases,
    };
  } finally {
    await close();
  }
}

async function measureCases(
  db: Db,
  pool: pg.Pool,
  accountId: string,
  viewers: Record<string, Viewer>,
  personId: string,
): Promise<Pick<TextSearchResult, 'all' | 'cases'>> {
  const all: number[] = [];
  const cases: SearchCase[] = [];
  for (const [who, viewer] of Object.entries(viewers))
    for (const [what, query] of Object.entries(queries(personId))) {
      const { times, found } = await timeSearch(db, { accountId, ...viewer }, query);
      all.push(...times);
      const yardstickMs = viewer.userType === 'admin' ? await timeYardstick(pool, accountId, query) : null;
      cases.push({ who, what, found, ...quantiles(times), yardstickMs });
    }
  return { all: quantiles(all), cases };
}

/** The latest, by the notes that they would have left. */
async function timeIndexing(db: Db, pool: pg.Pool, accountId: string): Promise<number> {
  await indexNow(db);
  await pool.query(
    `insert into live_events (account_id, kind, subject_id, message_id)
     select account_id, 'message.created', conversation_id, id from messages
      where account_id = $1 order by id desc limit $2`,
    [accountId, LATEST],
  );
  const startedAt = performance.now();
  await indexNow(db);
  return LATEST / ((performance.now() - startedAt) / 1000);
}

const member = (userId: string): Viewer => ({ userId, userType: 'member', seatId: null });
const quantiles = (times: number[]): Times => ({ p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) });

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const queries = (personId: string): Record<string, Query> => ({
  'a very common word': { q: 'hi' },
  'a common word': { q: 'interview' },
  'a rarer word': { q: wordOf(3000) },
  'a rare word': { q: wordOf(100_000) },
  'two common words': { q: 'interview tomorrow' },
  'three words': { q: `thanks shift ${wordOf(300)}` },
  'two rare words': { q: `${wordOf(50_000)} ${wordOf(70_000)}` },
  'two letters': { q: 'in' },
  'the beginning of a word': { q: 'inter' },
  'nothing that is there': { q: 'xylophone' },
  'a phone number': { q: '(312) 555-0142' },
  'a name': { q: 'Candidate 777' },
  'a common word in a month of last year': { q: 'hi', from: daysAgo(430), to: daysAgo(400) },
  'a common word of one person': { q: 'interview', personId },
  'a common word in what failed': { q: 'shift', failed: true },
  attachments: { hasAttachment: true },
  'a rare word with an attachment': { q: wordOf(20_000), hasAttachment: true },
});

/** As the seed makes it. */
function wordOf(rank: number): string {
  const common = COMMON[rank - 1];
  if (common !== undefined) return common;
  const mixed = (rank * 7919) % VOCABULARY;
  const syllable = (n: number) => SYLLABLES.slice((n % 50) * 2, (n % 50) * 2 + 2);
  return syllable(mixed) + syllable(Math.floor(mixed / 50)) + syllable(Math.floor(mixed / 2500));
}
const SYLLABLES =
  'babebibobucacecicocudadedidodufafefifofugagegigogulalelilolumamemimomunanenisasesisosutatetitotuvava';

/** As the index would have them, but all at once; the latest are left to the job. */
async function fillIndex(pool: pg.Pool, accountId: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      "set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
    );
    const { rows: indexes } = await client.query<{ definition: string }>(
      `select pg_get_indexdef('message_search_by_term'::regclass) as definition`,
    );
    await client.query('drop index message_search_by_term');
    await client.query(
      `create temporary table filled as
       select id, place / ${BUCKET} as bucket, created_at
         from (select id, created_at, row_number() over (order by created_at, id) - 1 as place,
                      count(*) over () as texts from messages where account_id = '${accountId}') as m
        where place < texts - ${LATEST}`,
    );
    const { rows: buckets } = await client.query<{ id: string; bucket: string }>(
      `with made as (
         insert into search_buckets (account_id, starts_at, texts, first_at, last_at)
         select '${accountId}', case when bucket = 0 then 'epoch' else min(created_at) end, count(*), min(created_at), max(created_at)
           from filled group by bucket order by bucket
         returning id, first_at)
       select id, row_number() over (order by first_at) - 1 as bucket from made`,
    );
    await client.query(
      `create temporary table prefixes as
       select * from unnest($1::bigint[], $2::bigint[], $3::text[]) as p (bucket, id, prefix)`,
      [
        buckets.map(({ bucket }) => bucket),
        buckets.map(({ id }) => id),
        buckets.map(({ id }) => `${BigInt(id).toString(36)}:`),
      ],
    );
    await client.query('analyze filled, prefixes');
    await client.query(
      `insert into message_search (account_id, message_id, conversation_id, created_at, bucket_id, state, terms)
       select m.account_id, m.id, m.conversation_id, m.created_at, p.id,
              case when m.status = 'undelivered' then 'failed' else 'settled' end,
              array_to_tsvector(array(
                select p.prefix || word from unnest(
                  string_to_array(translate(m.body, '()-', ''), ' ') || array['/', '/p' || right(m.person_id::text, 12)]
                  || case when m.body like '%0142' then '{312,555,0142,3125550142}'::text[] end
                  || case when m.status = 'undelivered' then array['/f'] end
                  || case when exists (
                       select from media where media.account_id = m.account_id and media.message_id = m.id) then array['/a'] end) as word
                 where word <> ''))
         from filled join prefixes p using (bucket)
         join messages m on m.account_id = '${accountId}' and m.id = filled.id`,
    );
    for (const { definition } of indexes) await client.query(definition);
  } finally {
    client.release();
  }
}

async function timeSearch(
  db: Db,
  viewer: Viewer & { accountId: string },
  query: Query,
): Promise<{ times: number[]; found: number }> {
  const deps = { clock: () => new Date() };
  const times: number[] = [];
  let found = 0;
  for (let round = -3; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const page = await search(db, deps, { ...viewer, isDelegate: false }, { q: '', limit: PAGE, ...query });
    if (round >= 0) times.push(performance.now() - startedAt);
    found = page.items.length;
  }
  return { times, found };
}

/** One index of all words, as it is usually made, and the hits sorted by time. Once: it takes seconds for some. */
async function timeYardstick(
  pool: pg.Pool,
  accountId: string,
  { q, from, to, personId, failed, hasAttachment }: Query,
): Promise<number> {
  const words = (q ?? '').toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const ask = words.map((word) => `${word}:*`).join(' & ');
  const conditions = [
    'm.account_id = $1',
    ...(ask === '' ? [] : [`to_tsvector('simple', m.body) @@ '${ask}'::tsquery`]),
    ...(from === undefined ? [] : [`m.created_at >= '${from}'`]),
    ...(to === undefined ? [] : [`m.created_at < '${to}'`]),
    ...(personId === undefined ? [] : [`m.person_id = '${personId}'`]),
    ...(failed ? ["m.status in ('failed', 'undelivered')"] : []),
    ...(hasAttachment
      ? ['exists (select from media p where p.account_id = m.account_id and p.message_id = m.id)']
      : []),
  ];
  const startedAt = performance.now();
  await pool.query(
    `select m.id from messages m where ${conditions.join(' and ')} order by m.created_at desc, m.id desc limit ${PAGE}`,
    [accountId],
  );
  return performance.now() - startedAt;
}

/** Texts of two years, their words as often as words are in a language (Zipf). One in 100 has a picture, one in 100 failed. */
async function seed(
  pool: pg.Pool,
  { accountId, userId, seatId }: { accountId: string; userId: string; seatId: string },
  texts: number,
): Promise<{ few: string; some: string; many: string }> {
  const conversations = Math.ceil(texts / TEXTS_EACH);
  const client = await pool.connect();
  try {
    await client.query(
      "set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
    );
    const { rows } = await client.query<{ id: string }>(
      `insert into users (account_id, id, user_type, first_name, last_name, email, password_hash, timezone)
       select $1, gen_random_uuid(), 'member', 'Person', n::text, 'searcher' || n || '@bench.example.com', 'none', 'America/Chicago'
         from generate_series(1, 3) n returning id`,
      [accountId],
    );
    const [few = '', some = '', many = ''] = rows.map(({ id }) => id);
    await client.query(
      `create temporary table searched as
       select n, gen_random_uuid() as candidate_id, gen_random_uuid() as conversation_id,
              '+1' || (2000000000 + n)::text as phone_number,
              (case when n <= 20 then '${few}' when n <= 1520 then '${some}' when n % 2 = 0 then '${many}' else '${userId}' end)::uuid
                as user_id
         from generate_series(1, ${conversations}) n`,
    );
    await client.query('create unique index on searched (n)');
    await client.query(
      `insert into candidates (account_id, id, first_name, last_name, phone_number)
       select $1, candidate_id, 'Candidate', n::text, phone_number from searched`,
      [accountId],
    );
    await client.query(
      `insert into candidate_terms (account_id, term, candidate_id)
       select $1, term, candidate_id from searched cross join lateral (values ('candidate'), (n::text), (substr(phone_number, 2))) t (term)
           on conflict do nothing`,
      [accountId],
    );
    await client.query(
      `insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_at)
       select $1, conversation_id, $2, candidate_id, user_id, now() from searched`,
      [accountId, seatId],
    );
    const common = `'{${COMMON.join(',')}}'::text[]`;
    const syllable = (n: string) => `substr('${SYLLABLES}', (${n}) % 50 * 2 + 1, 2)`;
    for (let from = 1; from <= texts; from += AT_ONCE)
      await client.query(
        `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
                               created_at, seat_id, person_id)
         select $1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' ||
                     substr(md5(i::text), 4, 15))::uuid,
                conversation_id, case when i % 2 = 0 then 'inbound' else 'outbound' end,
                (select string_agg(case when rank <= ${COMMON.length} then (${common})[rank] else
                          ${syllable('mixed')} || ${syllable('mixed / 50')} || ${syllable('mixed / 2500')} end, ' ')
                        || case when i % 5000 = 0 then ' (312) 555-0142' else '' end
                   from (select rank, rank * 7919 % ${VOCABULARY} as mixed
                           from (select floor(exp(random() * ln(${VOCABULARY})))::int as rank
                                   from generate_series(1, 4 + i % 11)) as drawn) as word),
                case when i % 2 = 0 then 'received' when i % 100 = 1 then 'undelivered' else 'delivered' end, 1, $2,
                phone_number, at, $2, user_id
           from generate_series($3::int, $4::int) i
           join searched on n = (i::bigint * 7919) % ${conversations} + 1
          cross join lateral (
            select date_trunc('milliseconds', now() - (${texts} - i)::float8 / ${texts} * interval '730 days') as at) as moment`,
        [accountId, seatId, from, Math.min(texts, from + AT_ONCE - 1)],
      );
    await client.query(
      `insert into media (account_id, id, message_id, status, content_type)
       select account_id, gen_random_uuid(), id, 'stored', 'image/png' from messages
        where account_id = $1 and id::text like '%00'`,
      [accountId],
    );
    await client.query(
      `create index yardstick_of_words on messages using gin (to_tsvector('simple', body)) where account_id = '${accountId}'`,
    );
    await client.query(
      `update conversations c set last_message_id = last.id, last_message_at = last.created_at
         from (select distinct on (conversation_id) conversation_id, id, created_at from messages
                where account_id = $1 order by conversation_id, created_at desc) as last
        where c.account_id = $1 and c.id = last.conversation_id`,
      [accountId],
    );
    for (const table of ['candidates', 'candidate_terms', 'conversations', 'messages', 'media'])
      await client.query(`vacuum (analyze) ${table}`);
    return { few, some, many };
  } finally {
    client.release();
  }
}
