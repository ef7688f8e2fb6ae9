import { isFictional } from '../../phone.ts';
import type { Carrier } from './port.ts';

/**
 * A carrier that reaches people, without what is from a number of a sandbox: that is refused before any call. Whatever went wrong
 * for it to come here, it stays a test.
 */
export function refuseFictional(carrier: Carrier): Carrier {
  return {
    ...carrier,
    send: async (request) =>
      isFictional(request.from)
        ? { outcome: 'refused', errorCode: 'sender_not_usable', carrierCode: null }
        : carrier.send(request),
    findSent: async (query) => (isFictional(query.from) ? [] : carrier.findSent(query)),
    buyNumber: async (order) =>
      isFictional(order.phoneNumber)
        ? { outcome: 'refused', reason: 'invalid', detail: 'a number of fiction' }
        : carrier.buyNumber(order),
    findOwnedNumber: async (phoneNumber) =>
      isFictional(phoneNumber) ? null : carrier.findOwnedNumber(phoneNumber),
    landline: {
      ...carrier.landline,
      checkEligibility: async (phoneNumber) =>
        isFictional(phoneNumber)
          ? { eligible: false, reason: 'invalid' }
          : carrier.landline.checkEligibility(phoneNumber),
      openOrder: async (order) =>
        isFictional(order.phoneNumber)
          ? { outcome: 'refused', detail: 'a number of fiction' }
          : carrier.landline.openOrder(order),
    },
  };
}
