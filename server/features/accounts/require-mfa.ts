import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { publishSessionsChanged } from '../../live/publish.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { hasSecondStep, lockAccount, setMfaRequired } from './store.ts';

/** Requires a second step of everyone in the account, or no longer. Admins who require it have one themselves. */
export function requireMfa(
  db: Db,
  deps: Pick<Deps, 'newId' | 'clock'>,
  actor: Actor,
  mfaRequired: boolean,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, actor.accountId);
    if (mfaRequired && !(await hasSecondStep(tx, actor))) throw new Failure('mfa_missing');
    await setMfaRequired(tx, actor.accountId, mfaRequired);
    await publishSessionsChanged(tx, actor.accountId, actor.userId);
    await recordAudit(tx, deps, actor, { action: 'account.mfaRequired', details: { mfaRequired } });
  });
}
