import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE_MINUTES } from '../../../contract/auth.ts';
import { PASSKEY_MINUTES } from '../../../contract/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { hashKey, newKey } from '../../http/keys.ts';

/** The client, as far as it's known before sign-in. */
export type Browser = Pick<FastifyRequest, 'ip' | 'headers' | 'cookies'>;

/* Marks the browser that began to sign in: what it asked for is bound to it, so that no one else can use it or use it up. */

const secure = (publicUrl: string) => publicUrl.startsWith('https:');
/** With this prefix, browsers accept it only from this very host. */
const nameOf = (publicUrl: string) => (secure(publicUrl) ? '__Host-browser' : 'browser');
const KEY = /^[\w-]{43}$/;

/** Marks the browser and returns the hash to recognize it by. Two tabs of one browser share the mark. */
export function markBrowser(
  { request, reply }: { request: Pick<FastifyRequest, 'cookies'>; reply: FastifyReply },
  { publicUrl }: Pick<Deps, 'publicUrl'>,
): string {
  const known = request.cookies[nameOf(publicUrl)];
  const key = known !== undefined && KEY.test(known) ? known : newKey();
  reply.setCookie(nameOf(publicUrl), key, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: secure(publicUrl),
    maxAge: Math.max(CODE_MINUTES, PASSKEY_MINUTES) * 60,
  });
  return hashKey(key);
}

export function browserHashOf(
  request: Pick<FastifyRequest, 'cookies'>,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
): string | null {
  const key = request.cookies[nameOf(publicUrl)];
  return key === undefined ? null : hashKey(key);
}
