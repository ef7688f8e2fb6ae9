import { z } from 'zod';
import { endOf, failed, failedBeforeActing } from '../landline-outcome.ts';
import type { CarrierLandlines, LandlineProgress } from '../port-landlines.ts';
import { concludeFrom, okReply, parseJson, textOf, type VendorReply } from '../vendor-call.ts';
import { errorOf, failureOf, type TelnyxApi } from './api.ts';
import { telnyxIneligibility, telnyxNumberStatuses, telnyxOrderStatuses } from './landline-status.ts';
import type { ProfileFound } from './messaging-profile.ts';

const eligibilitySchema = z.object({
  phone_numbers: z.array(z.object({ eligible: z.boolean(), eligible_status: z.string() })).min(1),
});
const orderSchema = z.object({
  id: z.string().min(1),
  status: z.string(),
  phone_numbers: z
    .array(z.object({ id: z.string().nullish(), phone_number: z.string(), status: z.string() }))
    .catch([]),
});
const oneSchema = z.object({ data: orderSchema });
const listSchema = z.object({ data: z.array(orderSchema) });
const codesSchema = z.object({
  data: z.array(z.object({ phone_number: z.string(), error: z.string().nullish() })),
});
const validationSchema = z.object({
  data: z.object({ phone_numbers: z.array(z.object({ phone_number: z.string(), status: z.string() })) }),
});

type Order = z.infer<typeof orderSchema>;

const ORDERS = '/messaging_hosted_number_orders';
const PAGE = 50;
/** 1000 orders: more than are ever open at once. */
const MOST_PAGES = 20;

/** Hosted numbers are given back at another place than bought ones, so their ids say which they are. */
const HOSTED = 'hosted:';

/** Null for the id of a number that was bought. */
export function hostedIdOf(carrierNumberId: string): string | null {
  return carrierNumberId.startsWith(HOSTED) ? carrierNumberId.slice(HOSTED.length) : null;
}

export function createTelnyxLandlines(
  api: TelnyxApi,
  profileFor: (inboundUrl: string) => Promise<ProfileFound>,
): CarrierLandlines {
  return {
    codeWays: ['call', 'text'],
    takesExtension: false,
    codeIsTypedHere: true,
    needsBill: true,

    async checkEligibility(phoneNumber) {
      const reply = await api.call('POST', `${ORDERS}/eligibility_numbers_check`, {
        phone_numbers: [phoneNumber],
      });
      const body = concludeFrom(reply) === 'ok' ? textOf(reply) : null;
      // The definition shows the list bare, the guide once within `data`.
      const parsed = z
        .union([eligibilitySchema, z.object({ data: eligibilitySchema }).transform(({ data }) => data)])
        .safeParse(parseJson(body)).data;
      const result = parsed?.phone_numbers[0];
      if (result === undefined) throw failureOf('check eligibility', reply);
      if (result.eligible) return { eligible: true };
      const reason = telnyxIneligibility(result.eligible_status);
      if (reason === null) throw failureOf('check eligibility', reply);
      return { eligible: false, reason };
    },

    async openOrder({ phoneNumber, inboundUrl }) {
      const present = await findOpen(api, phoneNumber);
      if (present !== null && 'failed' in present)
        return failedBeforeActing(present.failed, errorOf(present.failed).detail);
      if (present !== null) return { outcome: 'opened', orderId: present.id };
      const profile = await profileFor(inboundUrl);
      if ('failed' in profile) return failedBeforeActing(profile.failed, errorOf(profile.failed).detail);
      const reply = await api.call('POST', ORDERS, {
        messaging_profile_id: profile.id,
        phone_numbers: [phoneNumber],
      });
      const opened = okReply(reply, oneSchema);
      return opened === null
        ? failed(reply, errorOf(reply).detail)
        : { outcome: 'opened', orderId: opened.data.id };
    },

    ...codeCalls(api),

    async submitLetter({ orderId, letter, bill }) {
      const form = new FormData();
      form.append('loa', pdf(letter), 'letter-of-authorization.pdf');
      if (bill !== null) form.append('bill', pdf(bill), 'bill.pdf');
      const reply = await api.call('POST', `${orderPath(orderId)}/actions/file_upload`, form);
      return concludeFrom(reply) === 'ok' ? { outcome: 'submitted' } : failed(reply, errorOf(reply).detail);
    },

    async readOrder({ orderId, phoneNumber }) {
      const reply = await api.call('GET', orderPath(orderId));
      if (reply.kind === 'answered' && reply.status === 404) return { progress: 'gone' };
      const order = okReply(reply, oneSchema);
      if (order === null) throw failureOf('read hosted order', reply);
      return progressOf(order.data, phoneNumber);
    },

    async withdrawOrder(orderId) {
      const reply = await api.call('DELETE', orderPath(orderId));
      const end = endOf(reply);
      if (end === null) throw failureOf('withdraw hosted order', reply);
      return end;
    },
  };
}

const orderPath = (orderId: string) => `${ORDERS}/${encodeURIComponent(orderId)}`;

/** Orders bear no reference of ours, but there is only one open one for a number. */
async function findOpen(
  api: TelnyxApi,
  phoneNumber: string,
): Promise<Order | null | { failed: VendorReply }> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ 'page[number]': String(page), 'page[size]': String(PAGE) });
    const reply = await api.call('GET', `${ORDERS}?${query}`);
    const list = okReply(reply, listSchema);
    if (list === null) return { failed: reply };
    const found = list.data.find(
      (order) => order.status === 'pending' && order.phone_numbers[0]?.phone_number === phoneNumber,
    );
    if (found !== undefined) return found;
    if (list.data.length < PAGE) return null;
  }
  return null;
}

function codeCalls(api: TelnyxApi): Pick<CarrierLandlines, 'requestCode' | 'confirmCode'> {
  return {
    async requestCode({ orderId, phoneNumber, way }) {
      const reply = await api.call('POST', `${orderPath(orderId)}/verification_codes`, {
        phone_numbers: [phoneNumber],
        verification_method: way === 'text' ? 'sms' : 'call',
      });
      const codes = okReply(reply, codesSchema);
      if (codes === null) return failed(reply, errorOf(reply).detail);
      const error = codes.data.find((code) => code.phone_number === phoneNumber)?.error;
      return error ? { outcome: 'refused', detail: error } : { outcome: 'sent', toType: null };
    },

    async confirmCode({ orderId, phoneNumber, code }) {
      const reply = await api.call('POST', `${orderPath(orderId)}/validation_codes`, {
        verification_codes: [{ phone_number: phoneNumber, code }],
      });
      const validation = okReply(reply, validationSchema);
      if (validation === null) return failed(reply, errorOf(reply).detail);
      const status = validation.data.phone_numbers.find(
        (number) => number.phone_number === phoneNumber,
      )?.status;
      if (status === undefined) return { outcome: 'unknown' };
      return { outcome: status === 'verified' || status === 'already_verified' ? 'proven' : 'wrong' };
    },
  };
}

function progressOf(order: Order, phoneNumber: string): LandlineProgress {
  const number = order.phone_numbers.find((each) => each.phone_number === phoneNumber);
  const ofOrder = telnyxOrderStatuses[order.status];
  const ofNumber = number === undefined ? undefined : telnyxNumberStatuses[number.status];
  if (ofOrder === undefined) return { progress: 'unknown', status: order.status };
  if (number !== undefined && ofNumber === undefined) return { progress: 'unknown', status: number.status };
  // The order says why it was refused; of a number it may only say that it failed.
  if (ofOrder !== 'successful' && (ofOrder.progress === 'rejected' || ofOrder.progress === 'gone')) {
    const isVague = ofOrder.progress === 'rejected' && ofOrder.reason === 'failed';
    const isPlain = ofNumber !== undefined && ofNumber !== 'successful' && ofNumber.progress === 'rejected';
    return isVague && isPlain ? ofNumber : ofOrder;
  }
  if (ofNumber === 'successful' && number?.id)
    return { progress: 'linked', carrierNumberId: `${HOSTED}${number.id}` };
  return ofNumber === undefined || ofNumber === 'successful' ? { progress: 'waiting' } : ofNumber;
}

const pdf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
