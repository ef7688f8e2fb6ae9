import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connect, type Db, inTransaction } from '../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { countByHand, storedFigures } from '../../testing/figures-model.ts';
import { runCheckFigures, runRebuildFigures } from './check-figures.ts';
import { feedMarks } from './feed.ts';
import { findMarks, removeMarks } from './marks.ts';
import { recountQuarters } from './recount.ts';
import { recountMarked, rollUpNow, takeTurn } from './roll-up.ts';

/* Whatever happens to texts, in whatever order, and whenever figures are brought into step: they are what the texts come to. */

let database: TestDatabase;
let connection: Connection;
let db: Db;
const said: { msg: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line) => said.push(JSON.parse(line)) });

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
const ALWAYS = { from: new Date(0), to: new Date('2100-01-01') };
const recountAll = (accountId: string) => inTransaction(db, (tx) => recountQuarters(tx, accountId, ALWAYS));

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
const thread = fc.nat(2);
const delay = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1000, max: 20 * MINUTE }),
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
    arbitrary: fc.record({ do: fc.constant('settle' as const), text: fc.nat(9), refused: fc.nat(4) }),
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
      isCall: fc.boolean().map((is) => is),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: delay }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), text: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seat' as const), thread, isFree: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('optOut' as const), thread }) },
  { weight: 3, arbitrary: fc.constant({ do: 'pass' as const }) },
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

async function play(steps: Step[]): Promise<string> {
  const places = await makePlaces(3);
  const placeOf = (index: number) => places[index] as Place;
  const { accountId } = placeOf(0);
  const written: { id: string; place: Place; dueAt: number; state: 'waiting' | 'accepted' | 'over' }[] = [];
  const textOf = (back: number, state: string) =>
    written.filter((text) => text.state === state).at(-1 - back);
  let now = Date.parse('2026-03-05T09:07:00Z');
  for (const it of steps) {
    now += 7000;
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
      } else await accept(text.place, text.id, now);
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
    } else if (it.do === 'pass') await takeTurn({ db, log });
    else await breakOff(accountId);
  }
  return accountId;
}

describe('figures', () => {
  it('are what the texts come to, whenever they are brought into step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const accountId = await play(steps);
        await rollUpNow({ db, log });
        const stored = await storedFigures(connection.pool, accountId);
        expect(stored).toEqual(await countByHand(connection.pool, accountId));
        expect(await recountAll(accountId)).toBe(0);
        expect(await storedFigures(connection.pool, accountId)).toEqual(stored);
      }),
      { numRuns: 60 },
    );
    expect(said).toEqual([]);
  }, 60_000);
});
