import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { numberWebhooks } from './number-webhooks.ts';
import { enqueueFollowLink } from './refresh-link.ts';
import { deleteNumber } from './store.ts';

/** How long after the purchase the link is looked at first, when the purchase itself didn't report it. */
const FIRST_LOOK_MS = 1500;
/** Later than the longest call to a carrier, in case we are killed in the middle of it. */
export const AFTER_CRASH_MS = 30_000;

/**
 * Asks the carrier for a number that we have already reserved in our tables. Returns its ID at the carrier; null while that is
 * unknown, and the job finds it out. If it was not sold, the row is gone again and a Failure has the reason.
 */
export async function purchase(
  deps: Deps,
  number: { accountId: string; id: string; phoneNumber: string },
): Promise<string | null> {
  const { accountId, id, phoneNumber } = number;
  const outcome = await deps.carrier.buyNumber({
    phoneNumber,
    reference: id,
    webhooks: numberWebhooks(deps),
  });
  switch (outcome.outcome) {
    case 'refused':
      await deleteNumber(deps.db, accountId, id);
      deps.log.warn(
        { reason: outcome.reason, detail: outcome.detail.replace(/\d{7,}/g, '…') },
        'the carrier refused to sell a number',
      );
      if (outcome.reason === 'account') throw new Failure('carrier_unavailable');
      throw new Failure(outcome.reason === 'taken' ? 'number_taken' : 'number_not_available');
    case 'notReached':
      await deleteNumber(deps.db, accountId, id);
      throw new Failure('carrier_unavailable');
  }
  await enqueueFollowLink(deps.db, { accountId, id }, new Date(deps.clock().getTime() + FIRST_LOOK_MS));
  return outcome.outcome === 'bought' ? outcome.carrierNumberId : null;
}
