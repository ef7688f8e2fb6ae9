import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Older and later ones may have been recorded and sent again. */
const TOLERANCE_MS = 5 * 60_000;

/** In hex, as most systems sign. Nothing is signed with an empty secret. */
export function isSignedWith(
  secret: string | undefined,
  signed: readonly (string | Buffer)[],
  signature: string | undefined,
): boolean {
  if (secret === undefined || secret === '' || signature === undefined) return false;
  const hmac = createHmac('sha256', secret);
  for (const part of signed) hmac.update(part);
  const expected = Buffer.from(hmac.digest('hex'));
  const given = Buffer.from(signature.trim().toLowerCase());
  return expected.length === given.length && timingSafeEqual(expected, given);
}

export function isFresh(at: Date, now: Date): boolean {
  return Math.abs(now.getTime() - at.getTime()) <= TOLERANCE_MS;
}

/** For webhooks without an id: the same bytes are the same event. */
export function idOfBody(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}
