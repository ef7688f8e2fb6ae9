import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { LiveEvent } from '../../contract/live-events.ts';
import { raiseAfterCommit } from '../db/after-commit.ts';
import { type Connection, connect, inTransaction } from '../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/test-app.ts';
import { startSignals } from '../vendors/signal-wires.ts';
import { type Hub, startHub } from './hub.ts';
import { publish } from './publish.ts';
import type { Signals } from './signals.ts';

const account = '01890000-0000-7000-8000-000000000001';
const another = '01890000-0000-7000-8000-000000000002';
/** Nothing is noted in them before: a subscriber may get what was noted a moment before it joined. */
const third = '01890000-0000-7000-8000-000000000003';
const fourth = '01890000-0000-7000-8000-000000000004';
const fifth = '01890000-0000-7000-8000-000000000005';
const sixth = '01890000-0000-7000-8000-000000000006';
const seventh = '01890000-0000-7000-8000-000000000007';
/** Of a note that can't be rendered. */
const broken = '01890000-0000-7000-8000-00000000dead';
const log = pino({ level: 'silent' });

let database: TestDatabase;
let connection: Connection;
let signals: Signals;
let hub: Hub;
/** Rendering waits for it. */
let gate: Promise<void>;
let waiting = 0;
let notes = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 8, onError: () => {} });
  signals = await startSignals({ connectionString: database.url, ...connection, log });
});
afterAll(async () => {
  await signals.close();
  await connection.close();
  await database.drop();
});
beforeEach(() => {
  gate = Promise.resolve();
  hub = startHub({
    db: connection.db,
    signals,
    log,
    render: async (_account, all) => {
      waiting += 1;
      await gate;
      waiting -= 1;
      if (all.some((note) => note.subjectId === broken)) throw new Error('no way to render it');
      return all.map((note) => ({
        userIds: ['someone'],
        events: [eventOf(`first of ${note.subjectId}`), eventOf(note.subjectId)],
      }));
    },
  });
});
afterEach(() => hub.close());

const eventOf = (text: string): LiveEvent => ({
  type: 'notification',
  about: 'mention',
  id: third,
  text,
  conversationId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  readAt: null,
});

interface Received {
  id: string | null;
  event: LiveEvent;
}

async function listen(
  options: {
    accountId?: string;
    userType?: 'admin' | 'member';
    userId?: string;
    lastEventId?: string | null;
    /** Whether the session is still good; answered when it likes. */
    isStillTheirs?: () => Promise<boolean>;
  } = {},
) {
  const received: Received[] = [];
  const { reset, leave } = await hub.subscribe(
    {
      recheck: async () => {
        if (!((await options.isStillTheirs?.()) ?? true)) leave();
      },
      accountId: options.accountId ?? account,
      userId: options.userId ?? 'someone',
      userType: options.userType ?? 'admin',
      send: (id, event) => received.push({ id, event }),
    },
    options.lastEventId ?? null,
  );
  const subjects = () =>
    received.flatMap(({ event }) =>
      event.type === 'notification' && !event.text.startsWith('first') ? [event.text] : [],
    );
  return { received, subjects, reset, leave };
}

/** Notes something new, with a subject that is its own. */
async function note(accountId = account): Promise<string> {
  notes += 1;
  const subjectId = `01890000-0000-7000-9000-${String(notes).padStart(12, '0')}`;
  await inTransaction(connection.db, (tx) => publish(tx, [{ accountId, kind: 'seat.updated', subjectId }]));
  return subjectId;
}

/** Until the hub has read everything that was noted. */
async function caughtUp(): Promise<void> {
  const witness = await listen();
  const last = await note();
  await eventually(() => expect(witness.subjects()).toContain(last));
  witness.leave();
}

function closedGate(): () => void {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
}

describe('who listens', () => {
  it('hears in order what was noted since', async () => {
    await note();
    await caughtUp();
    const listener = await listen();
    const noted = [await note(), await note(), await note()];
    await eventually(() => expect(listener.subjects()).toEqual(noted));
  });

  it('hears in order also where numbers get another digit', async () => {
    await connection.pool.query("select setval(pg_get_serial_sequence('live_events', 'id'), 9995)");
    const listener = await listen();
    const subjects = Array.from({ length: 8 }, (_, index) => `01890000-0000-7000-a000-00000000000${index}`);
    await inTransaction(connection.db, (tx) =>
      publish(
        tx,
        subjects.map((subjectId) => ({ accountId: account, kind: 'seat.updated', subjectId })),
      ),
    );
    await eventually(() => expect(listener.subjects()).toEqual(subjects));
  });

  it('resumes where they were', async () => {
    const listener = await listen();
    const first = await note();
    await eventually(() => expect(listener.subjects()).toEqual([first]));
    listener.leave();
    const missed = [await note(), await note()];
    const back = await listen({ lastEventId: listener.received.at(-1)?.id ?? null });
    expect(back.reset).toBe(false);
    await eventually(() => expect(back.subjects()).toEqual(missed));
  });

  it('hears what gets the number of a transaction that was rolled back before a crash', async () => {
    const listener = await listen();
    const insert = 'insert into live_events (account_id, kind, subject_id) values ($1, $2, $3)';
    const open = await connection.pool.connect();
    await open.query('begin');
    await open.query(insert, [account, 'seat.updated', fourth]);
    const { rows } = await connection.pool.query('select pg_current_xact_id() as xact');
    await open.query('commit');
    open.release();
    await eventually(() => expect(listener.subjects()).toEqual([fourth]));
    const joined = await listen();
    // No one waits until a rollback is written down: the server that starts next, here or elsewhere, gives the number again.
    await connection.pool.query(
      `insert into live_events (xact, account_id, kind, subject_id) values (($1 || '')::xid8, $2, 'seat.updated', $3)`,
      [rows[0]?.xact, account, fifth],
    );
    const back = await listen({ lastEventId: listener.received.at(-1)?.id ?? null });
    await eventually(() => expect(listener.subjects()).toEqual([fourth, fifth]));
    await eventually(() => expect([joined.subjects(), back.subjects()]).toEqual([[fifth], [fifth]]));
  });

  it('is at a place only after the last event of a note, so that no half of one is lost', async () => {
    const listener = await listen();
    await note();
    await eventually(() => expect(listener.received).toHaveLength(2));
    expect(listener.received.map(({ id }) => id === null)).toEqual([true, false]);
  });

  it.each([
    'x',
    '1-1',
    '99999999999999999999-1',
    '18446744073709551615-999999999999999999',
    "1-1'; drop table users; --",
    '1-1-1:1:',
    '1-1-9:9:x',
    `1-1-${'9'.repeat(19)}:${'9'.repeat(19)}:`,
    `1-1-1:2:${'1,'.repeat(300)}1`,
  ])('at the position %j, which no one was given, must load everything', async (lastEventId) => {
    expect((await listen({ lastEventId })).reset).toBe(true);
  });

  it("at another account's position must load everything", async () => {
    const listener = await listen({ accountId: another });
    await note(another);
    await eventually(() => expect(listener.subjects()).toHaveLength(1));
    expect((await listen({ lastEventId: listener.received.at(-1)?.id ?? null })).reset).toBe(true);
  });

  it('hears nothing of another account, and a member only what is theirs', async () => {
    const [stranger, colleague] = [
      await listen({ accountId: another }),
      await listen({ userType: 'member', userId: 'someone else' }),
    ];
    await caughtUp();
    expect(stranger.received).toEqual([]);
    expect(colleague.received).toEqual([]);
  });

  it('hears nothing until it is known that their session goes on, and then everything', async () => {
    const known = Promise.withResolvers<void>();
    let asked = 0;
    const answer = (isTheirs: boolean) => async () => {
      asked += 1;
      await known.promise;
      return isTheirs;
    };
    const stays = await listen({ accountId: third, isStillTheirs: answer(true) });
    const over = await listen({ accountId: third, isStillTheirs: answer(false) });
    const noted = await note(third);
    await eventually(() => expect(asked).toBe(2));
    expect([...stays.received, ...over.received]).toEqual([]);
    known.resolve();
    await eventually(() => expect(stays.subjects()).toEqual([noted]));
    expect(over.received).toEqual([]);
  });

  it('hears nothing that was read for them while their session ended', async () => {
    let isTheirs = true;
    const listener = await listen({ accountId: fourth, isStillTheirs: async () => isTheirs });
    const open = closedGate();
    await note(fourth);
    await eventually(() => expect(waiting).toBe(1));
    isTheirs = false;
    open();
    await caughtUp();
    expect(listener.received).toEqual([]);
  });

  it('is asked for their session only when there is something to send them', async () => {
    let asked = 0;
    await listen({
      accountId: fifth,
      isStillTheirs: async () => {
        asked += 1;
        return true;
      },
    });
    await caughtUp();
    expect(asked).toBe(0);
  });

  it('hears nothing after leaving', async () => {
    const listener = await listen();
    listener.leave();
    await caughtUp();
    expect(listener.received).toEqual([]);
  });
});

describe('joining while others are being notified', () => {
  it('and was away for a while, misses nothing', async () => {
    const early = await listen();
    const first = await note();
    await eventually(() => expect(early.subjects()).toEqual([first]));
    const place = early.received.at(-1)?.id ?? null;
    const missed = [await note(), await note()];
    await eventually(() => expect(early.subjects()).toEqual([first, ...missed]));

    const open = closedGate();
    const during = await note();
    await eventually(() => expect(waiting).toBe(1));
    const back = await listen({ lastEventId: place });
    open();
    await eventually(() => expect(back.subjects()).toEqual([...missed, during]));
  });

  it('from another account, misses nothing', async () => {
    const theirs = await listen({ accountId: another });
    const first = await note(another);
    await eventually(() => expect(theirs.subjects()).toEqual([first]));
    const place = theirs.received.at(-1)?.id ?? null;
    theirs.leave();
    const missed = await note(another);

    const ours = await listen();
    await caughtUp();
    const open = closedGate();
    const during = await note();
    await eventually(() => expect(waiting).toBe(1));
    const back = await listen({ accountId: another, lastEventId: place });
    open();
    await eventually(() => expect(ours.subjects()).toContain(during));
    await eventually(() => expect(back.subjects()).toEqual([missed]));
  });
});

it("a note that can't be rendered is left out, and everything else is received", async () => {
  const [here, there] = [await listen({ accountId: fourth }), await listen({ accountId: fifth })];
  await inTransaction(connection.db, (tx) =>
    publish(tx, [
      { accountId: fourth, kind: 'message.created', subjectId: broken },
      { accountId: fourth, kind: 'message.created', subjectId: third },
      { accountId: fifth, kind: 'message.created', subjectId: third },
    ]),
  );
  await eventually(() => {
    for (const { received } of [here, there]) expect(received.at(-1)?.event).toEqual(eventOf(third));
  });
});

describe('while a transaction goes on that has written', () => {
  /** A connection outside of the product. */
  async function begin(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end().catch(() => {}));
    await client.query('begin');
    return client;
  }

  it('in the account, in another one, and in another database, all others are received, and its own once it commits', async () => {
    const elsewhere = await createTestDatabase();
    onTestFinished(() => elsewhere.drop());
    const stranger = await begin(elsewhere.url);
    await stranger.query('create table held (id int)');
    const held = await begin(database.url);
    const own = await writeIn(held, account, 1);
    const foreign = await writeIn(held, another, 2);
    const [listener, theirs] = [await listen(), await listen({ accountId: another })];

    const noted: string[] = [];
    for (let count = 0; count < 219; count += 1) noted.push(await note());
    await eventually(() => expect(listener.subjects()).toEqual(noted));
    const [half, rest] = [listener.received[217]?.id ?? null, noted.slice(109)];
    const back = await listen({ lastEventId: half });
    await eventually(() => expect(back.subjects()).toEqual(rest));

    await held.query('commit');
    await stranger.query('rollback');
    await eventually(() => expect(listener.subjects()).toEqual([...noted, own]));
    await eventually(() => expect(theirs.subjects()).toEqual([foreign]));
    await eventually(() => expect(back.subjects()).toEqual([...rest, own]));
  });

  it('one who comes back at a place from before its commit hears it', async () => {
    const held = await begin(database.url);
    const own = await writeIn(held, third, 3);
    const listener = await listen({ accountId: third });
    const later = await note(third);
    await eventually(() => expect(listener.subjects()).toEqual([later]));
    listener.leave();
    await held.query('commit');
    const back = await listen({ accountId: third, lastEventId: listener.received.at(-1)?.id ?? null });
    expect(back.reset).toBe(false);
    await eventually(() => expect(back.subjects()).toEqual([own]));
  });

  it('none is missed and none received twice, in whatever order they end, by listeners who come and go', async () => {
    let seed = 7;
    const pick = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const writers = await Promise.all(Array.from({ length: 5 }, () => begin(database.url)));
    const open = writers.map((): string[] => []);
    const committed: string[] = [];
    const listeners = await Promise.all(
      Array.from({ length: 3 }, async () => ({
        now: await listen({ accountId: sixth }),
        received: [] as string[],
      })),
    );
    const end = async (index: number, how: 'commit' | 'rollback') => {
      await writers[index]?.query(`${how}; begin`);
      if (how === 'commit') committed.push(...(open[index] ?? []));
      open[index] = [];
    };
    for (let step = 0; step < 400; step += 1) {
      const index = pick(writers.length);
      const writer = writers[index];
      const listener = listeners[pick(listeners.length)];
      const what = pick(10);
      if (what < 6 && writer) open[index]?.push(await writeIn(writer, sixth, 1000 + step));
      else if (what < 8) await end(index, 'commit');
      else if (what === 8) await end(index, 'rollback');
      else if (listener) {
        raiseAfterCommit(connection.db, 'live_events');
        const place = listener.now.received.at(-1)?.id ?? null;
        if (place === null) continue;
        listener.now.leave();
        listener.received.push(...listener.now.subjects());
        listener.now = await listen({ accountId: sixth, lastEventId: place });
      }
    }
    for (let index = 0; index < writers.length; index += 1) await end(index, 'commit');
    expect(committed.length).toBeGreaterThan(150);
    for (const { now, received } of listeners)
      await eventually(() =>
        expect([...received, ...now.subjects()].toSorted()).toEqual(committed.toSorted()),
      );
  });

  async function writeIn(client: pg.Client, accountId: string, number: number): Promise<string> {
    const subjectId = `01890000-0000-7000-a000-${String(number).padStart(12, '0')}`;
    await client.query(
      `insert into live_events (account_id, kind, subject_id) values ($1, 'seat.updated', $2)`,
      [accountId, subjectId],
    );
    return subjectId;
  }
});

it('a backlog of several pages is received to its end, and can be resumed in its middle', async () => {
  const listener = await listen({ accountId: seventh });
  const first = await note(seventh);
  await eventually(() => expect(listener.subjects()).toEqual([first]));
  listener.leave();
  const subjects = Array.from(
    { length: 1203 },
    (_, index) => `01890000-0000-7000-b000-${String(index).padStart(12, '0')}`,
  );
  await inTransaction(connection.db, (tx) =>
    publish(
      tx,
      subjects.map((subjectId) => ({ accountId: seventh, kind: 'seat.updated', subjectId })),
    ),
  );
  const back = await listen({ accountId: seventh, lastEventId: listener.received.at(-1)?.id ?? null });
  await eventually(() => expect(back.subjects()).toEqual(subjects));
  for (const [index, subject] of [
    [499, 'a page'],
    [700, 'the next'],
    [1202, 'all'],
  ] as const) {
    const again = await listen({ accountId: seventh, lastEventId: back.received[2 * index + 1]?.id ?? null });
    await caughtUp();
    expect(again.reset, subject).toBe(false);
    await eventually(() => expect(again.subjects(), subject).toEqual(subjects.slice(index + 1)));
  }
});

it('one who listens while the database goes back in time loads everything', async () => {
  const behind = connection.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) =>
        typeof row.now === 'string'
          ? { ...row, now: '99999999999:99999999999:', newest: '99999999998' }
          : row,
      ),
    }),
  });
  hub.close();
  hub = startHub({ db: behind, signals, log, render: async () => [] });
  const listener = await listen();
  await note();
  await eventually(() => expect(listener.received).toEqual([{ id: null, event: { type: 'reset' } }]));
});
