import { type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Callback } from './callbacks.ts';

/** base64 Ed25519 over the time stamp and the body. */
export function signTelnyx(
  privateKey: KeyObject,
  timestamp: number | string,
  rawBody: string | Buffer,
): string {
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), Buffer.from(rawBody)]);
  return sign(null, signed, privateKey).toString('base64');
}

export function signedTelnyxHeaders(
  privateKey: KeyObject,
  rawBody: string,
  now = new Date(),
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    'content-type': 'application/json',
    'telnyx-timestamp': timestamp,
    'telnyx-signature-ed25519': signTelnyx(privateKey, timestamp, rawBody),
  };
}

export function signedTelnyxEvent(
  privateKey: KeyObject,
  url: string,
  eventType: string,
  payload: object,
): Callback {
  const body = JSON.stringify({
    data: {
      event_type: eventType,
      id: randomUUID(),
      occurred_at: new Date().toISOString(),
      payload,
      record_type: 'event',
    },
    meta: { attempt: 1, delivered_to: url },
  });
  return { url, headers: signedTelnyxHeaders(privateKey, body), body };
}
