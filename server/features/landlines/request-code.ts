import type { CodeWay } from '../../../contract/landlines.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { openAtCarrier, withoutNumbers } from './open-at-carrier.ts';
import { codesByAccount, codesByNumber } from './rules.ts';
import { enqueueFollowing } from './schedule.ts';
import { changeOrder, type LandlineRow } from './store.ts';

/** Has a code read out to the number; the one before is no longer valid. */
export async function requestCode(
  deps: Deps,
  order: LandlineRow,
  wanted: { verifyBy: CodeWay; extension?: string | undefined },
): Promise<void> {
  const { landline } = deps.carrier;
  if (order.state !== 'verifying') throw new Failure('landline_step');
  if (!landline.codeWays.includes(wanted.verifyBy))
    throw invalidField('verifyBy', 'The carrier can give you the code only in a call');
  await deps.rateLimits.consume(codesByAccount, order.accountId);
  await deps.rateLimits.consume(codesByNumber, order.phoneNumber);
  const opened = await openAtCarrier(deps, order);
  if (opened.outcome !== 'opened') throw new Failure('carrier_unavailable');
  const sent = await landline.requestCode({
    orderId: opened.orderId,
    phoneNumber: order.phoneNumber,
    way: wanted.verifyBy,
    extension: landline.takesExtension ? wanted.extension || null : null,
  });
  switch (sent.outcome) {
    case 'notReady':
      throw new Failure('landline_not_ready');
    case 'refused':
      deps.log.warn({ detail: withoutNumbers(sent.detail) }, 'the carrier refused to tell a code');
      throw invalidField(
        'verifyBy',
        "We couldn't reach the number this way. Try again, or choose another way.",
      );
    case 'notReached':
      throw new Failure('carrier_unavailable');
  }
  // Where it's unknown whether it was sent, it may well ring.
  await changeOrder(deps.db, order, {
    codeToType: sent.outcome === 'sent' ? sent.toType : null,
    codeSentAt: deps.clock(),
    codeTries: 0,
  });
  await enqueueFollowing(deps.db, order);
}
