import type { OpenOutcome } from '../../adapters/carrier/port.ts';
import type { Deps } from '../../deps.ts';
import { numberWebhooks } from '../numbers/number-webhooks.ts';
import { changeOrder, type LandlineRow } from './store.ts';

/** Sees to it that the carrier has the order; doing it again changes nothing there. */
export async function openAtCarrier(deps: Deps, order: LandlineRow): Promise<OpenOutcome> {
  if (order.carrierOrderId !== null) return { outcome: 'opened', orderId: order.carrierOrderId };
  const opened = await deps.carrier.landline.openOrder({
    reference: order.id,
    phoneNumber: order.phoneNumber,
    owner: order.owner,
    email: order.email,
    inboundUrl: numberWebhooks(deps).inboundUrl,
  });
  if (opened.outcome === 'opened') await changeOrder(deps.db, order, { carrierOrderId: opened.orderId });
  if (opened.outcome === 'refused')
    deps.log.warn({ detail: withoutNumbers(opened.detail) }, 'the carrier refused a landline');
  return opened;
}

export const withoutNumbers = (detail: string): string => detail.replace(/\d{7,}/g, '…');
