import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connect, inTransaction } from '../../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { howMany } from '../../../testing/how-long.ts';
import { findWrongSums, runCloseUsage } from './close-entries.ts';
import { creditTexts, lockRemainingTexts, remainingTexts, reserveTexts, settleTexts } from './ledger.ts';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 12, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const at = new Date('2026-03-03T15:00:00Z');
const credit = (accountId: string, sourceId: string, segments: number) =>
  inTransaction(connection.db, (tx) => creditTexts(tx, { accountId, sourceId, segments, at }));
const settle = (accountId: string, messageId: string, segments: number) =>
  inTransaction(connection.db, (tx) => settleTexts(tx, [{ accountId, messageId, segments }], at));
const left = (accountId: string) => remainingTexts(connection.db, accountId);

/** As accepting does it. */
function take(accountId: string, messageId: string, segments: number): Promise<boolean> {
  return inTransaction(connection.db, async (tx) => {
    const balance = (await lockRemainingTexts(tx, [accountId])).get(accountId) ?? 0;
    if (balance < segments) return false;
    await reserveTexts(tx, [{ accountId, id: messageId, segments, createdAt: at }]);
    return true;
  });
}

/** Without the sums of what is closed. */
async function fullSum(accountId: string): Promise<number> {
  const { rows } = await connection.pool.query<{ sum: number }>(
    'select coalesce(sum(segments), 0)::int as sum from usage_entries where account_id = $1',
    [accountId],
  );
  return rows[0]?.sum ?? 0;
}

async function usedOf(accountId: string): Promise<number> {
  const { rows } = await connection.pool.query<{ sum: number }>(
    'select coalesce(sum(used), 0)::int as sum from usage_entries where account_id = $1',
    [accountId],
  );
  return rows[0]?.sum ?? 0;
}

describe('the ledger', () => {
  it('credits a purchase once, also when it is reported twice at the same time', async () => {
    const accountId = uuidv7();
    const credits = await Promise.all([1, 2, 3].map(() => credit(accountId, 'a purchase', 200)));
    expect(credits.filter(Boolean)).toHaveLength(1);
    expect(await credit(accountId, 'a purchase', 200)).toBe(false);
    expect(await left(accountId)).toBe(200);
    expect(await credit(accountId, 'another', 400)).toBe(true);
    expect(await left(accountId)).toBe(600);
    // Another account's purchases may be called the same.
    expect(await credit(uuidv7(), 'a purchase', 200)).toBe(true);
  });

  it('has nothing for an account that never bought', async () => {
    expect(await left(uuidv7())).toBe(0);
    expect(await take(uuidv7(), uuidv7(), 1)).toBe(false);
  });

  it('gives out no more than there is, however many take at once', async () => {
    const accountId = uuidv7();
    await credit(accountId, 'ten', 10);
    const taken = await Promise.all(Array.from({ length: 50 }, () => take(accountId, uuidv7(), 1)));
    expect(taken.filter(Boolean)).toHaveLength(10);
    expect(await left(accountId)).toBe(0);
  });

  it('only counts what was not bought in texts', async () => {
    const [accountId, text] = [uuidv7(), uuidv7()];
    await settle(accountId, text, 3);
    await settle(accountId, text, 3);
    expect([await left(accountId), await usedOf(accountId)]).toEqual([0, 3]);
    await settle(accountId, text, 2);
    expect(await usedOf(accountId)).toBe(2);
    await settle(accountId, text, 0);
    expect([await left(accountId), await usedOf(accountId)]).toEqual([0, 0]);
  });

  it('takes what is reserved while the sums are closed by several at once', async () => {
    const accountId = uuidv7();
    await credit(accountId, 'some', 500);
    const texts = Array.from({ length: 60 }, () => uuidv7());
    await Promise.all([
      ...texts.map(async (text, index) => {
        await take(accountId, text, 2);
        await settle(accountId, text, index % 3);
      }),
      ...Array.from({ length: 8 }, () => runCloseUsage(connection)),
    ]);
    expect(await left(accountId)).toBe(500 - 60);
    expect(await fullSum(accountId)).toBe(500 - 60);
    expect(await findWrongSums(connection.db)).toEqual([]);
  });
});

type Step =
  | { do: 'buy'; purchase: number }
  | { do: 'accept'; segments: number }
  /** What is charged for a text, by number of its place: once, again, or something else. */
  | { do: 'hear'; text: number; segments: number }
  | { do: 'close' };

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('buy' as const), purchase: fc.nat(3) }),
    fc.record({ do: fc.constant('accept' as const), segments: fc.integer({ min: 1, max: 10 }) }),
    // Canceled, refused, undone and deleted are all 0 segments; sent is what the carrier counts.
    fc.record({
      do: fc.constant('hear' as const),
      text: fc.nat(9),
      segments: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 })),
    }),
    fc.record({ do: fc.constant('close' as const) }),
  ),
  { maxLength: 40 },
);

async function play(accountId: string, run: Step[]): Promise<void> {
  const bought = new Set<number>();
  const texts: { id: string; reserved: number; charged: number | null }[] = [];
  const balance = () =>
    bought.size * 20 - texts.reduce((sum, text) => sum + (text.charged ?? text.reserved), 0);
  for (const step of run) {
    if (step.do === 'buy') {
      expect(await credit(accountId, `purchase ${step.purchase}`, 20)).toBe(!bought.has(step.purchase));
      bought.add(step.purchase);
    } else if (step.do === 'accept') {
      const id = uuidv7();
      const isEnough = balance() >= step.segments;
      expect(await take(accountId, id, step.segments)).toBe(isEnough);
      if (isEnough) texts.push({ id, reserved: step.segments, charged: null });
      if (isEnough) expect(await left(accountId)).toBeGreaterThanOrEqual(0);
    } else if (step.do === 'hear') {
      const text = texts[step.text % Math.max(1, texts.length)];
      if (text === undefined) continue;
      await settle(accountId, text.id, step.segments);
      text.charged = step.segments;
    } else await runCloseUsage(connection);
    expect(await left(accountId)).toBe(balance());
  }
  expect(await fullSum(accountId)).toBe(balance());
  expect(await usedOf(accountId)).toBe(texts.reduce((sum, { charged }) => sum + (charged ?? 0), 0));
}

describe('any course of events', () => {
  it('leaves what was bought, less what was sent or may still be', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (run) => play(uuidv7(), run)),
      { numRuns: howMany(20, 60) },
    );
  });

  it('leaves the same when several texts are charged at once and again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ reserved: fc.integer({ min: 1, max: 4 }), sent: fc.nat(5) }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (texts) => {
          const accountId = uuidv7();
          await credit(accountId, 'enough', 100);
          const ids = texts.map(() => uuidv7());
          await Promise.all(texts.map(({ reserved }, index) => take(accountId, ids[index] ?? '', reserved)));
          const all = texts.map(({ sent }, index) => ({
            accountId,
            messageId: ids[index] ?? '',
            segments: sent,
          }));
          for (let times = 0; times < 2; times += 1)
            await inTransaction(connection.db, (tx) => settleTexts(tx, all, at));
          expect(await left(accountId)).toBe(100 - texts.reduce((sum, { sent }) => sum + sent, 0));
        },
      ),
      { numRuns: howMany(10, 25) },
    );
  });
});
