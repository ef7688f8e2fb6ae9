import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { lockAccount } from '../accounts/store.ts';
import { dropSecrets } from '../auth/secrets/secret-store.ts';
import { endSessionsOf } from '../auth/store.ts';
import { enqueueFollowDeletion } from '../billing/follow-deletion.ts';
import { isAnyOnHold } from '../candidates/store.ts';
import { cancelUnsent } from '../texting/sending/unsent.ts';
import { enqueueErase } from './erase.ts';
import { listPeople, setAccountDeletion, setUserDeletion } from './store.ts';

/**
 * What an operator does to an account that has to go now: from this commit on nothing is sent and no one signs in, and a worker
 * erases it, as it does thirty days after its last person asked. No one can take it back. Throws `legal_hold_in_account`.
 */
export async function closeAccount(tx: Tx, deps: Pick<Deps, 'clock'>, accountId: string): Promise<void> {
  const now = deps.clock();
  await lockAccount(tx, accountId);
  if (await isAnyOnHold(tx, accountId)) throw new Failure('legal_hold_in_account');
  const people = await listPeople(tx, accountId);
  for (const { id: userId } of people) {
    await setUserDeletion(tx, accountId, userId, now);
    await endSessionsOf(tx, accountId, userId, { at: now, except: null });
    await dropSecrets(tx, { accountId, userId });
  }
  await setAccountDeletion(tx, accountId, now);
  await enqueueFollowDeletion(tx, [accountId]);
  await cancelUnsent(tx, deps, accountId, 'everybody');
  await enqueueErase(
    tx,
    people.map(({ id: userId }) => ({ accountId, userId })),
  );
}
