import { failures } from '../../../contract/failure.ts';
import type { BodyInput, ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { captchaToken } from '../../lib/session/captcha.ts';

/*
 * What the sign-in screen does. The screen loads it with the first key pressed, so that the contract and its validation
 * come after what can be seen. Hence what is missing is thrown as the server would refuse it.
 */

export async function signIn(
  body: BodyInput<typeof routes.login>,
): Promise<ReplyOutput<typeof routes.login>> {
  check(schemaValidator<BodyInput<typeof routes.login>>(routes.login.body)(body));
  try {
    return await call(routes.login, { body });
  } catch (error) {
    // Only where others guess at the address.
    if (!(error instanceof ApiError) || error.code !== 'captcha_required') throw error;
    return call(routes.login, { body: { ...body, captchaToken: await captchaToken('login') } });
  }
}

export async function mailMagicLink(email: string): Promise<void> {
  check(schemaValidator<{ email: string }>(routes.sendMagicLink.body)({ email }));
  await call(routes.sendMagicLink, { body: { email, captchaToken: await captchaToken('sendMagicLink') } });
}

function check(errors: Record<string, string>): void {
  const entries = Object.entries(errors);
  if (entries.length === 0) return;
  const { status, message } = failures.invalid;
  const fields = Object.fromEntries(entries.map(([field, sentence]) => [field, [sentence]]));
  throw new ApiError({ status, message, code: 'invalid', details: { fields } });
}
