import { z } from 'zod';
import type { Carrier, FoundMessage } from '../port.ts';
import { concludeFrom, parseReply, waitAfter } from '../vendor-call.ts';
import { errorOf, type TwilioApi } from './api.ts';
import { errorCodeOf } from './error-codes.ts';
import { hasFailed, segmentsOf, statusOf } from './status.ts';

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

/** Codes of sends that were certainly not accepted but will be later: too many requests, and a full From queue. */
const busyCodes = new Map([
  [20429, 1000],
  [21611, 60_000],
]);

/** 1000 texts to one person within the window: a fault elsewhere, not something to page through. */
const mostPages = 20;

/** Twilio's dates have whole seconds, and its clock is not ours. */
const clockDifferenceMs = 5000;

export function createSend(api: TwilioApi): Carrier['send'] {
  return async (request) => {
    const form = new URLSearchParams({
      To: request.to,
      From: request.from,
      StatusCallback: request.statusUrl,
    });
    if (request.body !== '') form.set('Body', request.body);
    for (const url of request.mediaUrls) form.append('MediaUrl', url);
    const reply = await api.call('api', 'POST', `${api.account}/Messages.json`, form);
    const conclusion = concludeFrom(reply);
    if (conclusion === 'notReached') return { outcome: 'notReached', retryAfterMs: waitAfter(reply) };
    if (conclusion === 'unknown') return { outcome: 'unknown' };
    if (conclusion === 'ok') {
      const sent = parseReply(reply, messageSchema);
      if (sent === null) return { outcome: 'unknown' };
      return {
        outcome: 'accepted',
        carrierId: sent.sid,
        status: statusOf(sent.status) ?? 'queued',
        segments: segmentsOf(sent.num_segments),
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
  };
}

/**
 * Twilio lists neither our message id nor the StatusCallback that carries it, so two equal texts to one person
 * within the window can't be distinguished here: all matches are returned, and the caller, who knows which carrier ids
 * are already spoken for, decides. The DateSent filter is not used: a message still queued has no such date.
 */
export function createFindSent(api: TwilioApi): Carrier['findSent'] {
  return async ({ from, to, body, since }) => {
    const earliest = Date.parse(since) - clockDifferenceMs;
    const found: FoundMessage[] = [];
    const query = new URLSearchParams({ To: to, From: from, PageSize: '50' });
    let path: string | null = `${api.account}/Messages.json?${query}`;
    for (let page = 0; path !== null && page < mostPages; page += 1) {
      const list: z.infer<typeof messageListSchema> = await api.read(
        'find sent messages',
        'api',
        path,
        messageListSchema,
      );
      // Newest first: a page without a single message of the window ends the search.
      const recent = list.messages.filter((message) => Date.parse(message.date_created ?? '') >= earliest);
      found.push(...recent.flatMap((message) => messageIn(message, body) ?? []));
      path = recent.length > 0 ? (list.next_page_uri ?? null) : null;
    }
    return found;
  };
}

function messageIn(message: z.infer<typeof messageSchema>, body: string): FoundMessage | null {
  const status = statusOf(message.status);
  if (message.direction !== 'outbound-api' || (message.body ?? '') !== body || status === null) return null;
  const code = message.error_code ?? null;
  return {
    carrierId: message.sid,
    status,
    segments: segmentsOf(message.num_segments),
    errorCode: hasFailed(status) ? errorCodeOf(code) : null,
    carrierCode: code === null ? null : String(code),
  };
}
