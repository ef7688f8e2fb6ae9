import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { CarrierEvent, WebhookRequest, WebhookVerdict } from '../port.ts';
import { parseJson } from '../vendor-call.ts';
import { errorCodeOf } from './error-codes.ts';
import { hasFailed, statusOfRecipient } from './status.ts';

/** Telnyx's own libraries allow as much. */
const toleranceSeconds = 300;

const code = z.union([z.string(), z.number()]).transform(String);
const party = z.object({ phone_number: z.string().min(1) });

const envelopeSchema = z.object({
  data: z.object({ event_type: z.string(), occurred_at: z.string().nullish(), payload: z.unknown() }),
});
const inboundSchema = z.object({
  id: z.string().min(1),
  from: party,
  to: z.array(party).min(1),
  text: z.string().nullish(),
  media: z.array(z.object({ url: z.string(), content_type: z.string().nullish() })).nullish(),
  received_at: z.string().nullish(),
  autoresponse_type: z.string().nullish(),
});
const statusSchema = z.object({
  id: z.string().min(1),
  /** We send each text to one person. */
  to: z.array(z.object({ status: z.string() })).min(1),
  parts: z.number().int().positive().nullish().catch(null),
  errors: z.array(z.object({ code })).nullish(),
});

/** Telnyx reports orders to the address of the profile they name (developers.telnyx.com/docs/messaging/messages/hosted-sms). */
const hostedSchema = z.object({ order_id: z.string().min(1) });

/** The account's public key as the portal shows it: base64 of 32 bytes. */
export function parsePublicKey(base64: string): KeyObject {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== 32) throw new Error('The Telnyx public key must be 32 bytes in base64.');
  return createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') },
  });
}

/**
 * The signature covers the time and the body but not the address: don't rely only on the message id that is read from
 * the address.
 */
export function readTelnyxWebhook(publicKey: KeyObject, request: WebhookRequest, now: Date): WebhookVerdict {
  if (!isSigned(publicKey, request, now)) return { ok: false, reason: 'signature' };
  const envelope = envelopeSchema.safeParse(parseJson(request.rawBody.toString('utf8')));
  if (!envelope.success) return { ok: false, reason: 'malformed' };
  const { event_type: type, occurred_at: occurredAt, payload } = envelope.data.data;
  switch (type) {
    case 'message.received':
      return toVerdict(readInbound(payload, occurredAt, now));
    case 'message.sent':
    case 'message.finalized':
      return toVerdict(readStatus(payload, occurredAt, now));
    case 'messaging_hosted_numbers_orders.created':
    case 'messaging_hosted_numbers_orders.updated':
    case 'messaging_hosted_numbers_orders.deleted': {
      const hosted = hostedSchema.safeParse(payload);
      return { ok: true, events: [], landlineOrders: hosted.success ? [hosted.data.order_id] : [] };
    }
    default:
      // A profile's address also gets events we have not asked for, such as those of 10DLC campaigns.
      return { ok: true, events: [] };
  }
}

export function isSigned(publicKey: KeyObject, request: WebhookRequest, now: Date): boolean {
  const signature = request.headers['telnyx-signature-ed25519'];
  const timestamp = request.headers['telnyx-timestamp'];
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,15}$/.test(timestamp))
    return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), request.rawBody]);
  const bytes = Buffer.from(signature, 'base64');
  return bytes.length === 64 && verify(null, signed, publicKey, bytes);
}

function toVerdict(event: CarrierEvent | 'malformed' | 'irrelevant'): WebhookVerdict {
  if (event === 'malformed') return { ok: false, reason: 'malformed' };
  return { ok: true, events: event === 'irrelevant' ? [] : [event] };
}

function readInbound(
  payload: unknown,
  occurredAt: string | null | undefined,
  now: Date,
): CarrierEvent | 'malformed' {
  const parsed = inboundSchema.safeParse(payload);
  const to = parsed.data?.to[0];
  if (!parsed.success || to === undefined) return 'malformed';
  const { id, from, text, media, received_at: receivedAt, autoresponse_type: autoresponse } = parsed.data;
  const optOut = autoresponse?.toLowerCase();
  return {
    type: 'inbound',
    carrierId: id,
    from: from.phone_number,
    to: to.phone_number,
    body: text ?? '',
    media: (media ?? []).map((item) => ({
      url: item.url,
      contentType: item.content_type ?? 'application/octet-stream',
    })),
    occurredAt: toIso(receivedAt ?? occurredAt, now),
    carrierOptOut: optOut === 'stop' || optOut === 'start' || optOut === 'help' ? optOut : null,
  };
}

function readStatus(
  payload: unknown,
  occurredAt: string | null | undefined,
  now: Date,
): CarrierEvent | 'malformed' | 'irrelevant' {
  const parsed = statusSchema.safeParse(payload);
  const recipient = parsed.data?.to[0];
  if (!parsed.success || recipient === undefined) return 'malformed';
  const status = statusOfRecipient(recipient.status);
  if (status === null) return 'irrelevant';
  const carrierCode = parsed.data.errors?.[0]?.code ?? null;
  return {
    type: 'status',
    carrierId: parsed.data.id,
    status,
    errorCode: failureOf(recipient.status, carrierCode),
    carrierCode,
    segments: parsed.data.parts ?? null,
    occurredAt: toIso(occurredAt, now),
  };
}

function failureOf(recipientStatus: string, carrierCode: string | null) {
  const status = statusOfRecipient(recipientStatus);
  if (status === null || !hasFailed(status)) return null;
  return recipientStatus === 'expired' && carrierCode === null ? 'expired' : errorCodeOf(carrierCode);
}

function toIso(time: string | null | undefined, now: Date): string {
  const parsed = new Date(time ?? Number.NaN);
  return Number.isNaN(parsed.getTime()) ? now.toISOString() : parsed.toISOString();
}
