import { finishPasskeySignIn, startPasskeySignIn } from '../../../../contract/passkeys.ts';
import type { BodyInput, ReplyOutput } from '../../../../contract/route.ts';
import { call } from '../../../lib/api/api.ts';
import { answerWithPasskey } from '../../../lib/session/passkey-ceremony.ts';

/** With any passkey of this site; with an address, the second step of that person's sign-in. Loaded when it is asked for. */
export async function signInByPasskey(
  second: Omit<BodyInput<typeof finishPasskeySignIn>, 'response'> = {},
): Promise<ReplyOutput<typeof finishPasskeySignIn>> {
  const { options } = await call(startPasskeySignIn);
  const response = await answerWithPasskey(options);
  return call(finishPasskeySignIn, { body: { ...second, response } });
}
