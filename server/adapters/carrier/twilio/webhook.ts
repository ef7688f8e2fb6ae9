import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import type { CarrierEvent, InboundMedia, WebhookRequest, WebhookVerdict } from '../port.ts';
import { errorCodeOf } from './error-codes.ts';
import { hasFailed, segmentsOf, statusOf } from './status.ts';

type Form = Record<string, string | string[]>;

/** Twilio allows 10; the fields are counted by a number that the form itself names. */
const mostMedia = 10;

export function readTwilioWebhook(
  authToken: string,
  kind: 'inbound' | 'status',
  request: WebhookRequest,
  now: Date,
): WebhookVerdict {
  const form = parseForm(request.rawBody);
  if (!isSigned(authToken, request, form)) return { ok: false, reason: 'signature' };
  const events = kind === 'inbound' ? readInbound(form, now) : readStatus(form, now);
  return events === null ? { ok: false, reason: 'malformed' } : { ok: true, events };
}

export function isSigned(authToken: string, request: WebhookRequest, form: Form): boolean {
  const signature = request.headers['x-twilio-signature'];
  if (typeof signature !== 'string' || signature === '') return false;
  try {
    return validateRequest(authToken, signature, request.url, form);
  } catch {
    return false; // the library throws for an address it can't parse
  }
}

/** Twilio sends some dozens. */
const MOST_PARAMETERS = 500;

/** Every parameter, known or not: the signature is over all of them. Of more than Twilio sends: none, so it won't be right. */
export function parseForm(rawBody: Buffer): Form {
  const form: Form = Object.create(null);
  const body = rawBody.toString('utf8');
  // Anyone may send this, and it is looked into before the signature.
  if (body.split('&', MOST_PARAMETERS + 1).length > MOST_PARAMETERS) return form;
  for (const [name, value] of new URLSearchParams(body)) {
    const earlier = form[name];
    form[name] =
      earlier === undefined ? value : Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  }
  return form;
}

export function one(form: Form, name: string): string | null {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function readInbound(form: Form, now: Date): CarrierEvent[] | null {
  const carrierId = one(form, 'MessageSid');
  const from = one(form, 'From');
  const to = one(form, 'To');
  if (carrierId === null || from === null || to === null) return null;
  const optOut = one(form, 'OptOutType')?.toLowerCase();
  return [
    {
      type: 'inbound',
      carrierId,
      from,
      to,
      body: one(form, 'Body') ?? '',
      media: readMedia(form),
      // Twilio names no time of sending.
      occurredAt: now.toISOString(),
      carrierOptOut: optOut === 'stop' || optOut === 'start' || optOut === 'help' ? optOut : null,
    },
  ];
}

function readMedia(form: Form): InboundMedia[] {
  const count = Math.min(Number(one(form, 'NumMedia') ?? 0) || 0, mostMedia);
  const media: InboundMedia[] = [];
  for (let n = 0; n < count; n += 1) {
    const url = one(form, `MediaUrl${n}`);
    if (url !== null)
      media.push({ url, contentType: one(form, `MediaContentType${n}`) ?? 'application/octet-stream' });
  }
  return media;
}

function readStatus(form: Form, now: Date): CarrierEvent[] | null {
  const carrierId = one(form, 'MessageSid');
  const named = one(form, 'MessageStatus');
  if (carrierId === null || named === null) return null;
  const status = statusOf(named);
  // A status that Twilio added later changes nothing for us and is no fault of the sender.
  if (status === null) return [];
  const carrierCode = one(form, 'ErrorCode');
  return [
    {
      type: 'status',
      carrierId,
      status,
      errorCode: hasFailed(status) ? errorCodeOf(carrierCode === null ? null : Number(carrierCode)) : null,
      carrierCode,
      segments: segmentsOf(one(form, 'NumSegments')),
      occurredAt: now.toISOString(),
    },
  ];
}
