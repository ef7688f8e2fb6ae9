import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CaptchaToken } from '../../../contract/auth.ts';
import * as routes from '../../../contract/routes.ts';
import { type Captcha, type CaptchaChallenge, MAX_TOKEN_LENGTH } from './port.ts';

export interface CaptchaHarness {
  captcha: Captcha;
  /** The token that a browser would send for it with `signup`. */
  solve(challenge: CaptchaChallenge): Promise<string>;
  stop?(): Promise<void>;
}

const at = { ip: '192.0.2.1', action: 'signup' } as const;

const senseless = [
  '',
  ' ',
  'x',
  '{}',
  '\u0000',
  'é',
  'null',
  ...['null', '[]', '{}', '7', '{"challenge":{}}', '{"challenge":{"parameters":{}},"solution":{}}'].map(
    (json) => Buffer.from(json).toString('base64'),
  ),
  'A'.repeat(MAX_TOKEN_LENGTH),
  'A'.repeat(MAX_TOKEN_LENGTH + 1),
];

/** What every captcha has to do that keeps programs out. */
export function captchaSuite(makeHarness: () => Promise<CaptchaHarness>): void {
  let harness: CaptchaHarness;
  beforeEach(async () => {
    harness = await makeHarness();
  });
  afterEach(() => harness.stop?.());

  const solved = async () => harness.solve(await harness.captcha.challenge('signup'));

  describe('every captcha', () => {
    it('gives challenges as the contract has them', async () => {
      const challenge = await harness.captcha.challenge('signup');
      expect(challenge.type).toBe(harness.captcha.name);
      expect(routes.getCaptchaChallenge.reply.parse(challenge)).toEqual(challenge);
    });

    it('accepts a solution, which fits into the contract', async () => {
      const token = await solved();
      expect(CaptchaToken.parse(token)).toBe(token);
      expect(await harness.captcha.verify(token, at)).toBe(true);
    });

    it('accepts it for its action only', async () => {
      const token = await solved();
      expect(await harness.captcha.verify(token, { ...at, action: 'sendMagicLink' })).toBe(false);
    });

    it('accepts it once', async () => {
      const token = await solved();
      await harness.captcha.verify(token, at);
      expect(await harness.captcha.verify(token, at)).toBe(false);
      expect(await harness.captcha.verify(await solved(), at)).toBe(true);
    });

    it('accepts it once when it comes ten times at once', async () => {
      const token = await solved();
      const accepted = await Promise.all(Array.from({ length: 10 }, () => harness.captcha.verify(token, at)));
      expect(accepted.filter(Boolean)).toHaveLength(1);
    });

    it.each(senseless.map((token) => [token.slice(0, 60), token]))('refuses %j', async (_, token) => {
      expect(await harness.captcha.verify(token, at)).toBe(false);
    });

    it('sweeps without forgetting what was used', async () => {
      const token = await solved();
      await harness.captcha.verify(token, at);
      await harness.captcha.sweep();
      expect(await harness.captcha.verify(token, at)).toBe(false);
    });
  });
}
