import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type pg from 'pg';
import { z } from 'zod';
import { AltchaChallenge } from '../../../../contract/auth.ts';
import { type Captcha, MAX_TOKEN_LENGTH } from '../port.ts';

interface AltchaOptions {
  pool: pg.Pool;
  /** 32 random bytes: signs challenges and their answers. */
  key: Uint8Array;
  clock: () => Date;
}

const LIFETIME_MS = 10 * 60 * 1000;

/**
 * A browser tries one key after another until it meets the one that was chosen here. At most 60 keys of 5000 rounds: a
 * twentieth of a second on a laptop, half a second on a phone of the cheapest kind. Many short tries would cost phones
 * more in calls than in work, and programs less.
 */
const ROUNDS = 5000;
const FEWEST_TRIES = 20;
const MOST_TRIES = 60;
const SWEPT_AT_ONCE = 5000;

const Payload = z.object({
  challenge: AltchaChallenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** Proof of work that needs no other service (https://altcha.org). */
export function createAltchaCaptcha({ pool, key, clock }: AltchaOptions): Captcha {
  const secret = Buffer.from(key).toString('base64url');
  const secrets = {
    hmacSignatureSecret: `challenge ${secret}`,
    // With it an answer is checked by one hash instead of all the rounds.
    hmacKeySignatureSecret: `answer ${secret}`,
  };

  /** The library accepts a solution as often as it comes. Of two at once, one inserts the row. */
  async function isFirstUse(signature: string, expiresAt: Date): Promise<boolean> {
    const { rowCount } = await pool.query(
      'insert into captcha_solutions (hash, expires_at) values ($1, $2) on conflict do nothing',
      [Buffer.from(signature, 'hex'), expiresAt],
    );
    return rowCount === 1;
  }

  return {
    name: 'altcha',
    challenge: async (action) => ({
      type: 'altcha',
      challenge: AltchaChallenge.parse(
        await createChallenge({
          algorithm: 'PBKDF2/SHA-256',
          cost: ROUNDS,
          counter: randomInt(MOST_TRIES, FEWEST_TRIES),
          data: { action },
          deriveKey,
          expiresAt: new Date(clock().getTime() + LIFETIME_MS),
          ...secrets,
        }),
      ),
    }),
    verify: async (token, { action }) => {
      const payload = readToken(token);
      if (payload?.challenge.parameters.data.action !== action) return false;
      const { challenge } = payload;
      const { verified } = await verifySolution({
        challenge,
        solution: payload.solution,
        deriveKey,
        ...secrets,
      });
      const expiresAt = new Date(challenge.parameters.expiresAt * 1000);
      return verified && expiresAt > clock() && (await isFirstUse(challenge.signature, expiresAt));
    },
    sweep: async () => {
      // In statements that stay short.
      for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
        const { rowCount } = await pool.query(
          `delete from captcha_solutions where ctid = any(array(
             select ctid from captcha_solutions where expires_at < $1 order by expires_at limit ${SWEPT_AT_ONCE}))`,
          [clock()],
        );
        swept = rowCount ?? 0;
      }
    },
  };
}

function readToken(token: string): z.infer<typeof Payload> | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  try {
    return Payload.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}
