import type { z } from 'zod';
import { type AddingAnswer, MOST_PASSKEYS, type Passkey } from '../../../contract/passkeys.ts';
import { type Db, inTransaction, isUniqueViolation } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { requireMayTurnOff } from '../users/change-mfa.ts';
import { mailUser } from '../users/mail-user.ts';
import * as store from '../users/passkey-store.ts';
import { passkeyAdded, passkeyRemoved, securityNotice } from '../users/security-notice.ts';
import { findUser, lockUser, updateUser } from '../users/store.ts';
import { forgetTrustedBrowsers } from '../users/trusted-browser-store.ts';
import { requireOwnPassword } from './change-password.ts';
import { authenticatorName } from './known-authenticators.ts';
import { isLastStepGone } from './last-step.ts';
import { challengeExpiry, newChallenge, putAddition, takeAddition } from './passkey-challenges.ts';
import { passkeySiteOf } from './passkey-site.ts';

type Given = { password: string };

/** ES256, RS256 and EdDSA: what authenticators make. */
const ALGORITHMS = [-7, -257, -8];

/** For the browser, which asks the person. Nothing depends on it until the answer has come back. */
export async function startPasskey(
  deps: Deps,
  session: Session,
  { password }: Given,
): Promise<{ options: Record<string, unknown> & { challenge: string } }> {
  const { rpId } = passkeySiteOf(deps);
  await requireOwnPassword(deps, session, { field: 'password', password });
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { email } = await findUser(deps.db, session.accountId, session.userId);
  const own = await requireRoom(deps.db, session);
  const options = await generateRegistrationOptions({
    rpName: 'Hiretext',
    rpID: rpId,
    userName: email,
    userDisplayName: `${session.firstName} ${session.lastName}`,
    userID: new TextEncoder().encode(session.userId),
    challenge: newChallenge(),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // Found without an address, and checks its person: so it is both steps in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await putAddition(deps.db, session, {
    challenge: options.challenge,
    expiresAt: challengeExpiry(deps.clock()),
  });
  return { options: { ...options } };
}

/** From now on it signs in, and signing in with the password needs a second step. */
export async function addPasskey(
  deps: Deps,
  session: Session,
  given: { response: AddingAnswer; fallbackName?: string | undefined },
): Promise<z.input<typeof Passkey>> {
  const made = await check(deps, session, given.response);
  const now = deps.clock();
  const passkey = {
    ...made,
    id: deps.newId(),
    name: authenticatorName(made.aaguid) ?? given.fallbackName ?? 'Passkey',
    createdAt: now,
  };
  try {
    await inTransaction(deps.db, async (tx) => {
      // The person's row first, as with everything that changes the second step, so that one waits for the other.
      await updateUser(tx, session.accountId, session.userId, { mfaEnabled: true });
      await requireRoom(tx, session);
      await store.insertPasskey(tx, session, passkey);
      await mailUser(tx, deps, session, passkeyAdded(passkey.name, deps));
    });
  } catch (error) {
    if (isUniqueViolation(error, 'passkey_logins_pkey')) throw new Failure('passkey_failed');
    throw error;
  }
  return presentPasskey({ ...passkey, lastUsedAt: null });
}

async function check(deps: Deps, session: Session, response: AddingAnswer) {
  const { rpId, origin } = passkeySiteOf(deps);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { clientExtensionResults: {}, ...response } as never,
    // Used up by this, whatever else is wrong.
    expectedChallenge: (challenge) => takeAddition(deps.db, session, { challenge, at: deps.clock() }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: Error) => {
    deps.log.warn({ reason: error.message }, 'a new passkey was refused');
    throw new Failure('passkey_failed');
  });
  if (registrationInfo === undefined) throw new Failure('passkey_failed');
  const { credential, aaguid } = registrationInfo;
  return {
    aaguid,
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: response.response.transports ?? [],
  };
}

async function requireRoom(db: Db, session: Session): Promise<store.PasskeyRow[]> {
  const own = await store.listPasskeys(db, session);
  if (own.length >= MOST_PASSKEYS) throw new Failure('too_many_passkeys');
  return own;
}

export async function listPasskeys(db: Db, session: Session): Promise<z.input<typeof Passkey>[]> {
  return (await store.listPasskeys(db, session)).map(presentPasskey);
}

export async function renamePasskey(
  db: Db,
  session: Session,
  { id, name }: { id: string; name: string },
): Promise<z.input<typeof Passkey>> {
  await store.setPasskeyName(db, session, id, name);
  const passkey = await store.findPasskey(db, session, id);
  if (passkey === undefined) throw new Failure('not_found');
  return presentPasskey(passkey);
}

/** After the last one codes come by mail, or from the app; where they might not arrive, none are asked for. */
export async function removePasskey(
  deps: Deps,
  session: Session,
  { id, password }: Given & { id: string },
): Promise<void> {
  await requireOwnPassword(deps, session, { field: 'password', password });
  const { accountId, userId } = session;
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, accountId, userId);
    const passkey = await store.findPasskey(tx, session, id);
    if (passkey === undefined || !(await store.deletePasskey(tx, session, id)))
      throw new Failure('not_found');
    await forgetTrustedBrowsers(tx, session);
    await mailUser(tx, deps, session, passkeyRemoved(passkey.name, deps));
    if (await isLastStepGone(tx, session)) {
      await requireMayTurnOff(tx, accountId);
      await updateUser(tx, accountId, userId, { mfaEnabled: false });
      await mailUser(tx, deps, session, securityNotice('mfaOff', deps));
    }
  });
}

function presentPasskey(row: Pick<store.PasskeyRow, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>) {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
