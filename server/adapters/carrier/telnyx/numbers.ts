import { z } from 'zod';
import type { AvailableNumber, BuyOutcome, Carrier, OwnedNumber } from '../port.ts';
import type { CallUrls } from '../port-calls.ts';
import { concludeFrom, okReply, parseReply, type VendorReply, waitAfter } from '../vendor-call.ts';
import { errorOf, failureOf, type TelnyxApi } from './api.ts';
import { hostedIdOf } from './landlines.ts';
import type { ProfileFound } from './messaging-profile.ts';
import type { ApplicationFound } from './texml-application.ts';

const availableSchema = z.object({
  data: z.array(
    z.object({
      phone_number: z.string(),
      region_information: z.array(z.object({ region_type: z.string(), region_name: z.string() })).catch([]),
    }),
  ),
});
const ownedSchema = z.object({
  id: z.string().min(1),
  phone_number: z.string(),
  status: z.string(),
  messaging_profile_id: z.string().nullish(),
  customer_reference: z.string().nullish(),
});
const ownedListSchema = z.object({ data: z.array(ownedSchema) });
const changedSchema = z.object({ data: ownedSchema });
const messagingSchema = z.object({ data: z.object({ messaging_profile_id: z.string() }) });
const orderSchema = z.object({ data: z.object({ status: z.string() }) });

type Owned = z.infer<typeof ownedSchema>;
type Order = Parameters<Carrier['buyNumber']>[0];
type NumberCalls = Pick<
  Carrier,
  'findNumbers' | 'findNumbersNear' | 'buyNumber' | 'findOwnedNumber' | 'releaseNumber' | 'configureWebhooks'
>;

const accountCodes = new Set(['10009', '10010', '10039']);
const invalidCodes = new Set(['10002', '10016']);

/** No longer ours. */
const goneStatuses = new Set(['deleted', 'ported-out']);
const rejections: Readonly<Record<string, OwnedNumber['rejection']>> = {
  'purchase-failed': 'purchaseFailed',
  'port-failed': 'purchaseFailed',
  'requirement-info-exception': 'requirementsUnmet',
};

export function createNumberCalls(
  api: TelnyxApi,
  profileFor: (inboundUrl: string) => Promise<ProfileFound>,
  applicationFor: (urls: CallUrls) => Promise<ApplicationFound>,
): NumberCalls {
  return {
    findNumbers: ({ areaCode, limit }) =>
      search(api, [['filter[national_destination_code]', areaCode]], limit),

    /** "Close to the search terms, but not exact": Telnyx' best effort (US and Canada), and else the state. */
    async findNumbersNear({ areaCode, state, limit }) {
      const area: [string, string] = ['filter[national_destination_code]', areaCode];
      const close = await search(api, [area, ['filter[best_effort]', 'true']], limit);
      return close.length > 0 ? close : search(api, [['filter[administrative_area]', state]], limit);
    },

    async buyNumber(order) {
      const profile = await profileFor(order.webhooks.inboundUrl);
      if ('failed' in profile) return withoutProfile(profile.failed);
      const application = await applicationFor(order.webhooks.calls);
      if ('failed' in application) return withoutProfile(application.failed);
      const reply = await api.call('POST', '/number_orders', {
        phone_numbers: [{ phone_number: order.phoneNumber }],
        messaging_profile_id: profile.id,
        connection_id: application.id,
        customer_reference: order.reference,
      });
      return outcomeOf(api, order, reply);
    },

    async findOwnedNumber(phoneNumber): Promise<OwnedNumber | null> {
      const owned = await findOwned(api, phoneNumber);
      return owned === null ? null : { carrierNumberId: owned.id, phoneNumber, ...linkOf(owned) };
    },

    async configureWebhooks(carrierNumberId, { inboundUrl, calls }) {
      const profile = await profileFor(inboundUrl);
      if ('failed' in profile) throw failureOf('find messaging profile', profile.failed);
      const application = await applicationFor(calls);
      if ('failed' in application) throw failureOf('find TeXML application', application.failed);
      const path = `/phone_numbers/${encodeURIComponent(carrierNumberId)}`;
      const texts = await api.call('PATCH', `${path}/messaging`, { messaging_profile_id: profile.id });
      if (concludeFrom(texts) !== 'ok' || parseReply(texts, messagingSchema) === null)
        throw failureOf('configure texts', texts);
      const reply = await api.call('PATCH', path, { connection_id: application.id });
      const isDone = concludeFrom(reply) === 'ok' && parseReply(reply, changedSchema) !== null;
      if (!isDone) throw failureOf('configure calls', reply);
    },

    async releaseNumber(carrierNumberId) {
      const hostedId = hostedIdOf(carrierNumberId);
      const path =
        hostedId === null
          ? `/phone_numbers/${encodeURIComponent(carrierNumberId)}`
          : `/messaging_hosted_numbers/${encodeURIComponent(hostedId)}`;
      const reply = await api.call('DELETE', path);
      if (concludeFrom(reply) === 'ok') return;
      if (reply.kind === 'answered' && reply.status === 404) return;
      throw failureOf('release number', reply);
    },
  };
}

async function findOwned(api: TelnyxApi, phoneNumber: string): Promise<Owned | null> {
  const query = new URLSearchParams({ 'filter[phone_number]': phoneNumber });
  const list = await api.read('find owned number', `/phone_numbers?${query}`, ownedListSchema);
  // The filter also matches parts of a number, and a number given back stays listed for a while.
  return (
    list.data.find((owned) => owned.phone_number === phoneNumber && !goneStatuses.has(owned.status)) ?? null
  );
}

/** What became of an order, by the number itself: ours only if it carries the reference of this order. */
async function settle(api: TelnyxApi, order: Order, otherwise: BuyOutcome): Promise<BuyOutcome> {
  try {
    const owned = await findOwned(api, order.phoneNumber);
    if (owned?.customer_reference !== order.reference || Object.hasOwn(rejections, owned.status))
      return otherwise;
    return owned.status === 'active'
      ? { outcome: 'bought', carrierNumberId: owned.id }
      : { outcome: 'pending' };
  } catch {
    return { outcome: 'unknown' };
  }
}

async function search(api: TelnyxApi, where: [string, string][], limit: number): Promise<AvailableNumber[]> {
  const query = new URLSearchParams([
    ['filter[country_code]', 'US'],
    ['filter[phone_number_type]', 'local'],
    ...where,
    ['filter[features][]', 'sms'],
    ['filter[features][]', 'mms'],
    ['filter[limit]', String(limit)],
  ]);
  const reply = await api.call('GET', `/available_phone_numbers?${query}`);
  // An area that Telnyx does not cover is refused instead of being empty (its guide to number search says so).
  if (reply.kind === 'answered' && [400, 404, 422].includes(reply.status)) return [];
  const found = okReply(reply, availableSchema);
  if (found === null) throw failureOf('find numbers', reply);
  return found.data.slice(0, limit).map(({ phone_number: phoneNumber, region_information: regions }) => {
    const region = (type: string) =>
      regions.find(({ region_type }) => region_type === type)?.region_name || null;
    return {
      phoneNumber,
      locality: toTitle(region('location') ?? region('rate_center')),
      region: region('state'),
    };
  });
}

async function outcomeOf(api: TelnyxApi, order: Order, reply: VendorReply): Promise<BuyOutcome> {
  const conclusion = concludeFrom(reply);
  if (conclusion === 'notReached') return { outcome: 'notReached', retryAfterMs: waitAfter(reply) };
  if (conclusion === 'unknown') return { outcome: 'unknown' };
  if (conclusion === 'ok') {
    const status = parseReply(reply, orderSchema)?.data.status;
    if (status === undefined) return { outcome: 'unknown' };
    if (status === 'failure') return { outcome: 'refused', reason: 'taken', detail: 'The order failed.' };
    return status === 'success' ? await settle(api, order, { outcome: 'pending' }) : { outcome: 'pending' };
  }
  const { code, detail } = errorOf(reply);
  if (isAboutAccount(reply, code)) return { outcome: 'refused', reason: 'account', detail };
  if (code !== null && invalidCodes.has(code)) return { outcome: 'refused', reason: 'invalid', detail };
  // "Not available" is also said of a number that an earlier, unanswered order of ours has got.
  return await settle(api, order, { outcome: 'refused', reason: 'taken', detail });
}

/** Nothing was ordered yet, so even an unknown end is safe to try again. */
function withoutProfile(reply: VendorReply): BuyOutcome {
  if (concludeFrom(reply) !== 'refused') return { outcome: 'notReached', retryAfterMs: waitAfter(reply) };
  return { outcome: 'refused', reason: 'account', detail: errorOf(reply).detail };
}

function isAboutAccount(reply: VendorReply, code: string | null): boolean {
  if (code !== null && accountCodes.has(code)) return true;
  return reply.kind === 'answered' && [401, 402, 403].includes(reply.status);
}

function linkOf(owned: Owned): Pick<OwnedNumber, 'linkStatus' | 'rejection'> {
  const rejection = rejections[owned.status] ?? null;
  if (rejection !== null) return { linkStatus: 'rejected', rejection };
  // Without a profile an active number can call but not text.
  const isLinked = owned.status === 'active' && owned.messaging_profile_id;
  return { linkStatus: isLinked ? 'linked' : 'linking', rejection };
}

/** Telnyx writes places in capitals: "SAN FRANCISCO". */
function toTitle(place: string | null): string | null {
  return place === null ? null : place.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
