import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { KeyMode } from '../../contract/api-keys.ts';
import { hashKey } from './keys.ts';

/** Which row a key names, and what that row must hold. */
export interface NamedKey {
  keyId: string;
  /** As the secret says; its hash proves it. */
  mode: KeyMode;
  secretHash: string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Of 62 letters, as many as hold 256 bits. */
const RANDOM_LETTERS = 43;
const SHAPE = /ht_(live|test)_([0-9a-f]{32})_[0-9A-Za-z]{43}[0-9a-z]{7}/;
const WHOLE = new RegExp(`^${SHAPE.source}$`);

/** What people know a key by, in lists and in leaked secrets. */
export function keyPrefix(mode: KeyMode, id: string): string {
  return `ht_${mode}_${id.replaceAll('-', '')}`;
}

/** `ht_live_<id>_<random><checksum>`: scanners of leaked secrets know it by its shape, and by its checksum that it is one. */
export function newKeySecret(mode: KeyMode, id: string): string {
  const random = Array.from({ length: RANDOM_LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const start = `${keyPrefix(mode, id)}_${random}`;
  return start + checksumOf(start);
}

/**
 * Null for what is no key. SHA-256 without salt or stretching is enough for 256 random bits: there is nothing to guess, and each
 * call pays for it.
 */
export function readKeySecret(secret: string): NamedKey | null {
  const [, mode, id] = WHOLE.exec(secret) ?? [];
  if (id === undefined || checksumOf(secret.slice(0, -CHECKSUM_LETTERS)) !== secret.slice(-CHECKSUM_LETTERS))
    return null;
  return {
    mode: mode === 'test' ? 'test' : 'live',
    keyId: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    secretHash: hashKey(secret),
  };
}

/** The first key in a longer text, such as an address. */
export function findKeySecret(text: string): NamedKey | null {
  const [secret] = SHAPE.exec(text) ?? [];
  return secret === undefined ? null : readKeySecret(secret);
}

/** The key that a request brings. `wrong`: it looks like one, and isn't. Read once, however many ask. */
export function readKey(request: FastifyRequest): NamedKey | 'wrong' | null {
  const before = readBefore.get(request);
  if (before !== undefined) return before;
  const [, secret] = /^bearer\s+(ht_\S*)\s*$/i.exec(request.headers.authorization ?? '') ?? [];
  const named = secret === undefined ? null : (readKeySecret(secret) ?? 'wrong');
  readBefore.set(request, named);
  return named;
}

const readBefore = new WeakMap<FastifyRequest, NamedKey | 'wrong' | null>();

/** CRC-32 in seven letters. */
const CHECKSUM_LETTERS = 7;
const checksumOf = (text: string) => crc32(text).toString(36).padStart(CHECKSUM_LETTERS, '0');
