import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Connection, connect, type Db, inTransaction } from '../../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { countByHand, storedFigures } from '../../../testing/figures-model.ts';
import { howMany } from '../../../testing/how-long.ts';
import { recountAll } from '../../../testing/recount-all.ts';
import { runCheckFigures } from './check-figures.ts';
import { feedMarks } from './feed.ts';
import { findMarks, removeMarks } from './marks.ts';
import { readFigureLag } from './read-lag.ts';
import { lockFigures, recount } from './recount.ts';
import { recountMarked, rollUpNow, startRollUp, takeTurn } from './roll-up.ts';

/* Whatever happens to texts, in whatever order, and whenever figures are brought into step: they are what the texts come to. */

let database: TestDatabase;
let connection: Connection;
let db: Db;
const logged: { msg: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) });

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 4, onError: () => {} });
  db = connection.db;
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const query = async (text: string, values: unknown[] = []) =>
  (await connection.pool.query(text, values)).rows;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Place {
  accountId: string;
  conversationId: string;
  seat: { id: string; userId: string | null };
  numberId: string;
  phone: string;
}

let numbers = 0;
/** An account with conversations of two seats. */
async function makePlaces(count: number): Promise<Place[]> {
  const accountId = crypto.randomUUID();
  await query(`insert into accounts (id, name, type, plan_type) values ($1, 'Acme', 'team', 'monthly')`, [
    accountId,
  ]);
  const seats = [0, 1].map(() => ({ id: crypto.randomUUID(), userId: crypto.randomUUID() as string | null }));
  for (const { id } of seats)
    await query(
      `insert into seats (account_id, id, status, seat_role, seat_type) values ($1, $2, 'available', 'recruiter', 'texter')`,
      [accountId, id],
    );
  const places: Place[] = [];
  for (let index = 0; index < count; index += 1) {
    const seat = seats[index % 2] ?? { id: '', userId: null };
    numbers += 1;
    const place = {
      accountId,
      conversationId: crypto.randomUUID(),
      seat,
      numberId: seat.id,
      phone: `+1212${5_550_000 + numbers}`,
    };
    const candidateId = crypto.randomUUID();
    await query(
      `insert into candidates (account_id, id, first_name, last_name, phone_number) values ($1, $2, 'Kim', 'Lee', $3)`,
      [accountId, candidateId, place.phone],
    );
    await query(
      `insert into conversations (account_id, id, seat_id, candidate_id, last_message_at) values ($1, $2, $3, $4, now())`,
      [accountId, place.conversationId, seat.id, candidateId],
    );
    places.push(place);
  }
  return places;
}

const note = (place: Place, id: string, kind: 'message.created' | 'message.updated') =>
  query('insert into live_events (account_id, kind, subject_id, message_id) values ($1, $2, $3, $4)', [
    place.accountId,
    kind,
    place.conversationId,
    id,
  ]);

interface Written {
  direction: 'inbound' | 'outbound';
  at: number;
  isTyped?: boolean;
  templateId?: string | null;
  automationId?: string | null;
  scheduledAt?: number | null;
  isCall?: boolean;
  segments?: number;
}

/** What the product writes of a text, and that it leaves a note. */
async function write(place: Place, text: Written): Promise<string> {
  const id = crypto.randomUUID();
  const isInbound = text.direction === 'inbound';
  const isTyped = !isInbound && text.isTyped !== false;
  await query(
    `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
            sender_id, is_automatic, carrier_id, created_at, scheduled_at, call_outcome, template_id, automation_id, seat_id, person_id)
     values ($1, $2, $3, $4, '', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      place.accountId,
      id,
      place.conversationId,
      text.direction,
      isInbound ? 'received' : 'queued',
      text.segments ?? 1,
      place.numberId,
      place.phone,
      isTyped ? place.seat.userId : null,
      !isInbound && !isTyped,
      isInbound && !text.isCall ? `SM${id}` : null,
      new Date(text.at),
      text.scheduledAt ? new Date(text.scheduledAt) : null,
      text.isCall ? 'missed' : null,
      text.templateId ?? null,
      text.automationId ?? null,
      place.seat.id,
      place.seat.userId,
    ],
  );
  await note(place, id, 'message.created');
  return id;
}

async function accept(place: Place, id: string, at: number): Promise<void> {
  await query(
    `update messages set status = 'sent', claimed_at = $2, sent_at = $3, carrier_id = 'SM' || id where id = $1`,
    [id, new Date(at), new Date(at + 400)],
  );
  await note(place, id, 'message.updated');
}

const ids = fc.constantFrom('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222');
const thread = fc.constantFrom(0, 0, 0, 1, 2);
const delay = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1000, max: 20 * MINUTE }),
  fc.integer({ min: MINUTE, max: 5 * DAY }),
  fc.integer({ min: MINUTE, max: 5 * DAY }),
  fc.integer({ min: 20 * DAY, max: 45 * DAY }),
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      thread,
      kind: fc.constantFrom('typed', 'typed', 'automatic', 'confirmation'),
      template: fc.option(ids),
      wait: fc.option(fc.integer({ min: MINUTE, max: 40 * DAY }), { freq: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      text: fc.nat(9),
      refused: fc.nat(6),
      late: fc.constantFrom(0, 0, 20 * MINUTE, DAY),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('receipt' as const),
      text: fc.nat(9),
      status: fc.constantFrom('delivered', 'undelivered', 'sent'),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('receive' as const),
      thread,
      late: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 * DAY })),
      isCall: fc.nat(5).map((number) => number === 0),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: delay }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), text: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seat' as const), thread, isFree: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('optOut' as const), thread }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pass' as const), workers: fc.constantFrom(1, 1, 2) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'broken' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const broken = new Error('broken off');
async function breakOff(accountId: string): Promise<void> {
  const tries = [(tx: Db) => feedMarks(tx), (tx: Db) => recountMarked({ db: tx }, accountId)];
  for (const work of tries)
    await inTransaction(db, async (tx) => {
      await work(tx);
      throw broken;
    }).catch((error: unknown) => expect(error).toBe(broken));
}

/** Eagerly: after each step. */
async function play(steps: Step[], isEager: boolean): Promise<string> {
  const places = await makePlaces(3);
  const placeOf = (index: number) => places[index] as Place;
  const { accountId } = placeOf(0);
  const written: { id: string; place: Place; dueAt: number; state: 'waiting' | 'accepted' | 'over' }[] = [];
  const textOf = (back: number, state: string) =>
    written.filter((text) => text.state === state).at(-1 - back);
  let now = Date.parse('2026-03-05T09:07:00Z');
  for (const it of steps) {
    now += 7000;
    if (isEager) await takeTurn({ db, log });
    if (it.do === 'write') {
      const place = placeOf(it.thread);
      const isTyped = it.kind === 'typed' && place.seat.userId !== null;
      const id = await write(place, {
        direction: 'outbound',
        at: now,
        isTyped,
        templateId: isTyped ? it.template : null,
        automationId: it.kind === 'automatic' ? it.template : null,
        scheduledAt: it.wait === null ? null : now + it.wait,
        segments: 1 + (it.thread % 3),
      });
      written.push({ id, place, dueAt: now + (it.wait ?? 0), state: 'waiting' });
    } else if (it.do === 'settle') {
      const text = written.filter(({ state, dueAt }) => state === 'waiting' && dueAt <= now).at(-1 - it.text);
      if (text === undefined) continue;
      if (it.refused === 0) {
        await query(
          `update messages set status = 'failed', error_code = 'invalid_number', claimed_at = $2 where id = $1`,
          [text.id, new Date(now)],
        );
        await note(text.place, text.id, 'message.updated');
      } else await accept(text.place, text.id, Math.max(text.dueAt, now - it.late));
      text.state = it.refused === 0 ? 'over' : 'accepted';
    } else if (it.do === 'receipt') {
      const text = textOf(it.text, 'accepted');
      if (text === undefined) continue;
      for (let time = 0; time < it.times; time += 1) {
        const code = it.status === 'undelivered' ? 'unreachable' : null;
        await query('update messages set status = $2, error_code = $3 where id = $1', [
          text.id,
          it.status,
          code,
        ]);
        await note(text.place, text.id, 'message.updated');
      }
    } else if (it.do === 'receive')
      await write(placeOf(it.thread), {
        direction: 'inbound',
        at: now - it.late,
        isCall: it.isCall && it.late === 0,
      });
    else if (it.do === 'wait') now += it.ms;
    else if (it.do === 'cancel') {
      const text = textOf(it.text, 'waiting');
      if (text === undefined) continue;
      await query(`update messages set status = 'canceled' where id = $1`, [text.id]);
      await note(text.place, text.id, 'message.updated');
      text.state = 'over';
    } else if (it.do === 'seat') placeOf(it.thread).seat.userId = it.isFree ? null : crypto.randomUUID();
    else if (it.do === 'optOut') {
      const place = placeOf(it.thread);
      await query(
        `insert into consent_events (account_id, id, phone_number, change, source, created_at, seat_id, person_id, number_id)
         values ($1, $2, $3, 'optedOut', 'carrier', $4, $5, $6, $7)`,
        [
          accountId,
          crypto.randomUUID(),
          place.phone,
          new Date(now),
          place.seat.id,
          place.seat.userId,
          place.numberId,
        ],
      );
    } else if (it.do === 'pass')
      await Promise.all(Array.from({ length: it.workers }, () => takeTurn({ db, log })));
    else await breakOff(accountId);
  }
  return accountId;
}

describe('figures', () => {
  it('are what the texts come to, whenever they are brought into step', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
        fc.boolean(),
        async (steps, isEager) => {
          const accountId = await play(steps, isEager);
          await rollUpNow({ db, log });
          const stored = await storedFigures(connection.pool, accountId);
          expect(stored).toEqual(await countByHand(connection.pool, accountId));
          expect(await recountAll(db, accountId)).toBe(0);
          expect(await storedFigures(connection.pool, accountId)).toEqual(stored);
        },
      ),
      { numRuns: howMany(12, 60) },
    );
    expect(logged).toEqual([]);
    await query('truncate accounts, text_facts, text_sums cascade');
  });

  it('follow while a worker runs, until it is closed', async () => {
    const place = await makeCounted();
    await write(place, { direction: 'inbound', at: T0 + DAY });
    let held: string[] = [];
    const running = startRollUp(
      { db, log },
      {
        tryLock: async (keys) => {
          held = keys;
          return keys;
        },
        unlock: async (key) => {
          held = held.filter((one) => one !== key);
        },
        lost: new AbortController().signal,
      },
    );
    await expect
      .poll(() => storedFigures(connection.pool, place.accountId))
      .toEqual(await countByHand(connection.pool, place.accountId));
    expect(held).toEqual(['roll-up']);
    await running.close();
    expect(held).toEqual([]);
  });

  it.each<[string, (place: Place, then: (step: Promise<unknown>) => Promise<void>) => Promise<void>]>([
    [
      'a text before that was answered, and then someone turns out to have texted in between',
      async (place, then) => {
        const used = await write(place, { direction: 'outbound', at: T0, templateId: TEMPLATE });
        await then(accept(place, used, T0 + MINUTE));
        const typed = await write(place, { direction: 'outbound', at: T0 + 60 * MINUTE });
        await then(write(place, { direction: 'inbound', at: T0 + 120 * MINUTE }));
        await then(accept(place, typed, T0 + 61 * MINUTE));
      },
    ],
    [
      'texts after one that comes in late',
      async (place, then) => {
        const start = await write(place, { direction: 'outbound', at: T0 });
        await then(accept(place, start, T0));
        await then(write(place, { direction: 'inbound', at: T0 + 120 * MINUTE }));
        const answer = await write(place, { direction: 'outbound', at: T0 + 180 * MINUTE });
        await then(accept(place, answer, T0 + 180 * MINUTE));
        await then(write(place, { direction: 'inbound', at: T0 + 60 * MINUTE }));
      },
    ],
    [
      'a start that is none, since a text was scheduled before it',
      async (place, then) => {
        const early = await write(place, { direction: 'outbound', at: T0, scheduledAt: T0 + 2 * DAY });
        await then(write(place, { direction: 'inbound', at: T0 + DAY }));
        await then(accept(place, early, T0 + 2 * DAY));
      },
    ],
    [
      'an answer after a quiet month that turns out not to have been quiet',
      async (place, then) => {
        const first = await write(place, { direction: 'outbound', at: T0 });
        await then(accept(place, first, T0));
        const between = await write(place, { direction: 'outbound', at: T0 + 20 * DAY });
        const again = await write(place, { direction: 'outbound', at: T0 + 40 * DAY });
        await then(accept(place, again, T0 + 40 * DAY));
        await then(write(place, { direction: 'inbound', at: T0 + 40 * DAY + 90 * MINUTE }));
        expect(await answerMinutes(place.accountId)).toEqual([90]);
        await then(accept(place, between, T0 + 20 * DAY));
        expect(await answerMinutes(place.accountId)).toEqual([43_200]);
      },
    ],
  ])('count again %s', async (_name, happen) => {
    const [place] = (await makePlaces(1)) as [Place];
    place.seat.userId = crypto.randomUUID();
    await happen(place, async (step) => {
      await step;
      await rollUpNow({ db, log });
      expect(await storedFigures(connection.pool, place.accountId)).toEqual(
        await countByHand(connection.pool, place.accountId),
      );
    });
    expect(await recountAll(db, place.accountId)).toBe(0);
  });
});

/** A note waits while any transaction of the cluster is open, also one of another test. */
const untilFed = () =>
  vi.waitFor(async () => {
    while (await feedMarks(db));
    expect((await readFigureLag(connection.pool)).seconds).toBe(0);
  });

async function answerMinutes(accountId: string): Promise<number[]> {
  const { rows } = await connection.pool.query<{ minutes: number }>(
    'select minutes from text_facts where account_id = $1 and minutes is not null',
    [accountId],
  );
  return rows.map(({ minutes }) => minutes);
}

const T0 = Date.parse('2026-03-05T09:07:00Z');
const TEMPLATE = crypto.randomUUID();

/** One with a text that was sent and one that came in, both counted. */
async function makeCounted(): Promise<Place> {
  const [place] = (await makePlaces(1)) as [Place];
  place.seat.userId = crypto.randomUUID();
  await accept(place, await write(place, { direction: 'outbound', at: T0 }), T0);
  await write(place, { direction: 'inbound', at: T0 + 60 * MINUTE });
  await rollUpNow({ db, log });
  return place;
}

const expectRight = async ({ accountId }: Place) =>
  expect(await storedFigures(connection.pool, accountId)).toEqual(
    await countByHand(connection.pool, accountId),
  );

describe('marks', () => {
  it('that come while texts are counted stay', async () => {
    const place = await makeCounted();
    await write(place, { direction: 'inbound', at: T0 });
    const mark = 'insert into fact_marks (account_id, source_id) values ($1, $2)';
    const values = [place.accountId, place.conversationId];
    await query(mark, values);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await inTransaction(db, async (tx) => {
      await lockFigures(tx, place.accountId);
      const seen = await findMarks(tx, place.accountId, 96);
      expect(seen.rows.length).toBeGreaterThan(0);
      await recount(tx, place.accountId, sql`select unnest(${seen.sourceIds}::uuid[])`);
      await other.query(
        `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number, created_at, carrier_id)
         values ($1, gen_random_uuid(), $2, 'outbound', '', 'sent', 1, $3, $4, $5, 'SM')`,
        [place.accountId, place.conversationId, place.numberId, place.phone, new Date(T0 + MINUTE)],
      );
      await other.query(mark, values);
      await removeMarks(tx, place.accountId, seen);
    });
    await other.end();
    expect(await query('select 1 from fact_marks where account_id = $1', [place.accountId])).toHaveLength(1);
    await rollUpNow({ db, log });
    await expectRight(place);
  });

  it('of a long thread are one, and it is read once', async () => {
    const place = await makeCounted();
    const count = 1000;
    // As someone's machine may text, most of the time unanswered.
    const texts = await query(
      `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
              sender_id, carrier_id, created_at)
       select $1, gen_random_uuid(), $2, case when g % 10 = 0 and g < $7 / 2 then 'outbound' else 'inbound' end, '', 'received', 1, $3, $4,
              case when g % 10 = 0 then $5::uuid end, 'LONG' || g, $6::timestamptz + g * interval '1 minute'
         from generate_series(1, $7::int) g returning account_id as "accountId", id`,
      [
        place.accountId,
        place.conversationId,
        place.numberId,
        place.phone,
        place.seat.id,
        new Date(T0 + 9 * DAY),
        count,
      ],
    );
    await query(
      `insert into live_events (account_id, kind, subject_id, message_id)
       select account_id, 'message.created', conversation_id, id from messages where id = any($1)`,
      [texts.map(({ id }) => id)],
    );
    await query('analyze messages');
    await untilFed();
    const marks = await query('select 1 from fact_marks where account_id = $1', [place.accountId]);
    expect(marks).toHaveLength(1);
    const read = await inTransaction(db, async (tx) => {
      await lockFigures(tx, place.accountId);
      await recount(tx, place.accountId, sql`select id from conversations`);
      const { rows } = await sql<{ count: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'messages'`.execute(
        tx,
      );
      return rows[0]?.count ?? 0;
    });
    expect(read).toBeGreaterThan(count);
    expect(read).toBeLessThan(3 * count);
    await rollUpNow({ db, log });
    await expectRight(place);
  });

  it('are left by who opts out without a text', async () => {
    const place = await makeCounted();
    await query(
      `insert into consent_events (account_id, id, phone_number, change, source, created_at)
       values ($1, gen_random_uuid(), $2, 'optedOut', 'reviewed', $3)`,
      [place.accountId, place.phone, new Date(T0 + DAY)],
    );
    await rollUpNow({ db, log });
    await expectRight(place);
  });

  it.each([
    ['notes may have been lost', `moved_at = now() - interval '24 hours'`],
    ['the position is of another cluster', `seen = '9000000000:9000000000:'`],
  ])('are not enough once %s: everything is counted again', async (_name, position) => {
    const place = await makeCounted();
    const id = await write(place, { direction: 'inbound', at: Date.now() - DAY });
    await query('delete from live_events where message_id = $1', [id]);
    await rollUpNow({ db, log });
    expect(await storedFigures(connection.pool, place.accountId)).not.toEqual(
      await countByHand(connection.pool, place.accountId),
    );
    const missed = () => query('select 1 from figure_position where missed_since is not null');
    await query('update figure_position set missed_since = null');
    await query(`update figure_position set ${position}`);
    await rollUpNow({ db, log });
    const jobs = `select 1 from graphile_worker.jobs where task_identifier = 'checkFigures'`;
    expect(await query(jobs)).toHaveLength(1);
    expect(await missed()).toHaveLength(1);
    await query(`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
    await runCheckFigures({ db, log }, place);
    await expectRight(place);
    // Of one account only.
    expect(await missed()).toHaveLength(1);
    await runCheckFigures({ db, log });
    expect(await missed()).toHaveLength(0);
    expect(logged.splice(0)).toHaveLength(1);
  });

  it('of a long transaction come once it commits, and others before', async () => {
    const [slow, quick] = [await makeCounted(), await makeCounted()];
    const id = crypto.randomUUID();
    const held = await connection.pool.connect();
    await held.query('begin');
    await held.query(
      `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number, created_at)
       values ($1, $2, $3, 'inbound', '', 'received', 1, $4, $5, $6)`,
      [slow.accountId, id, slow.conversationId, slow.numberId, slow.phone, new Date(T0 + DAY)],
    );
    await held.query(
      `insert into live_events (account_id, kind, subject_id, message_id) values ($1, 'message.created', $2, $3)`,
      [slow.accountId, slow.conversationId, id],
    );
    for (let day = 2; day < 5; day += 1) {
      await write(quick, { direction: 'inbound', at: T0 + day * DAY });
      await rollUpNow({ db, log });
      await expectRight(quick);
    }
    await held.query('commit');
    held.release();
    await rollUpNow({ db, log });
    await expectRight(slow);
  });

  it('of one account that fails stay, and keep no other from its figures', async () => {
    const [bad, good] = [await makeCounted(), await makeCounted()];
    for (const place of [bad, good]) await write(place, { direction: 'inbound', at: T0 + 2 * DAY });
    const most = (count: number) =>
      query(
        `update text_sums set received = $2 where account_id = $1 and grain = 'month' and kind = 'everyone'`,
        [bad.accountId, count],
      );
    await most(2_147_483_647);
    await untilFed();
    await takeTurn({ db, log });
    await expectRight(good);
    expect(logged.splice(0).map(({ msg }) => msg)).toEqual([
      'figures of an account could not be brought into step',
    ]);
    await most(1);
    await rollUpNow({ db, log });
    await expectRight(bad);
  });
});

it('takes turns, so that accounts that are always busy keep no other waiting', async () => {
  const [one, other] = await Promise.all([makeCounted(), makeCounted()]);
  const first = one.accountId < other.accountId ? one : other;
  const second = first === one ? other : one;
  const busy = () =>
    query('insert into fact_marks (account_id, source_id) values ($1, $2)', [
      first.accountId,
      first.conversationId,
    ]);
  await write(second, { direction: 'inbound', at: T0 + 3 * DAY });
  await untilFed();
  const place = { after: '' };
  for (let turn = 0; turn < 2; turn += 1) {
    await busy();
    // Time for one account.
    let asked = 0;
    const closing = {
      get aborted() {
        asked += 1;
        return asked > 1;
      },
    } as AbortSignal;
    expect(await takeTurn({ db, log }, closing, place)).toBe(true);
  }
  await expectRight(second);
  await rollUpNow({ db, log });
});

it('counts fewer conversations at once where many are too many', async () => {
  const places = await makePlaces(30);
  for (const place of places) await write(place, { direction: 'inbound', at: T0 });
  // Stands for the time limit of a statement.
  await query(`
    create function too_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from written) > 10 then raise 'It took too long'; end if;
      return null;
    end $$`);
  await query(`
    create trigger too_many after insert on text_facts
      referencing new table as written for each statement execute function too_many()`);
  try {
    await untilFed();
    while (await takeTurn({ db, log }));
    expect(logged.splice(0)).toEqual([]);
    const [place] = places as [Place];
    await expectRight(place);
    await query('delete from text_facts where account_id = $1', [place.accountId]);
    await runCheckFigures({ db, log }, place);
    await expectRight(place);
    expect(logged.splice(0)).toMatchObject([{ facts: 30 }]);
  } finally {
    await query('drop function too_many cascade');
  }
});

describe('every night', () => {
  it.each([
    ['a text', `update text_facts set delivered = not delivered, minutes = 7 where account_id = $1 and sent`],
    ['a text that is gone', 'delete from text_facts where account_id = $1 and received'],
    [
      'a text that is counted twice',
      'insert into text_facts select * from text_facts where account_id = $1 and sent',
    ],
    [
      'a day',
      `update text_sums set received = 0 where account_id = $1 and grain = 'day' and kind = 'person' and received > 0`,
    ],
    ['answers of a month', `delete from text_sums where account_id = $1 and kind = 'minutes'`],
    [
      'everyone',
      `update text_sums set starts_at = starts_at + interval '15 minutes' where account_id = $1 and grain = 'quarter'`,
    ],
  ])('wrong figures of %s are corrected, and reported', async (_name, spoil) => {
    const place = await makeCounted();
    await query(spoil, [place.accountId]);
    await runCheckFigures({ db, log });
    await expectRight(place);
    expect(logged.splice(0)).toEqual([
      expect.objectContaining({
        accountId: place.accountId,
        msg: 'figures of an account were wrong and have been corrected',
      }),
    ]);
    await runCheckFigures({ db, log });
    expect(logged.splice(0)).toEqual([]);
  });

  it('so are those of an account without any', async () => {
    const place = await makeCounted();
    await query('delete from text_facts where account_id = $1', [place.accountId]);
    await query('update text_sums set by_us = 7 where account_id = $1', [place.accountId]);
    await runCheckFigures({ db, log }, place);
    await expectRight(place);
    expect(logged.splice(0)).toHaveLength(1);
  });
});
