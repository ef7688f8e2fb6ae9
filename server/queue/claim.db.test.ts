import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connect, inTransaction } from '../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Claim, claim, claimOnce, sweepClaims, whileClaimed } from './claim.ts';

let database: TestDatabase;
let connection: Connection;
let now = new Date();
const clock = () => now;
const deps = () => ({ db: connection.db, clock });
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 8, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const take = (act: string) => claim(deps(), act, 1000);
async function mine(act: string): Promise<Claim> {
  const claimed = await take(act);
  if (typeof claimed === 'string') throw new Error(`${act} is ${claimed}`);
  return claimed;
}

it('is one asker’s, however many ask', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => take('at once')));
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(7);
});

it('is free again when it was not done, at once or from then on', async () => {
  await (await mine('free')).free();
  const second = await mine('free');
  await second.free(new Date(now.getTime() + 500));
  expect(await take('free')).toBe('taken');
  pass(500);
  await mine('free');
});

it('is never free again once it is done', async () => {
  await (await mine('done')).settle();
  pass(24 * 3600_000);
  expect(await take('done')).toBe('done');
});

it('of one who is dead is taken over, and not given back by them should they live', async () => {
  const dead = await mine('dead');
  expect(await take('dead')).toBe('taken');
  pass(1000);
  await mine('dead');
  await dead.free();
  await dead.settle();
  expect(await take('dead')).toBe('taken');
});

it('ends with the work, also with one that fails', async () => {
  const work = () => whileClaimed(deps(), 'work', 1000, () => take('work'));
  expect(await work()).toBe('taken');
  const failing = whileClaimed(deps(), 'work', 1000, () => Promise.reject(new Error('in vain')));
  await expect(failing).rejects.toThrow('in vain');
  expect(await work()).toBe('taken');
});

it('of a transaction is one transaction’s, and free again when that rolls back', async () => {
  const once = (then: () => Promise<void>) =>
    inTransaction(connection.db, async (tx) => {
      const isOurs = await claimOnce(tx, 'once', now);
      await then();
      return isOurs;
    });
  await expect(once(() => Promise.reject(new Error('after all not')))).rejects.toThrow();
  const answers = await Promise.all([1, 2, 3].map(() => once(() => Promise.resolve())));
  expect(answers.filter(Boolean)).toHaveLength(1);
});

it('is forgotten when no job can come back to it', async () => {
  await connection.pool.query('truncate claims');
  await (await mine('old')).settle();
  await (await mine('new')).settle();
  await connection.pool.query("update claims set claimed_at = now() - interval '8 days' where act = 'old'");
  await sweepClaims(connection.db);
  const { rows } = await connection.pool.query('select act from claims');
  expect(rows).toEqual([{ act: 'new' }]);
});
