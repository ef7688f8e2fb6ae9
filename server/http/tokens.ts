import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { derivedKey, isSame } from './keys.ts';

/** How long a session lasts, in seconds. */
export const SESSION_SECONDS = 30 * 24 * 3600;

export interface TokenClaims {
  accountId: string;
  userId: string;
  sessionId: string;
}

export interface Tokens {
  sign(claims: TokenClaims, now: Date, seconds?: number): Promise<string>;
  /** Null for a token that is not ours, was tampered with or has expired. */
  verify(token: string, now: Date): Promise<TokenClaims | null>;
  /** A signature for an address that is open without credentials. */
  signPath(path: string): string;
  isPathSigned(path: string, signature: string): boolean;
  /** With which the help chat knows that it talks to this person: HMAC-SHA256 in hex. */
  supportHashOf(userId: string): string;
  /** The same for the same words, which nobody without the secret can find out from it by trying. */
  hashOf(words: string): string;
}

interface Verified {
  claims: TokenClaims;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** A signature that was good stays good, and people send the same token with every request. Only the time is looked at anew. */
const REMEMBERED_TOKENS = 5000;

/** One secret, one derived key for each purpose. */
export function createTokens(secretKey: string, options: { helpChatSecret?: string | null } = {}): Tokens {
  const sessionKey = derivedKey(secretKey, 'session');
  const pathKey = derivedKey(secretKey, 'path');
  const hashKey = derivedKey(secretKey, 'hash');
  // A vendor checks with the secret that it has given out.
  const supportKey = options.helpChatSecret ?? derivedKey(secretKey, 'support');
  const verified = new LRUCache<string, Verified>({ max: REMEMBERED_TOKENS });
  const signPath = (path: string) => createHmac('sha256', pathKey).update(path).digest('base64url');

  return {
    sign: (claims, now, seconds = SESSION_SECONDS) =>
      new SignJWT({ acc: claims.accountId, sid: claims.sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(claims.userId)
        .setIssuer('hiretext')
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + seconds * 1000))
        .sign(sessionKey),
    verify: async (token, now) => {
      const known = verified.get(token);
      if (known !== undefined) return known.expiresAt > now.getTime() / 1000 ? known.claims : null;
      try {
        const { payload } = await jwtVerify<{ acc: string; sid: string }>(token, sessionKey, {
          algorithms: ['HS256'],
          issuer: 'hiretext',
          currentDate: now,
        });
        if (!payload.sub || !payload.acc || !payload.sid || !payload.exp) return null;
        const claims = { accountId: payload.acc, userId: payload.sub, sessionId: payload.sid };
        verified.set(token, { claims, expiresAt: payload.exp });
        return claims;
      } catch {
        return null;
      }
    },
    signPath,
    supportHashOf: (userId) => createHmac('sha256', supportKey).update(userId).digest('hex'),
    hashOf: (words) => createHmac('sha256', hashKey).update(words).digest('base64url'),
    isPathSigned: (path, signature) => isSame(signPath(path), signature),
  };
}
