import type { z } from 'zod';
import { type AddingAnswer, MOST_PASSKEYS, type Passkey } from '../../../../contract/passkeys.ts';
import { personName } from '../../../../contract/person-name.ts';
import { type Db, inTransaction, isUniqueViolation } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { requireMayTurnOff } from '../../users/change-mfa.ts';
import { mailUser } from '../../users/mail-user.ts';
import * as store from '../../users/passkey-store.ts';
import { passkeyAdded, passkeyRemoved, securityNotice } from '../../users/security-notice.ts';
import { findUser, lockUser, updateUser } from '../../users/store.ts';
import { forgetTrustedBrowsers } from '../../users/trusted-browser-store.ts';
import { type Proof, requireProof } from '../require-proof.ts';
import { isLastStepGone } from '../second-step/second-step.ts';
import { authenticatorName } from './known-authenticators.ts';
import { challengeExpiry, newChallenge, putAddition, takeAddition } from './passkey-challenges.ts';
import { passkeySiteOf } from './passkey-site.ts';

type Owner = Pick<Actor, 'accountId' | 'userId'>;

/** ES256, RS256 and EdDSA: what authenticators make. */
const ALGORITHMS = [-7, -257, -8];

/** For the browser, which asks the person. Nothing depends on it until the answer has come back. */
export async function startPasskey(
  deps: Deps,
  actor: Actor,
  proof: Proof,
): Promise<{ options: Record<string, unknown> & { challenge: string } }> {
  const { rpId } = passkeySiteOf(deps);
  await requireProof(deps, actor, proof);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { email } = await findUser(deps.db, actor.accountId, actor.userId);
  const own = await requireRoom(deps.db, actor);
  const options = await generateRegistrationOptions({
    rpName: 'Hiretext',
    rpID: rpId,
    userName: email,
    userDisplayName: personName(actor),
    userID: new TextEncoder().encode(actor.userId),
    challenge: newChallenge(),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // Found without an address, and checks its person: so it is both steps in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await putAddition(deps.db, actor, {
    challenge: options.challenge,
    expiresAt: challengeExpiry(deps.clock()),
  });
  return { options: { ...options } };
}

/** From now on it signs in, and password sign-ins need a second step. */
export async function addPasskey(
  deps: Deps,
  actor: Actor,
  given: { response: AddingAnswer; fallbackName?: string | undefined },
): Promise<z.input<typeof Passkey>> {
  const made = await check(deps, actor, given.response);
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
      await updateUser(tx, actor.accountId, actor.userId, { mfaEnabled: true });
      await requireRoom(tx, actor);
      await store.insertPasskey(tx, actor, passkey);
      await mailUser(tx, deps, actor, passkeyAdded(passkey.name, deps));
      await recordAudit(tx, deps, actor, { action: 'signIn.passkeyAdded', subject: passkey.name });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'passkey_logins_pkey')) throw new Failure('passkey_failed');
    throw error;
  }
  return presentPasskey({ ...passkey, lastUsedAt: null });
}

async function check(deps: Deps, actor: Actor, response: AddingAnswer) {
  const { rpId, origin } = passkeySiteOf(deps);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { clientExtensionResults: {}, ...response } as never,
    // Used up by this, whatever else is wrong.
    expectedChallenge: (challenge) => takeAddition(deps.db, actor, { challenge, at: deps.clock() }),
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

async function requireRoom(db: Db, owner: Owner): Promise<store.PasskeyRow[]> {
  const own = await store.listPasskeys(db, owner);
  if (own.length >= MOST_PASSKEYS) throw new Failure('too_many_passkeys');
  return own;
}

export async function listPasskeys(db: Db, owner: Owner): Promise<z.input<typeof Passkey>[]> {
  return (await store.listPasskeys(db, owner)).map(presentPasskey);
}

export async function renamePasskey(
  db: Db,
  owner: Owner,
  { id, name }: { id: string; name: string },
): Promise<z.input<typeof Passkey>> {
  await store.setPasskeyName(db, owner, id, name);
  const passkey = await store.findPasskey(db, owner, id);
  if (passkey === undefined) throw new Failure('not_found');
  return presentPasskey(passkey);
}

/** After the last one, codes come by mail, or from the app; where they might not arrive, none are required. */
export async function removePasskey(
  deps: Deps,
  actor: Actor,
  { id, proof }: { id: string; proof: Proof },
): Promise<void> {
  await requireProof(deps, actor, proof);
  const { accountId, userId } = actor;
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, accountId, userId);
    const passkey = await store.findPasskey(tx, actor, id);
    if (passkey === undefined || !(await store.deletePasskey(tx, actor, id))) throw new Failure('not_found');
    await forgetTrustedBrowsers(tx, actor);
    await mailUser(tx, deps, actor, passkeyRemoved(passkey.name, deps));
    await recordAudit(tx, deps, actor, { action: 'signIn.passkeyRemoved', subject: passkey.name });
    if (await isLastStepGone(tx, actor)) {
      await requireMayTurnOff(tx, accountId);
      await updateUser(tx, accountId, userId, { mfaEnabled: false });
      await mailUser(tx, deps, actor, securityNotice('mfaOff', deps));
      await recordAudit(tx, deps, actor, { action: 'signIn.secondStepTurnedOff' });
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
