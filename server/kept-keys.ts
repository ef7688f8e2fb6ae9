import { randomBytes } from 'node:crypto';
import type { Db } from './db/connection.ts';
import type { Env } from './env.ts';
import { derivedKey } from './http/keys.ts';
import { createSealer, type Sealer } from './seal.ts';
import { anyOfEach } from './sealed-columns.ts';

/** What would break with another key: hashes can't be made again, and others keep addresses and public keys (decision 107). */
const PURPOSES = ['hash', 'path', 'support', 'push', 'captcha', 'rate limits'] as const;

export type KeptKeys = Record<(typeof PURPOSES)[number], Uint8Array>;
type SecretKeys = Pick<Env, 'secretKey' | 'secretKeyFallback'>;

/** Made at the first start. Also what shows at each start that SECRET_KEY is the one of this database. */
export async function openKeptKeys(db: Db, keys: SecretKeys): Promise<KeptKeys> {
  const sealer = createSealer(keys.secretKey, keys.secretKeyFallback);
  let kept = await readKeptKeys(db, sealer);
  if (PURPOSES.some((purpose) => kept[purpose] === undefined)) {
    await makeKeptKeys(db, sealer, keys);
    // Perhaps those of another node.
    kept = await readKeptKeys(db, sealer);
  }
  return kept as KeptKeys;
}

export async function readKeptKeys(db: Db, sealer: Sealer): Promise<Partial<KeptKeys>> {
  const rows = await db.selectFrom('kept_keys').selectAll().execute();
  try {
    return Object.fromEntries(
      rows.map((row) => [row.purpose, Buffer.from(sealer.open(row.sealed_key), 'base64url')]),
    );
  } catch {
    throw new Error(
      'SECRET_KEY is not the one that this database was used with. Set it to that one, or set that one as SECRET_KEY_FALLBACK until hiretext rotate-secret is done.',
    );
  }
}

/** In a database from before, what was derived from SECRET_KEY until now. */
async function makeKeptKeys(db: Db, sealer: Sealer, keys: SecretKeys): Promise<void> {
  const isUsed = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (isUsed !== undefined) await requireFormerKey(db, keys);
  const rows = PURPOSES.map((purpose) => {
    const key = isUsed === undefined ? randomBytes(32) : derivedKey(keys.secretKey, purpose);
    return { purpose, sealed_key: sealer.seal(Buffer.from(key).toString('base64url')) };
  });
  await db
    .insertInto('kept_keys')
    .values(rows)
    .onConflict((each) => each.doNothing())
    .execute();
}

async function requireFormerKey(db: Db, { secretKey, secretKeyFallback }: SecretKeys): Promise<void> {
  if (secretKeyFallback !== null)
    throw new Error(
      'SECRET_KEY_FALLBACK is set, but this database has not been started with this version yet. Start it once with the former SECRET_KEY alone.',
    );
  const sealer = createSealer(secretKey);
  for (const { table, value } of await anyOfEach(db)) {
    try {
      sealer.open(value);
    } catch {
      throw new Error(
        `SECRET_KEY doesn't open what is sealed in ${table}. Set it to the one that this database was used with.`,
      );
    }
  }
}
