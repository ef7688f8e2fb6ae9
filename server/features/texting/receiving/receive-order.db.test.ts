import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { howMany } from '../../../testing/how-long.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { createKeepEvent, LANE_LOCK } from './carrier-events.ts';
import { receiveBatch } from './receive-events.ts';

/* Several receivers on one database, some of which die, against a model that works one text after the other. */

const WORKERS = 3;
const PHONES = 3;
/** So that what one phone writes is in several batches. */
const BATCH = 3;
const MAX_CONFIRMATIONS = 5;

let app: TestApp;
let numbers: Recruiter[];
let keep: ReturnType<typeof createKeepEvent>;
let texts = 0;
let kills = 0;

beforeAll(async () => {
  // What dies on purpose is logged, and the number keeps no pace.
  app = await startTestApp({ logLevel: 'silent' });
  const ana = await app.signUp();
  numbers = [ana, await app.addColleague(ana)];
  keep = createKeepEvent(app.deps);
});
afterAll(() => app.stop());

/** The carrier confirms Yes, and leaves the others to us. */
const BODIES = ['Hi', 'Stop.', 'start please', 'Yes'] as const;

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      phone: fc.nat(PHONES - 1),
      number: fc.nat(1),
      body: fc.constantFrom(...BODIES),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('again' as const), of: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send' as const), phone: fc.nat(PHONES - 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(15) }) },
);

interface Stored {
  carrierId: string;
  phone: string;
  number: number;
  body: string;
}

/** What the account should know when everything is processed, and what it has to know by now. */
class Model {
  readonly threads = new Map<string, string[]>();
  readonly confirmations = new Map<string, number>();
  readonly changes = new Map<string, string[]>();
  readonly out = new Set<string>();
  /** Where the last word about consent was an opt-out, and nothing that could lift it was stored since. */
  readonly surelyOut = new Set<string>();

  receive({ phone, number, body }: Stored): void {
    const thread = `${phone} ${number}`;
    this.threads.set(thread, [...(this.threads.get(thread) ?? []), body]);
    const isOut = this.out.has(phone);
    if (body === 'Stop.') {
      this.surelyOut.add(phone);
      if (!isOut) this.#change(phone, 'optedOut', thread);
    } else if (body !== 'Hi' && isOut) this.#change(phone, 'optedIn', body === 'Yes' ? null : thread);
    if (body !== 'Stop.' && body !== 'Hi') this.surelyOut.delete(phone);
  }

  #change(phone: string, change: 'optedOut' | 'optedIn', confirmedIn: string | null): void {
    if (change === 'optedOut') this.out.add(phone);
    else this.out.delete(phone);
    this.changes.set(phone, [...(this.changes.get(phone) ?? []), change]);
    if (confirmedIn === null) return;
    const count = (this.confirmations.get(confirmedIn) ?? 0) + 1;
    this.confirmations.set(confirmedIn, Math.min(count, MAX_CONFIRMATIONS));
  }
}

async function store({ carrierId, phone, number, body }: Stored): Promise<void> {
  const now = new Date();
  await keep({
    carrier: 'twilio',
    accountId: null,
    messageId: null,
    receivedAt: now,
    event: {
      type: 'inbound',
      carrierId,
      from: phone,
      to: numbers[number]?.number ?? '',
      body,
      media: [],
      occurredAt: now.toISOString(),
      carrierOptOut: null,
    },
  });
}

/** The worker in the middle of a batch. */
async function kill(): Promise<void> {
  const { rowCount } = await app.deps.pool.query(
    `select pg_terminate_backend(pid) from (
       select distinct pid from pg_locks
        where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())) as holders`,
    [LANE_LOCK],
  );
  kills += rowCount ?? 0;
}

async function workOn(isOver: () => boolean): Promise<void> {
  while (!isOver()) if ((await receiveBatch(app.deps, BATCH).catch(() => 0)) === 0) await wait(2);
}

const queue = async () => (await app.deps.pool.query('select 1 from carrier_events')).rowCount;

it('nothing is lost, nothing comes twice, and each thread and consent is as one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const phones = Array.from({ length: PHONES }, candidatePhone);
      const model = new Model();
      const stored: Stored[] = [];
      let isOver = false;
      const workers = Array.from({ length: WORKERS }, () => workOn(() => isOver));
      try {
        for (const each of steps) {
          if (each.kind === 'kill') await kill();
          else if (each.kind === 'wait') await wait(each.ms);
          else if (each.kind === 'send') {
            const to = phones[each.phone] ?? '';
            const answer = await numbers[0]?.ask(routes.sendMessage, { body: { to, body: 'News' } });
            if (model.surelyOut.has(to)) expect(answer?.status).toBe(403);
          } else if (each.kind === 'again') {
            const before = stored[each.of % Math.max(1, stored.length)];
            if (before) await store(before);
          } else {
            texts += 1;
            const text = { ...each, carrierId: `SM order ${texts}`, phone: phones[each.phone] ?? '' };
            await store(text);
            stored.push(text);
            model.receive(text);
          }
        }
        await eventually(async () => expect(await queue()).toBe(0));
      } finally {
        isOver = true;
        await Promise.all(workers);
      }
      for (const phone of phones) await compare(model, phone);
    }),
    { numRuns: howMany(8, 25), endOnFailure: true },
  );
  expect(kills).toBeGreaterThan(howMany(1, 5));
});

async function compare(model: Model, phone: string): Promise<void> {
  const { pool } = app.deps;
  for (const [number, { accountId, number: ours }] of numbers.entries()) {
    // By id: when it was processed, not when it came.
    const { rows } = await pool.query<{ body: string; isAutomatic: boolean; unread: number }>(
      `select m.body, m.is_automatic as "isAutomatic", c.unread_count as unread
         from messages m
         join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
         join numbers n on n.account_id = m.account_id and n.id = m.number_id
        where m.account_id = $1 and m.candidate_number = $2 and n.phone_number = $3
          and (m.direction = 'inbound' or m.is_automatic) order by m.id`,
      [accountId, phone, ours],
    );
    const thread = model.threads.get(`${phone} ${number}`) ?? [];
    expect(rows.filter(({ isAutomatic }) => !isAutomatic).map(({ body }) => body)).toEqual(thread);
    expect(rows[0]?.unread ?? 0).toBe(thread.length);
    expect(rows.filter(({ isAutomatic }) => isAutomatic)).toHaveLength(
      model.confirmations.get(`${phone} ${number}`) ?? 0,
    );
  }
  const { rows: events } = await pool.query<{ change: string }>(
    'select change from consent_events where phone_number = $1 order by id',
    [phone],
  );
  expect(events.map(({ change }) => change)).toEqual(model.changes.get(phone) ?? []);
  const { rowCount } = await pool.query('select 1 from opt_outs where phone_number = $1', [phone]);
  expect(rowCount).toBe(model.out.has(phone) ? 1 : 0);
}
