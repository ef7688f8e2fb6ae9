import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SigningInAnswer } from '../../../../contract/passkeys.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { findByCredential, type KnownPasskey, recordUse } from '../../users/passkey-store.ts';
import { passkeyByAddress } from '../limits.ts';
import { browserHashOf, markBrowser } from '../mark-browser.ts';
import { dropSecondStep } from '../secrets/secret-store.ts';
import { refuseOwnerWhereSsoOnly } from '../sso-only.ts';
import { findLogin } from '../store.ts';
import { challengeExpiry, insertChallenge, newChallenge, takeChallenge } from './passkey-challenges.ts';
import { passkeySiteOf } from './passkey-site.ts';

/** The same for everybody: only the browser knows which passkeys exist for an address. */
export async function startPasskeySignIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ options: Record<string, unknown> & { challenge: string } }> {
  const { rpId } = passkeySiteOf(deps);
  await deps.rateLimits.consume(passkeyByAddress, request.ip);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: newChallenge(),
    userVerification: 'required',
  });
  await insertChallenge(deps.db, {
    challenge: options.challenge,
    browserHash: markBrowser({ request, reply }, deps),
    expiresAt: challengeExpiry(deps.clock()),
  });
  return { options: { ...options } };
}

/** Returns who signs in. Every refusal is the same, whatever was wrong. */
export async function redeemPasskey(
  deps: Deps,
  given: { response: SigningInAnswer; email?: string | undefined },
  request: FastifyRequest,
): Promise<{ accountId: string; userId: string }> {
  await deps.rateLimits.consume(passkeyByAddress, request.ip);
  const passkey = await findByCredential(deps.db, given.response.id);
  const counter = await check(deps, passkey, given.response, browserHashOf(request, deps));
  if (passkey === undefined) await sendElsewhere(deps, given.response.id);
  if (passkey === undefined || counter === null) throw new Failure('passkey_failed');
  const owner = { accountId: passkey.accountId, userId: passkey.userId };
  if (given.email !== undefined) {
    const login = await findLogin(deps.db, given.email.toLowerCase());
    if (login?.accountId !== owner.accountId || login.userId !== owner.userId)
      throw new Failure('passkey_failed');
  }
  await refuseOwnerWhereSsoOnly(deps.db, owner);
  await inTransaction(deps.db, async (tx) => {
    if (!(await recordUse(tx, passkey, { counter, at: deps.clock() }))) throw new Failure('passkey_failed');
    // The password that led here has done its part.
    await dropSecondStep(tx, owner);
  });
  return owner;
}

/** Only a browser that has the passkey knows its ID. */
async function sendElsewhere({ cells }: Pick<Deps, 'cells'>, credentialId: string): Promise<void> {
  const cell = await cells?.find({ kind: 'passkey', credentialId });
  if (cell) throw new Failure('account_elsewhere', { address: cell.url });
}

/** How often it was used, with this; null when anything about the answer is wrong. The challenge is used up in any case. */
async function check(
  deps: Deps,
  passkey: KnownPasskey | undefined,
  response: SigningInAnswer,
  browserHash: string | null,
): Promise<number | null> {
  const { rpId, origin } = passkeySiteOf(deps);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { clientExtensionResults: {}, ...response } as never,
      expectedChallenge: async (challenge) =>
        browserHash !== null && (await takeChallenge(deps.db, { challenge, browserHash, at: deps.clock() })),
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey?.publicKey ?? []),
        counter: passkey?.counter ?? 0,
      },
      requireUserVerification: true,
    });
    if (!verified || passkey === undefined) return null;
    // The passkey and the directory must name the same person.
    const { userHandle } = response.response;
    if (userHandle !== Buffer.from(passkey.userId).toString('base64url')) return null;
    return authenticationInfo.newCounter;
  } catch (error) {
    deps.log.warn({ reason: error instanceof Error ? error.message : '' }, 'a passkey was refused');
    return null;
  }
}
