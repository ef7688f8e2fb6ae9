import type { FastifyReply, FastifyRequest } from 'fastify';
import { SSO_MINUTES } from '../../contract/sso.ts';
import { hashKey, newKey } from './keys.ts';

/*
 * The browser that begins has to be the one that comes back. Otherwise an attacker could send another person their own
 * callback link, and that person would work in a stranger's account without noticing (login CSRF).
 */

const secure = (publicUrl: string) => publicUrl.startsWith('https:');
/** With this prefix, browsers take it from this very host only. */
const nameOf = (publicUrl: string) => (secure(publicUrl) ? '__Host-sso' : 'sso');
const attributes = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: secure(publicUrl) }) as const;

/** Marks the browser, and returns the hash to recognize it by. */
export function markBrowser(reply: FastifyReply, publicUrl: string): string {
  const key = newKey();
  reply.setCookie(nameOf(publicUrl), key, { ...attributes(publicUrl), maxAge: SSO_MINUTES * 60 });
  return hashKey(key);
}

export function browserHashOf(request: FastifyRequest, publicUrl: string): string | null {
  const key = request.cookies[nameOf(publicUrl)];
  return key === undefined ? null : hashKey(key);
}

export function unmarkBrowser(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(nameOf(publicUrl), attributes(publicUrl));
}
