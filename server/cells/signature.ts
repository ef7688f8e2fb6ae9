import { createHash, createHmac } from 'node:crypto';
import { derivedKey, isSame } from '../http/keys.ts';

/** What one cell sends to another. */
interface SignedCall {
  from: string;
  to: string;
  method: string;
  /** With the query, without the host. */
  url: string;
  body: Uint8Array;
}

export interface CellSigner {
  /** The value of the header. */
  sign(call: SignedCall, at: Date): string;
  /** The cell that signed it for us, just now; null if no cell did, if it was changed on the way, or if it's old. */
  signedBy(header: string, call: Omit<SignedCall, 'from'>, now: Date): string | null;
}

/** Long enough for clocks that differ a little, and too short to be of use to anyone who finds a call in a log. */
const GOOD_FOR_MS = 30_000;

/** Cells with another SECRET_KEY, or other kept keys, can't talk: they would find neither opt-outs nor people. */
export function createCellSigner(keys: {
  secretKey: string;
  secretKeyFallback: string | null;
  kept: Record<string, Uint8Array>;
}): CellSigner {
  const kept = createHash('sha256');
  for (const [name, key] of Object.entries(keys.kept).sort(([a], [b]) => (a < b ? -1 : 1)))
    kept.update(`${name} ${Buffer.from(key).toString('base64url')} `);
  const purpose = `cells ${kept.digest('base64url')}`;
  const keyOf = (secretKey: string) => derivedKey(secretKey, purpose);
  const own = keyOf(keys.secretKey);
  const known = [own, ...(keys.secretKeyFallback === null ? [] : [keyOf(keys.secretKeyFallback)])];
  return {
    sign: (call, at) => `${call.from}.${at.getTime()}.${signatureOf(own, call, String(at.getTime()))}`,
    signedBy: (header, call, now) => {
      const read = readCellHeader(header);
      if (read === null || Math.abs(now.getTime() - Number(read.at)) > GOOD_FOR_MS) return null;
      const { from, at, signature } = read;
      return known.some((key) => isSame(signatureOf(key, { from, ...call }, at), signature)) ? from : null;
    },
  };
}

const HEADER = /^([a-z0-9-]{1,32})\.(\d{1,15})\.([\w-]{43})$/;

/** `east.1764360000000.<signature>`. */
export function readCellHeader(header: string): { from: string; at: string; signature: string } | null {
  const [, from, at, signature] = HEADER.exec(header) ?? [];
  return from && at && signature ? { from, at, signature } : null;
}

function signatureOf(key: Uint8Array, { from, to, method, url, body }: SignedCall, at: string): string {
  const hash = createHash('sha256').update(body).digest('base64url');
  return createHmac('sha256', key)
    .update(JSON.stringify([from, to, at, method, url, hash]))
    .digest('base64url');
}
