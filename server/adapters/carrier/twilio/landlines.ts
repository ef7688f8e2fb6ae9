import { z } from 'zod';
import type { LandlineOwner } from '../../../../contract/landlines.ts';
import { endOf, failed, failedBeforeActing } from '../landline-outcome.ts';
import type { CarrierLandlines, LandlineProgress, OpenOutcome } from '../port-landlines.ts';
import { concludeFrom, okReply } from '../vendor-call.ts';
import { errorOf, failureOf, isGone, type TwilioApi } from './api.ts';
import { isTwilioEligible, twilioIneligibility, twilioLandlineStatuses } from './landline-status.ts';

const eligibilitySchema = z.object({
  results: z
    .array(
      z.object({
        eligibility_status: z.string().nullish(),
        eligibility_sub_status: z.string().nullish(),
        phone_number_type: z.string().nullish(),
      }),
    )
    .min(1),
});
const orderSchema = z.object({
  sid: z.string().min(1),
  status: z.string(),
  friendly_name: z.string().nullish(),
  signing_document_sid: z.string().nullish(),
  incoming_phone_number_sid: z.string().nullish(),
  verification_code: z.string().nullish(),
});
const ordersSchema = z.object({ items: z.array(orderSchema) });
const addressSchema = z.object({ sid: z.string().min(1), friendly_name: z.string().nullish() });
const addressesSchema = z.object({ addresses: z.array(addressSchema) });

type Order = z.infer<typeof orderSchema>;

/**
 * "Invalid Hosted Number Order Status" and "Unable to Update Hosted Number Order Status" (twilio.com/docs/api/errors): it
 * can't be verified yet, or not anymore.
 */
const NOT_IN_THIS_STATUS: readonly (number | null)[] = [22111, 22112];

const unprovenStatuses = new Set(['twilio-processing', 'received', 'pending-verification']);

const ORDERS = '/v2/HostedNumber/Orders';

/**
 * Hosted numbers as twilio-oai has them (spec/json/twilio_numbers_v2.json, HostedNumber/Orders and AuthorizationDocuments).
 * Twilio's pages call the API a preview for those who already use it
 * (twilio.com/docs/phone-numbers/hosted-numbers/hosted-numbers-api/hosted-number-order-resource): others are refused, which
 * people read as "the carrier doesn't take this number".
 */
export function createTwilioLandlines(api: TwilioApi): CarrierLandlines {
  const pathOf = (orderId: string) => `${ORDERS}/${encodeURIComponent(orderId)}`;
  const readOne = (orderId: string) => api.call('numbers', 'GET', pathOf(orderId));

  return {
    // Twilio calls, and hears the digits that are pressed.
    codeWays: ['call'],
    takesExtension: true,
    codeIsTypedHere: false,
    // Its own letter takes the place of the bill.
    needsBill: false,

    async checkEligibility(phoneNumber) {
      const reply = await api.call('numbers', 'POST', '/v1/HostedNumber/Eligibility', {
        phone_numbers: [{ phone_number: phoneNumber, hosting_account_sid: api.accountSid }],
      });
      const result = okReply(reply, eligibilitySchema)?.results[0];
      if (result === undefined) throw failureOf('check eligibility', reply);
      if (isTwilioEligible(result.eligibility_status ?? '')) return { eligible: true };
      const reason = twilioIneligibility(result.eligibility_sub_status ?? '');
      if (reason === null) throw failureOf('check eligibility', reply);
      const isTollFree = reason === 'mobile' && /toll/i.test(result.phone_number_type ?? '');
      return { eligible: false, reason: isTollFree ? 'tollFree' : reason };
    },

    openOrder: (order) => openOrder(api, order),

    async requestCode({ orderId, extension }) {
      const form = new URLSearchParams({ Status: 'pending-verification', VerificationCallDelay: '5' });
      if (extension !== null) form.set('VerificationCallExtension', extension);
      const reply = await api.call('numbers', 'POST', pathOf(orderId), form);
      const order = okReply(reply, orderSchema);
      if (order !== null) return { outcome: 'sent', toType: order.verification_code || null };
      return NOT_IN_THIS_STATUS.includes(errorOf(reply).code)
        ? { outcome: 'notReady' }
        : failed(reply, errorOf(reply).message);
    },

    // There is nothing to confirm here: the status of the order tells.
    confirmCode: async () => ({ outcome: 'wrong' }),

    /** Twilio does not take our letter: it mails its own to the person, who signs that one too. */
    async submitLetter({ orderId, reference, phoneNumber, owner, email, title }) {
      const asked = await readOne(orderId);
      const order = okReply(asked, orderSchema);
      if (order === null) return failedBeforeActing(asked, errorOf(asked).message);
      if (order.signing_document_sid) return { outcome: 'submitted' };
      const address = await seeToAddress(api, { reference, owner });
      if ('failed' in address) return failedBeforeActing(address.failed, errorOf(address.failed).message);
      const form = new URLSearchParams({
        AddressSid: address.sid,
        Email: email,
        ContactPhoneNumber: phoneNumber,
        ContactTitle: title,
        HostedNumberOrderSids: orderId,
      });
      const reply = await api.call('numbers', 'POST', '/v2/HostedNumber/AuthorizationDocuments', form);
      return concludeFrom(reply) === 'ok' ? { outcome: 'submitted' } : failed(reply, errorOf(reply).message);
    },

    async readOrder({ orderId }) {
      const reply = await readOne(orderId);
      if (isGone(reply)) return { progress: 'gone' };
      const order = okReply(reply, orderSchema);
      if (order === null) throw failureOf('read hosted order', reply);
      return progressOf(order);
    },

    async withdrawOrder(orderId) {
      const reply = await api.call('numbers', 'DELETE', pathOf(orderId));
      const end = endOf(reply);
      if (end === null) throw failureOf('withdraw hosted order', reply);
      return end;
    },
  };
}

/** The address of the owner; Twilio wants it as a separate resource. */
async function seeToAddress(api: TwilioApi, order: { reference: string; owner: LandlineOwner }) {
  const query = new URLSearchParams({ FriendlyName: order.reference, PageSize: '50' });
  const listed = await api.call('api', 'GET', `${api.account}/Addresses.json?${query}`);
  const list = okReply(listed, addressesSchema);
  if (list === null) return { failed: listed };
  const known = list.addresses.find((address) => address.friendly_name === order.reference);
  if (known !== undefined) return { sid: known.sid };
  const form = new URLSearchParams({
    FriendlyName: order.reference,
    CustomerName: order.owner.company,
    Street: order.owner.street,
    City: order.owner.city,
    Region: order.owner.state,
    PostalCode: order.owner.postalCode,
    IsoCountry: 'US',
  });
  const made = await api.call('api', 'POST', `${api.account}/Addresses.json`, form);
  const address = okReply(made, addressSchema);
  return address === null ? { failed: made } : { sid: address.sid };
}

async function openOrder(
  api: TwilioApi,
  order: Parameters<CarrierLandlines['openOrder']>[0],
): Promise<OpenOutcome> {
  const query = new URLSearchParams({ PhoneNumber: order.phoneNumber, PageSize: '50' });
  const listed = await api.call('numbers', 'GET', `${ORDERS}?${query}`);
  const list = okReply(listed, ordersSchema);
  if (list === null) return failedBeforeActing(listed, errorOf(listed).message);
  const own = list.items.find((item) => item.friendly_name === order.reference);
  if (own !== undefined) return { outcome: 'opened', orderId: own.sid };

  const address = await seeToAddress(api, order);
  if ('failed' in address) return failedBeforeActing(address.failed, errorOf(address.failed).message);
  // Twilio cancels an order only while it is `received`, and takes no second one for a number. One that isn't proven
  // yet serves as well: it calls again, and the letter names the address of this owner.
  const unproven = list.items.find((item) => unprovenStatuses.has(item.status));
  if (unproven !== undefined) return { outcome: 'opened', orderId: unproven.sid };
  const form = new URLSearchParams({
    PhoneNumber: order.phoneNumber,
    FriendlyName: order.reference,
    AddressSid: address.sid,
    Email: order.email,
    // The person who signs is asked for at the number itself.
    ContactPhoneNumber: order.phoneNumber,
    SmsCapability: 'true',
    SmsUrl: order.inboundUrl,
    SmsMethod: 'POST',
  });
  const reply = await api.call('numbers', 'POST', ORDERS, form);
  const opened = okReply(reply, orderSchema);
  return opened === null ? failed(reply, errorOf(reply).message) : { outcome: 'opened', orderId: opened.sid };
}

function progressOf(order: Order): LandlineProgress {
  const known = Object.hasOwn(twilioLandlineStatuses, order.status)
    ? twilioLandlineStatuses[order.status]
    : undefined;
  if (known === undefined) return { progress: 'unknown', status: order.status };
  if (known !== 'completed') return known;
  // Completed without a number: nothing can be sent from it yet.
  return order.incoming_phone_number_sid
    ? { progress: 'linked', carrierNumberId: order.incoming_phone_number_sid }
    : { progress: 'waiting' };
}
