import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Connection, connect } from './db/connection.ts';
import { derivedKey } from './http/keys.ts';
import { openKeptKeys } from './kept-keys.ts';
import { createSealer } from './seal.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

const FORMER = 'the former secret, long enough for tests';
const NEW = 'the new secret, which is long enough too';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 4, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(async () => {
  await connection.pool.query('delete from kept_keys; delete from kept_opt_outs; delete from accounts');
});

const open = (secretKey: string, secretKeyFallback: string | null = null) =>
  openKeptKeys(connection.db, { secretKey, secretKeyFallback });

/** As a version before left it. */
async function used(): Promise<void> {
  await connection.pool.query(
    `insert into accounts (id, name, type, plan_type) values (gen_random_uuid(), 'x', 'none', 'free')`,
  );
}

async function sealedWith(secretKey: string): Promise<void> {
  await connection.pool.query(
    `insert into kept_opt_outs (email_hash, phone_hash, sealed_phone_number, source, opted_out_at, expires_at)
     values ('x', 'x', $1, 'keyword', now(), now())`,
    [createSealer(secretKey).seal('+12025550100')],
  );
}

it('are the same for all nodes that start at once, and at each later start', async () => {
  const nodes = await Promise.all([open(NEW), open(NEW), open(NEW)]);
  for (const node of nodes) expect(node).toEqual(nodes[0]);
  expect(await open(NEW)).toEqual(nodes[0]);
  expect(Buffer.from(nodes[0]?.hash ?? []).equals(derivedKey(NEW, 'hash'))).toBe(false);
});

it('are what was derived from SECRET_KEY where a version before derived them', async () => {
  await used();
  await sealedWith(NEW);
  const kept = await open(NEW);
  for (const [purpose, key] of Object.entries(kept))
    expect(Buffer.from(key).equals(derivedKey(NEW, purpose)), purpose).toBe(true);
});

it.each([
  ['a key that opens nothing', NEW, null, "SECRET_KEY doesn't open what is sealed in kept_opt_outs."],
  ['two keys', NEW, FORMER, 'SECRET_KEY_FALLBACK is set, but this database has not been started'],
])('are not made with %s', async (_what, secretKey, fallback, sentence) => {
  await used();
  await sealedWith(FORMER);
  await expect(open(secretKey, fallback)).rejects.toThrow(sentence);
  expect((await connection.pool.query('select from kept_keys')).rowCount).toBe(0);
});

it('do not open with another key', async () => {
  const kept = await open(FORMER);
  await expect(open(NEW)).rejects.toThrow('SECRET_KEY is not the one that this database was used with.');
  expect(await open(NEW, FORMER)).toEqual(kept);
});
