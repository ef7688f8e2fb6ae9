import type { CaptchaAction } from '../../../contract/auth.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

/** Proof that a person asks, for the one call that it is sent with; undefined where none is wanted. */
export async function captchaToken(action: CaptchaAction): Promise<string | undefined> {
  const asked = await call(routes.getCaptchaChallenge, { query: { action } });
  switch (asked.type) {
    case 'off':
      return undefined;
    case 'altcha':
      return solved(async () => {
        const { solveAltcha } = await import('./solve-altcha.ts');
        return solveAltcha(asked.challenge);
      });
    case 'turnstile':
      return solved(async () => {
        const { solveTurnstile } = await import('./solve-turnstile.ts');
        return solveTurnstile(asked.siteKey, action);
      });
  }
}

/** People read the same sentence here as when the server refuses the token. */
async function solved(solve: () => Promise<string>): Promise<string> {
  try {
    return await solve();
  } catch (cause) {
    const { failures } = await import('../../../contract/failure.ts');
    const { message, status } = failures.captcha_invalid;
    throw Object.assign(new ApiError({ message, code: 'captcha_invalid', status }), { cause });
  }
}
