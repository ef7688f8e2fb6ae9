import { z } from 'zod';
import { callMarkup } from '../call-markup.ts';
import { downloadMedia, isUnder } from '../media-download.ts';
import type {
  AvailableNumber,
  BuyOutcome,
  Carrier,
  FoundMessage,
  NumberWebhooks,
  OwnedNumber,
  SendOutcome,
  SendRequest,
} from '../port.ts';
import {
  CarrierCallError,
  callVendor,
  concludeFrom,
  parseJson,
  textOf,
  type VendorReply,
  waitAfter,
} from '../vendor-call.ts';
import { callSettings, readTwilioCall, recordingSidOf } from './calls.ts';
import { errorCodeOf } from './error-codes.ts';
import { createTwilioHosting } from './hosting.ts';
import { twilioAnswers } from './keywords.ts';
import { hasFailed, segmentsOf, statusOf } from './status.ts';
import { readTwilioWebhook } from './webhook.ts';

export interface TwilioConfig {
  accountSid: string;
  authToken: string;
  /** Replaces scheme, host and an optional path prefix of every call, for tests; the paths stay Twilio's. */
  apiBaseUrl?: string;
  /** After this long the outcome of a call is unknown. */
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** What one number may send; more than a long code's default with a registered campaign. */
  segmentsPerSecond?: number;
  /** After this a text that is not in Twilio's list was never taken. */
  provesAbsenceAfterMs?: number;
}

/** Twilio's default for a long code; it queues what is faster, but then a text can't be taken back any more. */
const LONG_CODE_SEGMENTS_PER_SECOND = 1;
/**
 * A message resource exists, and is listed, from the moment that Twilio answers 201; a call that got no answer ends within
 * its time-out. Twilio names no time for this, so four times the longest call is allowed.
 */
const LISTED_AFTER_MS = 60_000;

const twilioApi = 'https://api.twilio.com';
const twilioNumbers = 'https://numbers.twilio.com';

/** Codes of calls that were certainly not accepted but will be later: too many requests, and a full From queue. */
const busyCodes = new Map([
  [20429, 1000],
  [21611, 60_000],
]);

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
const messageSchema = z.object({
  sid: z.string().min(1),
  status: z.string(),
  direction: z.string(),
  body: z.string().nullable(),
  num_segments: z.string().nullish(),
  error_code: z.number().nullish(),
  date_created: z.string().nullable(),
});
const messageListSchema = z.object({ messages: z.array(messageSchema), next_page_uri: z.string().nullish() });
const errorSchema = z.object({ code: z.number(), message: z.string().catch('') });

export function createTwilioCarrier(config: TwilioConfig): Carrier {
  const timeoutMs = config.timeoutMs ?? 15_000;
  const fetchFn = config.fetch ?? fetch;
  const baseUrl = (config.apiBaseUrl ?? twilioApi).replace(/\/+$/, '');
  const account = `/2010-04-01/Accounts/${config.accountSid}`;
  const authorization = `Basic ${Buffer.from(`${config.accountSid}:${config.authToken}`).toString('base64')}`;

  function call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    form?: URLSearchParams,
  ): Promise<VendorReply> {
    return callVendor({
      method,
      url: `${baseUrl}${path}`,
      headers: {
        authorization,
        accept: 'application/json',
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { body: form.toString() }),
      timeoutMs,
      fetch: fetchFn,
    });
  }

  async function read<T>(what: string, path: string, schema: z.ZodType<T>): Promise<T> {
    const reply = await call('GET', path);
    if (concludeFrom(reply) !== 'ok') throw failureOf(what, reply);
    const parsed = schema.safeParse(parseJson(textOf(reply)));
    if (!parsed.success) throw failureOf(what, reply);
    return parsed.data;
  }

  async function findOwned(phoneNumber: string) {
    const query = new URLSearchParams({ PhoneNumber: phoneNumber });
    const list = await read(
      'find owned number',
      `${account}/IncomingPhoneNumbers.json?${query}`,
      ownedListSchema,
    );
    // The filter also matches parts of a number.
    return list.incoming_phone_numbers.find((owned) => owned.phone_number === phoneNumber) ?? null;
  }

  async function buyNumber(order: {
    phoneNumber: string;
    reference: string;
    webhooks: NumberWebhooks;
  }): Promise<BuyOutcome> {
    const form = new URLSearchParams({
      PhoneNumber: order.phoneNumber,
      // Tells our own purchase from another of the same Twilio account when the answer to this call is lost.
      FriendlyName: order.reference,
      SmsUrl: order.webhooks.inboundUrl,
      SmsMethod: 'POST',
      ...callSettings(order.webhooks.calls),
    });
    const reply = await call('POST', `${account}/IncomingPhoneNumbers.json`, form);
    const conclusion = concludeFrom(reply);
    if (conclusion === 'notReached') return { outcome: 'notReached', retryAfterMs: waitAfter(reply) };
    if (conclusion === 'unknown') return { outcome: 'unknown' };
    if (conclusion === 'ok') {
      const bought = ownedSchema.safeParse(parseJson(textOf(reply)));
      return bought.success
        ? { outcome: 'bought', carrierNumberId: bought.data.sid }
        : { outcome: 'unknown' };
    }
    const { code, message } = errorOf(reply);
    if (code === 21422) return await settleTaken(order, message);
    return { outcome: 'refused', reason: code === 21421 ? 'invalid' : 'account', detail: message };
  }

  /** "Not available" is also what Twilio says of a number that an earlier, unanswered call of ours has bought. */
  async function settleTaken(
    order: { phoneNumber: string; reference: string },
    detail: string,
  ): Promise<BuyOutcome> {
    try {
      const owned = await findOwned(order.phoneNumber);
      if (owned?.friendly_name === order.reference) return { outcome: 'bought', carrierNumberId: owned.sid };
      return { outcome: 'refused', reason: 'taken', detail };
    } catch {
      return { outcome: 'unknown' };
    }
  }

  async function send(request: SendRequest): Promise<SendOutcome> {
    const form = new URLSearchParams({
      To: request.to,
      From: request.from,
      StatusCallback: request.statusUrl,
    });
    if (request.body !== '') form.set('Body', request.body);
    for (const url of request.mediaUrls) form.append('MediaUrl', url);
    const reply = await call('POST', `${account}/Messages.json`, form);
    const conclusion = concludeFrom(reply);
    if (conclusion === 'notReached') return { outcome: 'notReached', retryAfterMs: waitAfter(reply) };
    if (conclusion === 'unknown') return { outcome: 'unknown' };
    if (conclusion === 'ok') {
      const sent = messageSchema.safeParse(parseJson(textOf(reply)));
      if (!sent.success) return { outcome: 'unknown' };
      return {
        outcome: 'accepted',
        carrierId: sent.data.sid,
        status: statusOf(sent.data.status) ?? 'queued',
        segments: segmentsOf(sent.data.num_segments),
      };
    }
    const { code } = errorOf(reply);
    const busyMs = code === null ? undefined : busyCodes.get(code);
    if (busyMs !== undefined) return { outcome: 'notReached', retryAfterMs: busyMs };
    return {
      outcome: 'refused',
      errorCode: errorCodeOf(code),
      carrierCode: code === null ? null : String(code),
    };
  }

  async function search(where: Record<string, string>, limit: number): Promise<AvailableNumber[]> {
    const query = new URLSearchParams({
      ...where,
      SmsEnabled: 'true',
      MmsEnabled: 'true',
      PageSize: String(limit),
    });
    const path = `${account}/AvailablePhoneNumbers/US/Local.json?${query}`;
    const found = await read('find numbers', path, availableSchema);
    return found.available_phone_numbers.slice(0, limit).map((number) => ({
      phoneNumber: number.phone_number,
      locality: number.locality || null,
      region: number.region || null,
    }));
  }

  return {
    name: 'twilio',
    reachesPeople: config.apiBaseUrl === undefined,
    answersKeyword: twilioAnswers,
    segmentsPerSecond: config.segmentsPerSecond ?? LONG_CODE_SEGMENTS_PER_SECOND,
    provesAbsenceAfterMs: config.provesAbsenceAfterMs ?? LISTED_AFTER_MS,
    acknowledgement: { contentType: 'text/xml', body: '<Response/>' },
    buyNumber,
    send,
    hosting: createTwilioHosting({
      accountSid: config.accountSid,
      authToken: config.authToken,
      hosts: { api: baseUrl, numbers: config.apiBaseUrl === undefined ? twilioNumbers : baseUrl },
      timeoutMs,
      fetch: fetchFn,
    }),

    findNumbers: ({ areaCode, limit }) => search({ AreaCode: areaCode }, limit),

    /** In the city, whatever the area code, and else in the state. `NearNumber` would have to be a number that exists. */
    async findNumbersNear({ city, state, limit }) {
      const inCity = city === null ? [] : await search({ InLocality: city, InRegion: state }, limit);
      return inCity.length > 0 ? inCity : search({ InRegion: state }, limit);
    },

    async findOwnedNumber(phoneNumber): Promise<OwnedNumber | null> {
      const owned = await findOwned(phoneNumber);
      if (owned === null) return null;
      const isMute = owned.capabilities?.sms === false;
      return {
        carrierNumberId: owned.sid,
        phoneNumber,
        linkStatus: isMute ? 'rejected' : 'linked',
        rejection: isMute ? 'cannotText' : null,
      };
    },

    async releaseNumber(carrierNumberId) {
      const reply = await call(
        'DELETE',
        `${account}/IncomingPhoneNumbers/${encodeURIComponent(carrierNumberId)}.json`,
      );
      if (concludeFrom(reply) === 'ok' || isGone(reply)) return;
      throw failureOf('release number', reply);
    },

    async configureCalls(carrierNumberId, urls) {
      const reply = await call(
        'POST',
        `${account}/IncomingPhoneNumbers/${encodeURIComponent(carrierNumberId)}.json`,
        new URLSearchParams(callSettings(urls)),
      );
      const isDone = concludeFrom(reply) === 'ok' && ownedSchema.safeParse(parseJson(textOf(reply))).success;
      if (!isDone) throw failureOf('configure calls', reply);
    },

    readCall(point, request) {
      return readTwilioCall(config.authToken, point, request);
    },

    answerCall(step) {
      const { contentType, body } = this.acknowledgement;
      return { contentType, body: step === null ? body : callMarkup(step, 'twiml') };
    },

    /**
     * Twilio lists neither our message id nor the StatusCallback that carries it, so two equal texts to one person
     * within the window can't be told apart here: all matches are returned, and the caller, who knows which carrier ids
     * are already spoken for, decides. The DateSent filter is not used: a message still queued has no such date.
     */
    async findSent({ from, to, body, since }) {
      const earliest = Date.parse(since) - clockDifferenceMs;
      const found: FoundMessage[] = [];
      const query = new URLSearchParams({ To: to, From: from, PageSize: '50' });
      let path: string | null = `${account}/Messages.json?${query}`;
      for (let page = 0; path !== null && page < mostPages; page += 1) {
        const list: z.infer<typeof messageListSchema> = await read(
          'find sent messages',
          path,
          messageListSchema,
        );
        // Newest first: a page without a single message of the window ends the search.
        const recent = list.messages.filter((message) => Date.parse(message.date_created ?? '') >= earliest);
        for (const message of recent) {
          const status = statusOf(message.status);
          if (message.direction !== 'outbound-api' || (message.body ?? '') !== body || status === null)
            continue;
          const code = message.error_code ?? null;
          found.push({
            carrierId: message.sid,
            status,
            segments: segmentsOf(message.num_segments),
            errorCode: hasFailed(status) ? errorCodeOf(code) : null,
            carrierCode: code === null ? null : String(code),
          });
        }
        path = recent.length > 0 ? (list.next_page_uri ?? null) : null;
      }
      return found;
    },

    readWebhook(kind, request, now) {
      return readTwilioWebhook(config.authToken, kind, request, now);
    },

    downloadMedia(url, maxBytes) {
      const isApi = (to: URL) => isUnder(to, baseUrl);
      return downloadMedia(
        url,
        {
          allowsFirst: isApi,
          allowsRedirect: (to) => config.apiBaseUrl === undefined && isTwilioStorage(to),
          headersFor: (to): Record<string, string> =>
            isUnder(to, `${baseUrl}${account}`) ? { authorization } : {},
        },
        { maxBytes, timeoutMs, fetch: fetchFn },
      );
    },

    async forgetRecording(url) {
      const sid = recordingSidOf(url);
      if (sid === null) throw new CarrierCallError('forget recording', null, null);
      const reply = await call('DELETE', `${account}/Recordings/${sid}.json`);
      if (concludeFrom(reply) === 'ok' || isGone(reply)) return;
      throw failureOf('forget recording', reply);
    },
  };
}

function isGone(reply: VendorReply): boolean {
  return reply.kind === 'answered' && reply.status === 404;
}

/** Twilio's dates have whole seconds, and its clock is not ours. */
const clockDifferenceMs = 5000;

/** 1000 texts to one person within the window: a fault elsewhere, not something to page through. */
const mostPages = 20;

/** Where Twilio keeps media (api.twilio.com redirects there). The Amazon host is shared: only Twilio's bucket counts. */
function isTwilioStorage(url: URL): boolean {
  if (url.protocol !== 'https:' || url.port !== '') return false;
  if (url.hostname === 'media.twiliocdn.com' || url.hostname === 'mms.twiliocdn.com') return true;
  return url.hostname === 's3-external-1.amazonaws.com' && url.pathname.startsWith('/media.twiliocdn.com/');
}

function errorOf(reply: VendorReply): { code: number | null; message: string } {
  const parsed = errorSchema.safeParse(parseJson(textOf(reply)));
  return parsed.success ? parsed.data : { code: null, message: '' };
}

function failureOf(what: string, reply: VendorReply): CarrierCallError {
  const { code } = errorOf(reply);
  const status = reply.kind === 'answered' ? reply.status : null;
  return new CarrierCallError(`Twilio, ${what}`, status, code === null ? null : String(code));
}
