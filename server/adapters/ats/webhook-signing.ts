import { createHmac, timingSafeEqual } from 'node:crypto';
import { BadWebhook } from './failures.ts';

/** Systems that try again for longer sign anew. */
const STALE_AFTER_MS = 5 * 60_000;

export function hmacSha256(key: string, message: string | Buffer): string {
  return createHmac('sha256', key).update(message).digest('hex');
}

/** Any of `signatures`, in hex, by any of `keys`. */
export function checkSignature(signatures: string[], keys: string[], message: string | Buffer): void {
  const given = signatures.map((signature) => Buffer.from(signature));
  const expected = keys.map((key) => Buffer.from(hmacSha256(key, message)));
  const fits = given.some((each) =>
    expected.some((other) => each.length === other.length && timingSafeEqual(each, other)),
  );
  if (!fits) throw new BadWebhook('The signature is wrong.');
}

export function checkFresh(sentAt: Date, now: Date): void {
  if (!(Math.abs(now.getTime() - sentAt.getTime()) <= STALE_AFTER_MS)) throw new BadWebhook('It is stale.');
}

/** A signed body that isn't JSON is forged too. */
export function parseWebhook(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new BadWebhook('It is no JSON.');
  }
}
