import { type Db, inTransaction } from '../../db/connection.ts';
import { Failure } from '../../failure.ts';
import { hasSecondStep, lockAccount, setMfaRequired } from './store.ts';

/** Asks everyone of the account for a second step, or no longer. Whoever asks it of others has one. */
export function requireMfa(
  db: Db,
  who: { accountId: string; userId: string },
  mfaRequired: boolean,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, who.accountId);
    if (mfaRequired && !(await hasSecondStep(tx, who))) throw new Failure('mfa_missing');
    await setMfaRequired(tx, who.accountId, mfaRequired);
  });
}
