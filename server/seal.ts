import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from './http/keys.ts';

export interface Sealer {
  seal(text: string): string;
  /** Throws when it was not sealed by us, or has been changed since. */
  open(sealed: string): string;
}

/** Names the way it was sealed, so that another one can come beside it. */
const VERSION = 'v1.';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** For what is stored in a table and must not be readable there. What a fallback sealed is opened, and nothing is sealed with it. */
export function createSealer(secretKey: string, fallback: string | null = null): Sealer {
  const sealer = sealerOf(secretKey);
  if (fallback === null) return sealer;
  const other = sealerOf(fallback);
  return {
    seal: sealer.seal,
    open: (sealed) => {
      try {
        return sealer.open(sealed);
      } catch {
        return other.open(sealed);
      }
    },
  };
}

function sealerOf(secretKey: string): Sealer {
  const key = derivedKey(secretKey, 'seal');
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
        Buffer.from(VERSION),
      );
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      // Buffers are lenient about what is not base64: only what we would have written ourselves is ours.
      if (sealed !== VERSION + bytes.toString('base64url') || bytes.length < NONCE_BYTES + TAG_BYTES)
        throw new Error('This was not sealed by us');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(VERSION))
        .setAuthTag(tag);
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}
