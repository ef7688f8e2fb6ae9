import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/**
 * Does the work of a challenge. The rounds run in the browser's own cryptography, outside the page's thread, so the page
 * goes on meanwhile and no worker of ours would make it smoother. Loaded only when there is something to solve.
 */
export async function solveAltcha(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('The challenge has no solution');
  return btoa(JSON.stringify({ challenge, solution }));
}
