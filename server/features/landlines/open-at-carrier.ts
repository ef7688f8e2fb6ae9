import type { OpenOutcome } from '../../adapters/carrier/port.ts';
import type { Deps } from '../../deps.ts';
import { whileClaimed } from '../../queue/claim.ts';
import { numberWebhooks } from '../numbers/number-webhooks.ts';
import { changeOrder, findOrder, type LandlineRow } from './store.ts';

/** Longer than the calls of one step can take together. */
export const ASKING_MS = 3 * 60_000;

/** Makes sure that the carrier has the order. Repeating it changes nothing there, but two at the same time would. */
export async function openAtCarrier(deps: Deps, order: LandlineRow): Promise<OpenOutcome> {
  const { accountId, id, phoneNumber, owner, email, carrierOrderId } = order;
  if (carrierOrderId !== null) return { outcome: 'opened', orderId: carrierOrderId };
  const outcome = await whileClaimed(deps, `landline:${id}`, ASKING_MS, async (): Promise<OpenOutcome> => {
    const present = await findOrder(deps.db, accountId, id);
    if (present?.carrierOrderId) return { outcome: 'opened', orderId: present.carrierOrderId };
    const { inboundUrl } = numberWebhooks(deps);
    const opened = await deps.carrier.landline.openOrder({
      reference: id,
      phoneNumber,
      owner,
      email,
      inboundUrl,
    });
    if (opened.outcome === 'opened') await changeOrder(deps.db, order, { carrierOrderId: opened.orderId });
    if (opened.outcome === 'refused')
      deps.log.warn({ detail: withoutNumbers(opened.detail) }, 'the carrier refused a landline');
    return opened;
  });
  return outcome === 'taken' ? { outcome: 'unknown' } : outcome;
}

export const withoutNumbers = (detail: string): string => detail.replace(/\d{7,}/g, '…');
