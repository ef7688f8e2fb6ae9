import { z } from 'zod';
import type { Carrier, FoundMessage, SendOutcome } from '../port.ts';
import { concludeFrom, parseReply, type VendorReply, waitAfter } from '../vendor-call.ts';
import { errorOf, type TelnyxApi } from './api.ts';
import { errorCodeOf } from './error-codes.ts';
import { hasFailed, statusOfRecipient, statusOfRecord } from './status.ts';

const sentSchema = z.object({
  data: z.object({
    id: z.string().min(1),
    parts: z.number().int().positive().nullish().catch(null),
    to: z.array(z.object({ status: z.string() })).catch([]),
  }),
});

const recordSchema = z.object({
  uuid: z.string().nullish(),
  status: z.string().nullish(),
  created_at: z.string().nullish(),
  parts: z.number().int().positive().nullish().catch(null),
  errors: z.array(z.union([z.string(), z.number()]).transform(String)).nullish(),
  delivery_status_webhook_url: z.string().nullish(),
});
const recordListSchema = z.object({
  data: z.array(recordSchema),
  meta: z.object({ total_pages: z.number() }).nullish(),
});

/** Codes of sends that were certainly not accepted but will be later: too many requests, and a full queue. */
const busyCodes = new Map([
  ['10011', 1000],
  ['40318', 60_000],
]);

/** 1000 texts to one person within the window: a fault elsewhere, not something to page through. */
const mostPages = 20;

/** Detail records are listed by day, and Telnyx's clock is not ours. */
const clockDifferenceMs = 5000;

export function createSend(api: TelnyxApi): Carrier['send'] {
  return async (request) => {
    const reply = await api.call('POST', '/messages', {
      from: request.from,
      to: request.to,
      type: request.mediaUrls.length > 0 ? 'MMS' : 'SMS',
      ...(request.body === '' ? {} : { text: request.body }),
      ...(request.mediaUrls.length === 0 ? {} : { media_urls: request.mediaUrls }),
      webhook_url: request.statusUrl,
      // Otherwise a receipt that was not taken here is tried at the profile's address, which is for inbound texts and
      // does not name the message.
      use_profile_webhooks: false,
    });
    const conclusion = concludeFrom(reply);
    if (conclusion === 'notReached') return { outcome: 'notReached', retryAfterMs: waitAfter(reply) };
    if (conclusion === 'unknown') return { outcome: 'unknown' };
    if (conclusion === 'ok') return acceptedBy(reply);
    const { code } = errorOf(reply);
    const busyMs = code === null ? undefined : busyCodes.get(code);
    if (busyMs !== undefined) return { outcome: 'notReached', retryAfterMs: busyMs };
    return { outcome: 'refused', errorCode: errorCodeOf(code), carrierCode: code };
  };
}

function acceptedBy(reply: VendorReply): SendOutcome {
  const sent = parseReply(reply, sentSchema)?.data;
  if (sent === undefined) return { outcome: 'unknown' };
  return {
    outcome: 'accepted',
    carrierId: sent.id,
    status: statusOfRecipient(sent.to[0]?.status ?? '') ?? 'queued',
    segments: sent.parts ?? null,
  };
}

/**
 * Telnyx has no list of messages (one is read by the id that the lost answer held), but its detail records name the
 * address for receipts, and our message id is in it, so a match is exact. A record has a final status and appears
 * some time after the text: until then nothing is found, and the receipt usually settles the text first.
 */
export function createFindSent(api: TelnyxApi): Carrier['findSent'] {
  return async ({ messageId, from, to, since }) => {
    const earliest = Date.parse(since) - clockDifferenceMs;
    const found: FoundMessage[] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const query = new URLSearchParams({
        'filter[record_type]': 'messaging',
        'filter[direction]': 'outbound',
        'filter[cli]': from,
        'filter[cld]': to,
        'filter[created_at][gte]': new Date(earliest).toISOString().slice(0, 10),
        sort: '-created_at',
        'page[number]': String(page),
        'page[size]': '50',
      });
      const list = await api.read('find sent messages', `/detail_records?${query}`, recordListSchema);
      found.push(...list.data.flatMap((record) => messageIn(record, messageId, earliest) ?? []));
      if (found.length > 0 || page >= (list.meta?.total_pages ?? 1)) break;
    }
    return found;
  };
}

function messageIn(
  record: z.infer<typeof recordSchema>,
  messageId: string,
  earliest: number,
): FoundMessage | null {
  const status = statusOfRecord(record.status ?? '');
  const isOurs = record.delivery_status_webhook_url?.includes(messageId) === true;
  if (!isOurs || !record.uuid || status === null || Date.parse(record.created_at ?? '') < earliest)
    return null;
  const code = record.errors?.[0] ?? null;
  return {
    carrierId: record.uuid,
    status,
    segments: record.parts ?? null,
    errorCode: hasFailed(status) ? errorCodeOf(code) : null,
    carrierCode: code,
  };
}
