import { z } from 'zod';
import type { AvailableNumber, BuyOutcome, Carrier, NumberWebhooks, OwnedNumber } from '../port.ts';
import { concludeFrom, okReply, parseReply, waitAfter } from '../vendor-call.ts';
import { errorOf, failureOf, isGone, type TwilioApi } from './api.ts';
import { callSettings } from './calls.ts';

const webhookSettings = ({ inboundUrl, calls }: Omit<NumberWebhooks, 'statusUrl'>) => ({
  SmsUrl: inboundUrl,
  SmsMethod: 'POST',
  ...callSettings(calls),
});

const availableSchema = z.object({
  available_phone_numbers: z.array(
    z.object({ phone_number: z.string(), locality: z.string().nullish(), region: z.string().nullish() }),
  ),
});
const ownedSchema = z.object({
  sid: z.string().min(1),
  phone_number: z.string(),
  friendly_name: z.string().nullish(),
  capabilities: z.object({ sms: z.boolean().nullish() }).nullish(),
});
const ownedListSchema = z.object({ incoming_phone_numbers: z.array(ownedSchema) });

type Owned = z.infer<typeof ownedSchema>;
type NumberCalls = Pick<
  Carrier,
  'findNumbers' | 'findNumbersNear' | 'buyNumber' | 'findOwnedNumber' | 'releaseNumber' | 'configureWebhooks'
>;

/** "Invalid" and "not available" (twilio.com/docs/api/errors). */
const INVALID = 21421;
const NOT_AVAILABLE = 21422;

export function createNumberCalls(api: TwilioApi): NumberCalls {
  const owned = `${api.account}/IncomingPhoneNumbers`;
  const pathOf = (carrierNumberId: string) => `${owned}/${encodeURIComponent(carrierNumberId)}.json`;

  async function findOwned(phoneNumber: string): Promise<Owned | null> {
    const query = new URLSearchParams({ PhoneNumber: phoneNumber });
    const list = await api.read('find owned number', 'api', `${owned}.json?${query}`, ownedListSchema);
    // The filter also matches parts of a number.
    return list.incoming_phone_numbers.find((each) => each.phone_number === phoneNumber) ?? null;
  }

  /** "Not available" is also what Twilio says of a number that an earlier, unanswered call of ours has bought. */
  async function settleTaken(
    order: { phoneNumber: string; reference: string },
    detail: string,
  ): Promise<BuyOutcome> {
    try {
      const found = await findOwned(order.phoneNumber);
      if (found?.friendly_name === order.reference) return { outcome: 'bought', carrierNumberId: found.sid };
      return { outcome: 'refused', reason: 'taken', detail };
    } catch {
      return { outcome: 'unknown' };
    }
  }

  async function search(where: Record<string, string>, limit: number): Promise<AvailableNumber[]> {
    const query = new URLSearchParams({
      ...where,
      SmsEnabled: 'true',
      MmsEnabled: 'true',
      PageSize: String(limit),
    });
    const path = `${api.account}/AvailablePhoneNumbers/US/Local.json?${query}`;
    const found = await api.read('find numbers', 'api', path, availableSchema);
    return found.available_phone_numbers.slice(0, limit).map((number) => ({
      phoneNumber: number.phone_number,
      locality: number.locality || null,
      region: number.region || null,
    }));
  }

  return {
    findNumbers: ({ areaCode, limit }) => search({ AreaCode: areaCode }, limit),

    /** In the city, whatever the area code, and else in the state. `NearNumber` would have to be a number that exists. */
    async findNumbersNear({ city, state, limit }) {
      const inCity = city === null ? [] : await search({ InLocality: city, InRegion: state }, limit);
      return inCity.length > 0 ? inCity : search({ InRegion: state }, limit);
    },

    async buyNumber(order) {
      const form = new URLSearchParams({
        PhoneNumber: order.phoneNumber,
        // Tells our own purchase from another of the same Twilio account when the answer to this call is lost.
        FriendlyName: order.reference,
        ...webhookSettings(order.webhooks),
      });
      const reply = await api.call('api', 'POST', `${owned}.json`, form);
      const conclusion = concludeFrom(reply);
      if (conclusion === 'notReached') return { outcome: 'notReached', retryAfterMs: waitAfter(reply) };
      if (conclusion === 'unknown') return { outcome: 'unknown' };
      if (conclusion === 'ok') {
        const bought = parseReply(reply, ownedSchema);
        return bought === null ? { outcome: 'unknown' } : { outcome: 'bought', carrierNumberId: bought.sid };
      }
      const { code, message } = errorOf(reply);
      if (code === NOT_AVAILABLE) return await settleTaken(order, message);
      return { outcome: 'refused', reason: code === INVALID ? 'invalid' : 'account', detail: message };
    },

    async findOwnedNumber(phoneNumber): Promise<OwnedNumber | null> {
      const found = await findOwned(phoneNumber);
      if (found === null) return null;
      const isMute = found.capabilities?.sms === false;
      return {
        carrierNumberId: found.sid,
        phoneNumber,
        linkStatus: isMute ? 'rejected' : 'linked',
        rejection: isMute ? 'cannotText' : null,
      };
    },

    async releaseNumber(carrierNumberId) {
      const reply = await api.call('api', 'DELETE', pathOf(carrierNumberId));
      if (concludeFrom(reply) !== 'ok' && !isGone(reply)) throw failureOf('release number', reply);
    },

    async configureWebhooks(carrierNumberId, webhooks) {
      const settings = new URLSearchParams(webhookSettings(webhooks));
      const reply = await api.call('api', 'POST', pathOf(carrierNumberId), settings);
      if (okReply(reply, ownedSchema) === null) throw failureOf('configure webhooks', reply);
    },
  };
}
