import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BadSignature, type GatewayEvent, Unreadable, VendorId } from '../port.ts';

/* Signed as Stripe signs: HMAC-SHA256 over the time and the exact bytes. */

const SIGNATURE_HEADER = 'sandbox-signature';
const TOLERANCE_SECONDS = 300;

const Event = z.object({
  id: VendorId,
  customerId: VendorId,
  about: z.enum(['subscription', 'invoice', 'card']),
  subjectId: VendorId.nullable(),
});

export function signedHeaders(secret: string, body: string | Buffer, now: Date): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000));
  return { [SIGNATURE_HEADER]: `t=${time},v1=${signature(secret, time, body).toString('hex')}` };
}

export function readWebhook(
  secret: string,
  { headers, body }: { headers: Record<string, string | undefined>; body: Buffer },
  now: Date,
): GatewayEvent {
  const [, time = '', given = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers[SIGNATURE_HEADER] ?? '') ?? [];
  const isRecent = Math.abs(now.getTime() / 1000 - Number(time)) <= TOLERANCE_SECONDS;
  const expected = signature(secret, time, body);
  const actual = Buffer.from(given, 'hex');
  if (!isRecent || actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new BadSignature('The webhook is not signed by the sandbox');
  try {
    return Event.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    throw new Unreadable('The sandbox signed something that is no event', { cause: error });
  }
}

function signature(secret: string, time: string, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest();
}
