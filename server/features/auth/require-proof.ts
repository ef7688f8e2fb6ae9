import { PROOF_MINUTES } from '../../../contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { findPasswordHash } from '../users/store.ts';
import { passwordBySession } from './limits.ts';
import { isPassword } from './passwords.ts';
import type { Owner } from './secrets/secret-store.ts';
import { hasStartedBySso } from './store.ts';

/** What a signed-in person shows before a change, so that someone at an open browser can't make it for them. */
export interface Proof {
  /** Of the session that asks. */
  sessionId: string;
  password?: string | undefined;
}

/** The person's password; without one, a session that single sign-on started a moment ago. */
export async function requireProof(
  deps: Pick<Deps, 'db' | 'rateLimits' | 'clock'>,
  owner: Owner,
  { sessionId, password }: Proof,
  field = 'password',
): Promise<void> {
  const stored = await findPasswordHash(deps.db, owner.accountId, owner.userId);
  if (!stored?.passwordHash) {
    const since = new Date(deps.clock().getTime() - PROOF_MINUTES * 60_000);
    if (!(await hasStartedBySso(deps.db, owner, { id: sessionId, since })))
      throw new Failure('sign_in_again');
    return;
  }
  if (password === undefined) throw invalidField(field, 'The password is required');
  await deps.rateLimits.consume(passwordBySession, sessionId);
  if (!(await isPassword(stored.passwordHash, password))) throw invalidField(field, 'The password is wrong');
  await deps.rateLimits.reset(passwordBySession, sessionId);
}
