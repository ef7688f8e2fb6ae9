import type { BodyInput, ReplyOutput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { answerWithPasskey } from '../../../lib/session/passkey-ceremony.ts';

/** With any passkey of this site; with an address, the second step of that person's sign-in. Loaded on demand. */
export async function signInByPasskey(
  second: Omit<BodyInput<typeof routes.finishPasskeySignIn>, 'response'> = {},
): Promise<ReplyOutput<typeof routes.finishPasskeySignIn>> {
  const { options } = await call(routes.startPasskeySignIn);
  const response = await answerWithPasskey(options);
  return call(routes.finishPasskeySignIn, { body: { ...second, response } });
}
