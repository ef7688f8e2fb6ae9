import type { BodyInput, ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';

export async function signIn(
  body: BodyInput<typeof routes.login>,
): Promise<ReplyOutput<typeof routes.login>> {
  try {
    return await call(routes.login, { body });
  } catch (error) {
    // Only where others guess at the address.
    if (!(error instanceof ApiError) || error.code !== 'captcha_required') throw error;
    return call(routes.login, { body: { ...body, captchaToken: await tokenFor('login') } });
  }
}

export async function mailMagicLink(email: string): Promise<void> {
  await call(routes.sendMagicLink, { body: { email, captchaToken: await tokenFor('sendMagicLink') } });
}

async function tokenFor(action: 'login' | 'sendMagicLink'): Promise<string | undefined> {
  const { captchaToken } = await import('../../lib/session/captcha.ts');
  return captchaToken(action);
}
