import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { ReplyOf } from '../../contract/route.ts';
import type * as routes from '../../contract/routes.ts';

/** What a browser sends for the challenge. */
export async function solveCaptcha(asked: ReplyOf<typeof routes.getCaptchaChallenge>): Promise<string> {
  if (asked.type !== 'altcha') throw new Error('Not a challenge of altcha');
  const { challenge } = asked;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
