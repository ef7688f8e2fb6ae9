import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedCandidate } from '../../../contract/candidates.ts';
import type { QueryInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import { stepsOf } from '../../db/migration-steps.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { receiveText, sendText } from '../../testing/texting.ts';
import { listCandidateIds } from './list-store.ts';
import { termsOf } from './search/search-terms.ts';
import { findCandidatesByIds } from './store.ts';

type Query = QueryInput<typeof routes.listCandidates>;

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let ben: Recruiter;
/** By first name. */
const people: Record<string, ListedCandidate> = {};
let welding: string;
let nursing: string;
let stages: { id: string; name: string }[];

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  ben = await app.addColleague(ana, 'member');
  const add = async (firstName: string, more: object = {}) => {
    const body = { firstName, lastName: 'Ito', phoneNumber: candidatePhone(), ...more };
    const { id } = await ana.call(routes.createCandidate, { body });
    app.clock.advance(60_000);
    return id;
  };
  await add('Émile', { tags: ['Night shift'], jobTitle: 'Forklift operator' });
  await add('zoe', { tags: ['night shift', 'nurse'] });
  await add('Ed', { tags: ['nights'] });
  await add('Dora');
  await add('Abe', { lastName: 'Zúñiga' });
  welding = (await ana.call(routes.createJob, { body: { name: 'Sr. Soudeur / Welder' } })).id;
  nursing = (await ana.call(routes.createJob, { body: { name: 'Night RN' } })).id;
  stages = await ana.call(routes.listJobStages, {});
  for (const candidate of await all({})) people[candidate.firstName] = candidate;
  const apply = (name: string, jobId: string, stage: string) =>
    ana.call(routes.createApplication, { body: { candidateId: idOf(name), jobId, stageId: stageOf(stage) } });
  await apply('zoe', welding, 'Lead');
  await apply('Ed', welding, 'Offer');
  await apply('Ed', nursing, 'Lead');
  await sendText(ben, phoneOf('Dora'), 'Are you still looking, Dora?');
  await app.deps.pool.query(
    "update conversations set last_message_at = last_message_at - interval '40 days' where candidate_id = $1",
    [idOf('Dora')],
  );
  await receiveText(app, ben, phoneOf('Ed'), 'Is the welder job open?');
  app.clock.advance(1000);
  await sendText(ana, phoneOf('Émile'), 'Hi Émile');
  app.clock.advance(1000);
  await receiveText(app, ana, phoneOf('zoe'), 'STOP');
  // Not the latest with him.
  app.clock.advance(1000);
  await sendText(ana, phoneOf('Ed'), 'It is!');
});
afterAll(() => app.stop());

const idOf = (name: string) => people[name]?.id ?? `no ${name}`;
const phoneOf = (name: string) => people[name]?.phoneNumber ?? `no ${name}`;
const stageOf = (name: string) => stages.find((stage) => stage.name === name)?.id ?? `no ${name}`;

/** Page by page. */
async function all(query: Query, person = ana, limit = 2): Promise<ListedCandidate[]> {
  const found: ListedCandidate[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await person.call(routes.listCandidates, {
      query: { ...query, limit, ...(cursor === undefined ? {} : { cursor }) },
    });
    expect(page.items.length).toBeGreaterThan(0);
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

async function names(query: Query, person = ana): Promise<string[]> {
  const { items } = await person.call(routes.listCandidates, { query: { ...query, limit: 50 } });
  return items.map(({ firstName }) => firstName);
}

describe('the order', () => {
  it.each<[Query['sort'], string[]]>([
    [undefined, ['Abe', 'Dora', 'Ed', 'zoe', 'Émile']],
    ['added', ['Abe', 'Dora', 'Ed', 'zoe', 'Émile']],
    ['name', ['Abe', 'Dora', 'Ed', 'Émile', 'zoe']],
    ['lastContact', ['Ed', 'zoe', 'Émile', 'Dora', 'Abe']],
  ])('%s, whatever the size of a page', async (sort, expected) => {
    const query = sort === undefined ? {} : { sort };
    for (const limit of [1, 2, 3, 4, 5, 6])
      expect((await all(query, ana, limit)).map(({ firstName }) => firstName)).toEqual(expected);
  });

  it('by last contact has no regard to what is snoozed or was brought back', async () => {
    const change = (name: string, set: string) =>
      app.deps.pool.query(`update conversations set ${set} where candidate_id = $1`, [idOf(name)]);
    await change('zoe', "snoozed_until = now() + interval '1 day'");
    await change('Dora', 'returned_at = now()');
    for (const limit of [1, 3, 5])
      expect((await all({ sort: 'lastContact' }, ana, limit)).map(({ firstName }) => firstName)).toEqual([
        'Ed',
        'zoe',
        'Émile',
        'Dora',
        'Abe',
      ]);
    expect(await names({ sort: 'lastContact', lastContact: 'over30Days' })).toEqual(['Dora']);
    for (const name of ['zoe', 'Dora']) await change(name, 'snoozed_until = null, returned_at = null');
  });

  it('ends with those who have no name', async () => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Who is this?');
    const last = (await all({ sort: 'name' })).at(-1);
    expect(last).toMatchObject({ firstName: '', phoneNumber: phone });
    await ana.call(routes.deleteCandidate, { params: { id: last?.id ?? '' }, query: {} });
  });
});

describe('the filter', () => {
  it.each<[string, () => Query, string[]]>([
    ['a tag, in any case', () => ({ tag: 'NIGHT shift' }), ['zoe', 'Émile']],
    ['no part of a tag', () => ({ tag: 'night' }), []],
    ['a tag of letters and signs', () => ({ tag: '%' }), []],
    ['a job', () => ({ jobId: welding }), ['Ed', 'zoe']],
    ['a stage of any job', () => ({ stageId: stageOf('Lead') }), ['Ed', 'zoe']],
    ['a stage of one job', () => ({ jobId: welding, stageId: stageOf('Lead') }), ['zoe']],
    ['a job that is none', () => ({ jobId: 'welder' }), []],
    ['a job and a stage of other kinds', () => ({ jobId: welding, stageId: 'lever//1' }), []],
    ['a job of a system that is not connected', () => ({ jobId: 'lever/1' }), []],
    ['the last 7 days', () => ({ lastContact: 'within7Days' }), ['Ed', 'zoe', 'Émile']],
    ['the last 30 days', () => ({ lastContact: 'within30Days' }), ['Ed', 'zoe', 'Émile']],
    ['longer ago', () => ({ lastContact: 'over30Days' }), ['Dora']],
    ['never', () => ({ lastContact: 'never' }), ['Abe']],
    ['opted out', () => ({ optedOut: 'true' }), ['zoe']],
    ['not opted out', () => ({ optedOut: 'false' }), ['Abe', 'Dora', 'Ed', 'Émile']],
    ['several', () => ({ tag: 'night shift', optedOut: 'false' }), ['Émile']],
    ['several that no one meets', () => ({ lastContact: 'never', optedOut: 'true' }), []],
    ['a search in it', () => ({ search: 'ito', tag: 'night shift' }), ['zoe', 'Émile']],
    ['a search and a job', () => ({ search: 'ed', jobId: nursing }), ['Ed']],
  ])('%s', async (_, query, expected) => {
    const sorted = (list: string[]) => [...list].sort();
    for (const sort of ['added', 'name', 'lastContact'] as const)
      expect(sorted(await names({ ...query(), sort }))).toEqual(sorted(expected));
  });

  it("another account's job, stage and tag find no one", async () => {
    const eve = await app.signUp();
    await eve.call(routes.createCandidate, {
      body: { firstName: 'Eve', lastName: '', phoneNumber: candidatePhone() },
    });
    for (const query of [
      { jobId: welding },
      { stageId: stageOf('Lead') },
      { tag: 'nurse' },
      { search: 'rn' },
    ])
      expect(await names(query, eve)).toEqual([]);
    expect(await eve.call(routes.listCandidateTags, {})).toEqual([]);
  });
});

describe('a search finds', () => {
  it.each<[string, string[]]>([
    ['forklift', ['Émile']],
    ['klift', ['Émile']],
    ['welder', ['zoe', 'Ed']],
    ['SOUD', ['zoe', 'Ed']],
    ['ed welder', ['Ed']],
    ['rn night', ['Ed']],
    ['night ito', ['Ed', 'zoe', 'Émile']],
    ['dora welder', []],
    ['welderx', []],
  ])('%s', async (search, expected) => {
    expect((await names({ search })).sort()).toEqual([...expected].sort());
    if (expected.length > 0)
      expect((await all({ search }, ana, 1)).map(({ firstName }) => firstName).sort()).toEqual(
        [...expected].sort(),
      );
  });

  it('a job by its new name, and the inbox as well', async () => {
    await ana.call(routes.updateJob, { params: { id: welding }, body: { name: 'Pipefitter' } });
    expect((await names({ search: 'pipefit' })).sort()).toEqual(['Ed', 'zoe']);
    const inbox = await ben.call(routes.listConversations, { query: { search: 'pipefitter' } });
    expect(inbox.items.map(({ candidate }) => candidate.firstName)).toEqual(['Ed']);
    await ana.call(routes.updateJob, { params: { id: welding }, body: { name: 'Sr. Soudeur / Welder' } });
  });
});

describe('the last contact', () => {
  it("is everyone's, and its words are for those who may see the conversation", async () => {
    const seen = async (person: Recruiter) =>
      Object.fromEntries(
        (await all({}, person)).map(({ firstName, lastContact }) => [
          firstName,
          lastContact && {
            isSeen: lastContact.conversationId !== null,
            body: lastContact.message.body,
            by: lastContact.message.sender?.id ?? null,
          },
        ]),
      );
    expect(await seen(ana)).toEqual({
      Abe: null,
      Dora: { isSeen: true, body: 'Are you still looking, Dora?', by: ben.userId },
      Ed: { isSeen: true, body: 'It is!', by: ana.userId },
      zoe: { isSeen: true, body: 'STOP', by: null },
      Émile: { isSeen: true, body: 'Hi Émile', by: ana.userId },
    });
    expect(await seen(ben)).toEqual({
      Abe: null,
      Dora: { isSeen: true, body: 'Are you still looking, Dora?', by: ben.userId },
      Ed: { isSeen: false, body: null, by: ana.userId },
      zoe: { isSeen: false, body: null, by: null },
      Émile: { isSeen: false, body: null, by: ana.userId },
    });
  });
});

it('lists the tags, most used first', async () => {
  const tags = await ben.call(routes.listCandidateTags, {});
  expect(tags.map(({ tag }) => tag)).toEqual(['Night shift', 'night shift', 'nights', 'nurse']);
  expect(tags.every(({ candidates }) => candidates === 1)).toBe(true);
});

it.each(['tag', 'jobId', 'stageId'])('a null in %s is refused', async (field) => {
  expect(await ana.refusal(routes.listCandidates, { query: { [field]: 'a\u0000' } })).toBe('422 invalid');
});

it.each([
  ['name', '~'],
  ['name', 'x'],
  ['lastContact', '~x'],
  ['lastContact', 'x'],
] as const)('sorted by %s, the cursor %j is malformed', async (sort, cursor) => {
  expect(await ana.refusal(routes.listCandidates, { query: { sort, cursor } })).toBe('400 malformed');
});

it('candidates from before are found by their job title too, as if they had been saved since', async () => {
  const { db, pool } = app.deps;
  const titles = ['Registered nurse, RN', 'Développeur C++', '---', 'A', 'Nurse nurse'];
  const ids: string[] = [];
  for (const jobTitle of titles) {
    const body = { firstName: 'Old', lastName: 'Timer', phoneNumber: candidatePhone(), jobTitle };
    ids.push((await ana.call(routes.createCandidate, { body })).id);
  }
  const rows = await findCandidatesByIds(db, ana.accountId, ids);
  for (const row of rows)
    await pool.query('delete from candidate_terms where candidate_id = $1 and term <> all($2::text[])', [
      row.id,
      termsOf({ ...row, jobTitle: null }),
    ]);
  const url = new URL('../../db/migrations/0017-finding-candidates.sql', import.meta.url);
  const repeated = stepsOf(await readFile(url, 'utf8'))?.find(({ repeats }) => repeats);
  const first = await pool.query(repeated?.sql ?? '');
  expect(first.rowCount).toBeGreaterThan(0);
  expect((await pool.query(repeated?.sql ?? '')).rowCount).toBe(0);
  for (const row of rows) {
    const kept = await pool.query<{ term: string }>(
      'select term from candidate_terms where candidate_id = $1',
      [row.id],
    );
    expect(kept.rows.map(({ term }) => term).sort()).toEqual(termsOf(row).sort());
  }
});

it('a page of a large account reads about as much as it shows', async () => {
  const { db, pool } = app.deps;
  const eve = await app.signUp();
  await pool.query(
    `insert into candidates (account_id, id, first_name, last_name, phone_number, tags)
     select $1, gen_random_uuid(), 'Ben', format('%s', n), '+1' || (2200000000 + n), case when n % 1500 = 0 then '{rare}'::text[] else '{}' end
       from generate_series(1, 6000) as n`,
    [eve.accountId],
  );
  await pool.query(
    `insert into candidate_terms (account_id, term, candidate_id)
     select account_id, 'rare', id from candidates where account_id = $1 and tags = '{rare}'`,
    [eve.accountId],
  );
  await pool.query(
    `insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_id, last_message_at, archived_at)
     select $1, gen_random_uuid(), $2, id, $3, gen_random_uuid(), now() - last_name::int * interval '1 minute',
            case when last_name::int % 2 = 0 then now() end from candidates where account_id = $1`,
    [eve.accountId, eve.seatId, eve.userId],
  );
  await pool.query('analyze candidates, candidate_terms, conversations');
  const session = { accountId: eve.accountId, userId: eve.userId, userType: 'admin' } as Parameters<
    typeof listCandidateIds
  >[1];
  const countRead = async (tx: Tx) => {
    const { rows } = await sql<{ read: number }>`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
        from pg_stat_xact_user_tables where relname in ('candidates', 'conversations')`.execute(tx);
    return rows[0]?.read ?? 0;
  };
  /** How many were found, and how many rows were read for that. */
  const read = (query: Query) =>
    inTransaction(db, async (tx) => {
      const { sort = 'added', tag } = query;
      const asked = { sort, cursor: undefined, limit: 10, filter: { tag }, now: app.clock() };
      // For these values: a plan for all values depends on what other tests have left in the tables.
      await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
      // What earlier transactions of this connection read may not have been reported yet, and counts too.
      const before = await countRead(tx);
      const { ids } = await listCandidateIds(tx, session, asked);
      return { found: ids.length, rows: (await countRead(tx)) - before };
    });
  for (const [query, found] of [
    [{}, 10],
    [{ sort: 'name' }, 10],
    [{ sort: 'lastContact' }, 10],
    [{ tag: 'rare' }, 4],
    [{ tag: 'rare', sort: 'name' }, 4],
  ] as const) {
    const result = await read(query);
    expect(result.found).toBe(found);
    expect(result.rows, JSON.stringify(query)).toBeLessThan(500);
  }
});
