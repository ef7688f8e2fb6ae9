import { z } from 'zod';
import { endOf, failed, failedBeforeActing } from '../hosting-outcome.ts';
import type { HostingOwner, HostingProgress, NumberHosting } from '../port-hosting.ts';
import {
  CarrierCallError,
  callVendor,
  concludeFrom,
  okReply,
  parseReply,
  type VendorReply,
} from '../vendor-call.ts';
import { isTwilioEligible, twilioHostingStatuses, twilioIneligibility } from './hosting-status.ts';

export interface TwilioHostingConfig {
  accountSid: string;
  authToken: string;
  /** Where accounts and addresses are, and where hosted numbers are. */
  hosts: { api: string; numbers: string };
  timeoutMs: number;
  fetch: typeof fetch;
}

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
const errorSchema = z.object({ code: z.number().nullish(), message: z.string().catch('') });

type Order = z.infer<typeof orderSchema>;

/**
 * "Invalid Hosted Number Order Status" and "Unable to Update Hosted Number Order Status" (twilio.com/docs/api/errors): it
 * can't be verified yet, or not any more.
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
export function createTwilioHosting(config: TwilioHostingConfig): NumberHosting {
  const { accountSid, authToken, hosts, timeoutMs } = config;
  const account = `/2010-04-01/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  function call(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    content?: URLSearchParams | object,
  ): Promise<VendorReply> {
    const isForm = content instanceof URLSearchParams;
    return callVendor({
      method,
      url,
      headers: {
        authorization,
        accept: 'application/json',
        ...(content === undefined
          ? {}
          : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      },
      ...(content === undefined ? {} : { body: isForm ? content.toString() : JSON.stringify(content) }),
      timeoutMs,
      fetch: config.fetch,
    });
  }

  const orderUrl = (orderId: string) => `${hosts.numbers}${ORDERS}/${encodeURIComponent(orderId)}`;
  const readOne = (orderId: string) => call('GET', orderUrl(orderId));

  /** The address of the owner; Twilio wants it as a resource of its own. */
  async function seeToAddress(order: { reference: string; owner: HostingOwner }) {
    const query = new URLSearchParams({ FriendlyName: order.reference, PageSize: '50' });
    const listed = await call('GET', `${hosts.api}${account}/Addresses.json?${query}`);
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
    const made = await call('POST', `${hosts.api}${account}/Addresses.json`, form);
    const address = okReply(made, addressSchema);
    return address === null ? { failed: made } : { sid: address.sid };
  }

  return {
    // Twilio calls, and hears the digits that are pressed.
    codeWays: ['call'],
    takesExtension: true,
    codeIsTypedHere: false,
    // Its own letter takes the place of the bill.
    needsBill: false,

    async checkEligibility(phoneNumber) {
      const reply = await call('POST', `${hosts.numbers}/v1/HostedNumber/Eligibility`, {
        phone_numbers: [{ phone_number: phoneNumber, hosting_account_sid: accountSid }],
      });
      const result = okReply(reply, eligibilitySchema)?.results[0];
      if (result === undefined) throw failureOf('check eligibility', reply);
      if (isTwilioEligible(result.eligibility_status ?? '')) return { eligible: true };
      const reason = twilioIneligibility(result.eligibility_sub_status ?? '');
      if (reason === null) throw failureOf('check eligibility', reply);
      const isTollFree = reason === 'mobile' && /toll/i.test(result.phone_number_type ?? '');
      return { eligible: false, reason: isTollFree ? 'tollFree' : reason };
    },

    async openOrder(order) {
      const query = new URLSearchParams({ PhoneNumber: order.phoneNumber, PageSize: '50' });
      const listed = await call('GET', `${hosts.numbers}${ORDERS}?${query}`);
      const list = okReply(listed, ordersSchema);
      if (list === null) return failedBeforeActing(listed, errorOf(listed).message);
      const own = list.items.find((item) => item.friendly_name === order.reference);
      if (own !== undefined) return { outcome: 'opened', orderId: own.sid };

      const address = await seeToAddress(order);
      if ('failed' in address) return failedBeforeActing(address.failed, errorOf(address.failed).message);
      // Twilio cancels an order only while it is `received`, and takes no second one for a number. One that nobody has
      // proven serves as well: it calls anew, and the letter names the address of this owner.
      const unproven = list.items.find((item) => unprovenStatuses.has(item.status));
      if (unproven !== undefined) return { outcome: 'opened', orderId: unproven.sid };
      const form = new URLSearchParams({
        PhoneNumber: order.phoneNumber,
        FriendlyName: order.reference,
        AddressSid: address.sid,
        Email: order.email,
        // Whoever signs is asked for at the number itself.
        ContactPhoneNumber: order.phoneNumber,
        SmsCapability: 'true',
        SmsUrl: order.inboundUrl,
        SmsMethod: 'POST',
      });
      const reply = await call('POST', `${hosts.numbers}${ORDERS}`, form);
      const opened = okReply(reply, orderSchema);
      return opened === null
        ? failed(reply, errorOf(reply).message)
        : { outcome: 'opened', orderId: opened.sid };
    },

    async requestCode({ orderId, extension }) {
      const form = new URLSearchParams({ Status: 'pending-verification', VerificationCallDelay: '5' });
      if (extension !== null) form.set('VerificationCallExtension', extension);
      const reply = await call('POST', orderUrl(orderId), form);
      const order = okReply(reply, orderSchema);
      if (order !== null) return { outcome: 'sent', toType: order.verification_code || null };
      return NOT_IN_THIS_STATUS.includes(codeOf(reply))
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
      if (order.signing_document_sid) return { outcome: 'handedIn' };
      const address = await seeToAddress({ reference, owner });
      if ('failed' in address) return failedBeforeActing(address.failed, errorOf(address.failed).message);
      const form = new URLSearchParams({
        AddressSid: address.sid,
        Email: email,
        ContactPhoneNumber: phoneNumber,
        ContactTitle: title,
        HostedNumberOrderSids: orderId,
      });
      const reply = await call('POST', `${hosts.numbers}/v2/HostedNumber/AuthorizationDocuments`, form);
      return concludeFrom(reply) === 'ok' ? { outcome: 'handedIn' } : failed(reply, errorOf(reply).message);
    },

    async readOrder({ orderId }) {
      const reply = await readOne(orderId);
      if (reply.kind === 'answered' && reply.status === 404) return { progress: 'gone' };
      const order = okReply(reply, orderSchema);
      if (order === null) throw failureOf('read hosted order', reply);
      return progressOf(order);
    },

    async withdrawOrder(orderId) {
      const reply = await call('DELETE', orderUrl(orderId));
      const end = endOf(reply);
      if (end === null) throw failureOf('withdraw hosted order', reply);
      return end;
    },
  };
}

function progressOf(order: Order): HostingProgress {
  const known = Object.hasOwn(twilioHostingStatuses, order.status)
    ? twilioHostingStatuses[order.status]
    : undefined;
  if (known === undefined) return { progress: 'unknown', status: order.status };
  if (known !== 'completed') return known;
  // Completed without a number: nothing can be sent from it yet.
  return order.incoming_phone_number_sid
    ? { progress: 'linked', carrierNumberId: order.incoming_phone_number_sid }
    : { progress: 'waiting' };
}

function errorOf(reply: VendorReply) {
  return parseReply(reply, errorSchema) ?? { code: null, message: '' };
}

const codeOf = (reply: VendorReply) => errorOf(reply).code ?? null;

function failureOf(what: string, reply: VendorReply): CarrierCallError {
  const code = codeOf(reply);
  const status = reply.kind === 'answered' ? reply.status : null;
  return new CarrierCallError(`Twilio, ${what}`, status, code === null ? null : String(code));
}
