import { type Challenge, createChallenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, connect } from '../../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import type { Captcha } from '../port.ts';
import { captchaSuite } from '../suite.ts';
import { createAltchaCaptcha } from './altcha.ts';

let database: TestDatabase;
let connection: Connection;
let ahead = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 10, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(() => {
  ahead = 0;
});

const key = new Uint8Array(32).fill(7);
const at = { ip: '192.0.2.1', action: 'signup' } as const;

function makeCaptcha(changes: { key?: Uint8Array } = {}): Captcha {
  return createAltchaCaptcha({
    pool: connection.pool,
    key,
    clock: () => new Date(Date.now() + ahead),
    ...changes,
  });
}

async function ask(captcha: Captcha): Promise<Challenge> {
  const asked = await captcha.challenge('signup');
  if (asked.type !== 'altcha') throw new Error('Not a challenge of altcha');
  return asked.challenge;
}

async function solve(challenge: Challenge): Promise<Solution> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('No solution was found');
  return solution;
}

const tokenOf = (payload: { challenge: unknown; solution: unknown }) =>
  Buffer.from(JSON.stringify(payload)).toString('base64');

captchaSuite(async () => ({
  captcha: makeCaptcha(),
  solve: async (asked) => {
    if (asked.type !== 'altcha') throw new Error('Not a challenge of altcha');
    const { challenge } = asked;
    return tokenOf({ challenge, solution: await solve(challenge) });
  },
}));

describe('altcha', () => {
  it('refuses what was solved with less work than was asked for', async () => {
    const captcha = makeCaptcha();
    const challenge = await ask(captcha);
    const cheaper = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '00' } };
    expect(await captcha.verify(tokenOf({ challenge: cheaper, solution: await solve(cheaper) }), at)).toBe(
      false,
    );
  });

  it('refuses challenges that it did not make', async () => {
    const captcha = makeCaptcha();
    const made = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 1,
      data: { action: 'signup' },
      deriveKey,
      expiresAt: new Date(Date.now() + 60_000),
      hmacSignatureSecret: 'of someone else',
      hmacKeySignatureSecret: 'of someone else',
    });
    expect(await captcha.verify(tokenOf({ challenge: made, solution: await solve(made) }), at)).toBe(false);
    const foreign = await ask(makeCaptcha({ key: new Uint8Array(32).fill(8) }));
    expect(await captcha.verify(tokenOf({ challenge: foreign, solution: await solve(foreign) }), at)).toBe(
      false,
    );
  });

  it('refuses a challenge whose action was changed afterwards', async () => {
    const captcha = makeCaptcha();
    const challenge = await ask(captcha);
    const data = { action: 'sendMagicLink' };
    const changed = { ...challenge, parameters: { ...challenge.parameters, data } };
    const token = tokenOf({ challenge: changed, solution: await solve(challenge) });
    expect(await captcha.verify(token, { ...at, action: 'sendMagicLink' })).toBe(false);
  });

  it('refuses an answer that is not the one, and the prefix that was given', async () => {
    const captcha = makeCaptcha();
    const challenge = await ask(captcha);
    const { keyPrefix } = challenge.parameters;
    const solution = await solve(challenge);
    for (const derivedKey of [keyPrefix, keyPrefix.padEnd(64, '0'), '', solution.derivedKey.toUpperCase()])
      expect(await captcha.verify(tokenOf({ challenge, solution: { ...solution, derivedKey } }), at)).toBe(
        false,
      );
    expect(await captcha.verify(tokenOf({ challenge, solution }), at)).toBe(true);
  });

  it('accepts a solution once, however it is written', async () => {
    const captcha = makeCaptcha();
    const challenge = await ask(captcha);
    const solution = await solve(challenge);
    expect(await captcha.verify(tokenOf({ challenge, solution }), at)).toBe(true);
    const upper = { ...challenge, signature: challenge.signature?.toUpperCase() };
    const others = [
      tokenOf({ challenge, solution: { ...solution, counter: solution.counter + 1 } }),
      tokenOf({ challenge: { ...challenge, more: 1 }, solution: { ...solution, time: 0 } }),
      tokenOf({ challenge: upper, solution }),
      `${tokenOf({ challenge, solution })}\n`,
    ];
    for (const token of others) expect(await captcha.verify(token, at)).toBe(false);
  });

  it('gives ten minutes', async () => {
    const captcha = makeCaptcha();
    const challenge = await ask(captcha);
    const token = tokenOf({ challenge, solution: await solve(challenge) });
    ahead = 10 * 60_000;
    expect(await captcha.verify(token, at)).toBe(false);
    ahead -= 2000;
    expect(await captcha.verify(token, at)).toBe(true);
  });

  it('forgets what was used when its time is over, and not before', async () => {
    const count = async () => {
      const { rows } = await connection.pool.query<{ count: number }>(
        'select count(*)::int as count from captcha_solutions',
      );
      return rows[0]?.count;
    };
    await connection.pool.query('delete from captcha_solutions');
    const captcha = makeCaptcha();
    const challenge = await ask(captcha);
    await captcha.verify(tokenOf({ challenge, solution: await solve(challenge) }), at);
    await captcha.sweep();
    expect(await count()).toBe(1);
    ahead = 11 * 60_000;
    await captcha.sweep();
    expect(await count()).toBe(0);
  });

  it('does not remember what was refused', async () => {
    const captcha = makeCaptcha();
    const challenge = await ask(captcha);
    const solution = await solve(challenge);
    await captcha.verify(tokenOf({ challenge, solution: { ...solution, derivedKey: '00' } }), at);
    expect(await captcha.verify(tokenOf({ challenge, solution }), at)).toBe(true);
  });
});
