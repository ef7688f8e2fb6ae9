import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueueFollowing } from './follow.ts';
import { setRegistered } from './store.ts';

/**
 * The carrier blocked a text because its number is on no approved campaign (Twilio's 30034), although we thought it was:
 * the number waits until the registrar has said how it stands.
 */
export async function learnUnregistered(
  tx: Tx,
  deps: Pick<Deps, 'registrar' | 'log'>,
  number: { accountId: string; numberId: string },
): Promise<void> {
  if (deps.registrar === null) return;
  deps.log.error({ numberId: number.numberId }, 'the carrier does not know a number as registered');
  await setRegistered(tx, number.accountId, number.numberId, null);
  await enqueueFollowing(tx, number.accountId);
}
