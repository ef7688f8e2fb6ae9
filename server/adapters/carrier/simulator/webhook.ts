import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { PhoneNumber } from '../../../../contract/primitives.ts';
import { parseBoundedJson } from '../../../bounded-json.ts';
import type { CarrierEvent, WebhookRequest, WebhookVerdict } from '../port.ts';
import { errorCodeOf } from './outcomes.ts';

const SIGNATURE_HEADER = 'x-simulator-signature';
const TIMESTAMP_HEADER = 'x-simulator-timestamp';
const TOLERANCE_SECONDS = 300;

export const InboundPayload = z.object({
  id: z.string().min(1),
  from: PhoneNumber,
  to: PhoneNumber,
  body: z.string(),
  media: z.array(z.object({ url: z.string(), contentType: z.string() })),
  occurredAt: z.iso.datetime(),
});
export type InboundPayload = z.infer<typeof InboundPayload>;

export const StatusPayload = z.object({
  id: z.string().min(1),
  status: z.enum(['sent', 'delivered', 'undelivered']),
  carrierCode: z.string().nullable(),
  segments: z.number().int(),
  occurredAt: z.iso.datetime(),
});
export type StatusPayload = z.infer<typeof StatusPayload>;

/** Headers of a webhook: HMAC-SHA256 over the time and the exact bytes of the body. */
export function signedHeaders(secret: string, body: string | Buffer, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signature(secret, timestamp, body).toString('base64'),
  };
}

export function readWebhook(
  secret: string,
  kind: 'inbound' | 'status',
  request: WebhookRequest,
  now: Date,
): WebhookVerdict {
  if (!isSigned(secret, request, now)) return { ok: false, reason: 'signature' };
  const event = kind === 'inbound' ? readInbound(request.rawBody) : readStatus(request.rawBody);
  return event === null ? { ok: false, reason: 'malformed' } : { ok: true, events: [event] };
}

function readInbound(body: Buffer): CarrierEvent | null {
  const { data } = InboundPayload.safeParse(json(body));
  return data === undefined
    ? null
    : { type: 'inbound', carrierId: data.id, ...withoutId(data), carrierOptOut: null };
}

function readStatus(body: Buffer): CarrierEvent | null {
  const { data } = StatusPayload.safeParse(json(body));
  if (data === undefined) return null;
  const errorCode = data.status === 'undelivered' ? errorCodeOf(data.carrierCode) : null;
  return { type: 'status', carrierId: data.id, ...withoutId(data), errorCode };
}

function withoutId<T extends { id: string }>({ id: _, ...rest }: T): Omit<T, 'id'> {
  return rest;
}

export function isSigned(secret: string, request: WebhookRequest, now: Date): boolean {
  const timestamp = request.headers[TIMESTAMP_HEADER];
  const given = request.headers[SIGNATURE_HEADER];
  if (typeof timestamp !== 'string' || typeof given !== 'string' || !/^\d{1,12}$/.test(timestamp))
    return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = signature(secret, timestamp, request.rawBody);
  const actual = Buffer.from(given, 'base64');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function signature(secret: string, timestamp: string, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
}

export function json(body: Buffer): unknown {
  try {
    return parseBoundedJson(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
