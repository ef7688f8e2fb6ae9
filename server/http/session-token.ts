import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** How long a session lasts, in seconds. */
export const SESSION_SECONDS = 30 * 24 * 3600;

const ID_BYTES = 16;
const KEY_BYTES = 32;
const TOKEN = new RegExp(`^[\\w-]{${Math.ceil(((2 * ID_BYTES + KEY_BYTES) * 4) / 3)}}$`);

/** Which row a token names, and what that row must hold. */
export interface NamedSession {
  accountId: string;
  sessionId: string;
  keyHash: string;
}

/**
 * A token (`id_token` on the wire) names its session's row and carries a random key. The row holds only the key's hash, so no one
 * who reads the database can sign in with it, and the token ends when its row does.
 */
export function newSessionToken(accountId: string, sessionId: string): { token: string; keyHash: string } {
  const key = randomBytes(KEY_BYTES);
  const token = Buffer.concat([bytesOf(accountId), bytesOf(sessionId), key]).toString('base64url');
  return { token, keyHash: hashOf(key) };
}

/** Null for what isn't a token. Whether it's valid, only the row can show. */
export function readSessionToken(token: string): NamedSession | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  return {
    accountId: uuidOf(bytes.subarray(0, ID_BYTES)),
    sessionId: uuidOf(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    keyHash: hashOf(bytes.subarray(2 * ID_BYTES)),
  };
}

const readBefore = new WeakMap<FastifyRequest, NamedSession | null>();

/** The token that a request brings; null for none, and for what isn't one. Read once, however many ask. */
export function readAuthorization(request: FastifyRequest): NamedSession | null {
  const before = readBefore.get(request);
  if (before !== undefined) return before;
  const [, token = ''] = /^bearer\s+(\S*)\s*$/i.exec(request.headers.authorization ?? '') ?? [];
  const named = readSessionToken(token);
  readBefore.set(request, named);
  return named;
}

const hashOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url');
const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
