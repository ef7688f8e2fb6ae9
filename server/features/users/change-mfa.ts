import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { isMfaRequired } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { dropAuthenticator } from './authenticator-store.ts';
import { mailUser } from './mail-user.ts';
import { hasPasskeys } from './passkey-store.ts';
import { securityNotice } from './security-notice.ts';
import { forgetTrustedBrowsers } from './trusted-browser-store.ts';

/** The setting as just saved; a failure undoes it. */
export async function changeMfa(
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'newId' | 'publicUrl' | 'clock'>,
  actor: Actor,
  { before, to }: { before: { mfaEnabled: boolean; emailVerifiedAt: Date | null }; to: boolean },
): Promise<void> {
  if (!to) {
    // Someone who finds an open browser can't open the account for good. An app that was only started goes, so that it is not
    // confirmed afterwards.
    if (await dropAuthenticator(tx, actor)) throw new Failure('authenticator_in_force');
    if (await hasPasskeys(tx, actor)) throw new Failure('passkey_in_force');
  }
  if (to === before.mfaEnabled) return;
  if (to && before.emailVerifiedAt === null) throw new Failure('email_unverified');
  if (!to) {
    await requireMayTurnOff(tx, actor.accountId);
    await forgetTrustedBrowsers(tx, actor);
  }
  await mailUser(tx, deps, actor, securityNotice(to ? 'mfaOn' : 'mfaOff', deps));
  await recordAudit(tx, deps, actor, {
    action: to ? 'signIn.secondStepTurnedOn' : 'signIn.secondStepTurnedOff',
  });
}

/** A request to require it at the same moment waits until this one is done, or the other way round. */
export async function requireMayTurnOff(tx: Tx, accountId: string): Promise<void> {
  if (await isMfaRequired(tx, accountId)) throw new Failure('mfa_kept');
}
