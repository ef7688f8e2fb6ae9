import { z } from 'zod';
import type { WebhookRequest } from '../port.ts';
import type { HostingProgress, NumberHosting } from '../port-hosting.ts';
import {
  CarrierCallError,
  callVendor,
  concludeFrom,
  okReply,
  parseReply,
  type VendorReply,
  waitAfter,
} from '../vendor-call.ts';
import { isTwilioEligible, twilioHostingStatuses, twilioIneligibility } from './hosting-status.ts';
import { isSigned, parseForm } from './webhook.ts';

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
  address_sid: z.string().nullish(),
  signing_document_sid: z.string().nullish(),
  incoming_phone_number_sid: z.string().nullish(),
  verification_code: z.string().nullish(),
});
const ordersSchema = z.object({ items: z.array(orderSchema) });
const addressSchema = z.object({ sid: z.string().min(1), friendly_name: z.string().nullish() });
const addressesSchema = z.object({ addresses: z.array(addressSchema) });
const errorSchema = z.object({ code: z.number().nullish(), message: z.string().catch('') });

type Order = z.infer<typeof orderSchema>;

/** "Invalid Hosted Number Order Status": it can't be verified yet, or not any more. */
const NOT_IN_THIS_STATUS = 22111;

const ORDERS = '/v2/HostedNumber/Orders';

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
  async function seeToAddress(order: Parameters<NumberHosting['openOrder']>[0]) {
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
      const query = new URLSearchParams({
        PhoneNumber: order.phoneNumber,
        FriendlyName: order.reference,
        PageSize: '50',
      });
      const listed = await call('GET', `${hosts.numbers}${ORDERS}?${query}`);
      const list = okReply(listed, ordersSchema);
      if (list === null) return beforeActing(listed);
      const present = list.items.find((item) => item.friendly_name === order.reference);
      if (present !== undefined) return { outcome: 'opened', orderId: present.sid };

      const address = await seeToAddress(order);
      if ('failed' in address) return beforeActing(address.failed);
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
      return opened === null ? failed(reply) : { outcome: 'opened', orderId: opened.sid };
    },

    async requestCode({ orderId, extension }) {
      const form = new URLSearchParams({ Status: 'pending-verification', VerificationCallDelay: '5' });
      if (extension !== null) form.set('VerificationCallExtension', extension);
      const reply = await call('POST', orderUrl(orderId), form);
      const order = okReply(reply, orderSchema);
      if (order !== null) return { outcome: 'sent', toType: order.verification_code || null };
      return codeOf(reply) === NOT_IN_THIS_STATUS ? { outcome: 'notReady' } : failed(reply);
    },

    // There is nothing to confirm here: the status of the order tells.
    confirmCode: async () => ({ outcome: 'wrong' }),

    /** Twilio does not take our letter: it mails its own to the person, who signs that one too. */
    async submitLetter({ orderId, phoneNumber, email, title }) {
      const asked = await readOne(orderId);
      const order = okReply(asked, orderSchema);
      if (order === null) return beforeActing(asked);
      if (order.signing_document_sid) return { outcome: 'handedIn' };
      const form = new URLSearchParams({
        AddressSid: order.address_sid ?? '',
        Email: email,
        ContactPhoneNumber: phoneNumber,
        ContactTitle: title,
        HostedNumberOrderSids: orderId,
      });
      const reply = await call('POST', `${hosts.numbers}/v2/HostedNumber/AuthorizationDocuments`, form);
      return concludeFrom(reply) === 'ok' ? { outcome: 'handedIn' } : failed(reply);
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
      const conclusion = concludeFrom(reply);
      if (conclusion === 'ok') return 'gone';
      if (reply.kind === 'answered' && reply.status === 404) return 'gone';
      // Wrong credentials say nothing about the order.
      const isRefusal = reply.kind === 'answered' && ![401, 403].includes(reply.status);
      if (conclusion === 'refused' && isRefusal) return 'kept';
      throw failureOf('withdraw hosted order', reply);
    },

    /** Twilio tells nothing about orders by itself; whatever comes must still be signed. */
    readHostingWebhook(request: WebhookRequest) {
      const form = parseForm(request.rawBody);
      return isSigned(authToken, request, form)
        ? { ok: true, orderId: null }
        : { ok: false, reason: 'signature' };
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

/** A call that came before the one that matters: even its unknown end is safe to try again. */
function beforeActing(reply: VendorReply) {
  const outcome = failed(reply);
  return outcome.outcome === 'unknown'
    ? ({ outcome: 'notReached', retryAfterMs: waitAfter(reply) } as const)
    : outcome;
}

function failed(reply: VendorReply) {
  switch (concludeFrom(reply)) {
    case 'refused':
      return { outcome: 'refused', detail: errorOf(reply).message } as const;
    case 'notReached':
      return { outcome: 'notReached', retryAfterMs: waitAfter(reply) } as const;
    default:
      return { outcome: 'unknown' } as const;
  }
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
