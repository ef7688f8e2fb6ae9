import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TRUST_DAYS } from '../../../../contract/auth.ts';
import type { Deps } from '../../../deps.ts';
import { newKey } from '../../../http/keys.ts';
import {
  forgetTrustedBrowser,
  insertTrustedBrowser,
  recordTrustedUse,
} from '../../users/trusted-browser-store.ts';
import type { Owner } from '../secrets/secret-store.ts';
import { hashSecret } from '../secrets/secrets.ts';

const secure = (publicUrl: string) => publicUrl.startsWith('https:');

/** One for each person, since several may share a browser. With the prefix, browsers take it from this very host only. */
function nameOf({ userId }: Owner, publicUrl: string): string {
  const person = createHash('sha256').update(userId).digest('hex').slice(0, 16);
  return `${secure(publicUrl) ? '__Host-' : ''}trust-${person}`;
}

/** After the right password: whether this person wants no second step in this browser. */
export async function isTrusted(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  owner: Owner,
  request: Pick<FastifyRequest, 'cookies'>,
): Promise<boolean> {
  const token = request.cookies[nameOf(owner, deps.publicUrl)];
  if (token === undefined) return false;
  const tokenHash = hashSecret(owner, 'trustedBrowser', token);
  return recordTrustedUse(deps.db, owner, { tokenHash, at: deps.clock() });
}

/** After the second step. */
export async function trustBrowser(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  owner: Owner,
  { request, reply }: { request: Pick<FastifyRequest, 'headers' | 'cookies'>; reply: FastifyReply },
): Promise<void> {
  // The same browser once more: it keeps one token, so one is listed.
  const earlier = request.cookies[nameOf(owner, deps.publicUrl)];
  if (earlier !== undefined)
    await forgetTrustedBrowser(deps.db, owner, hashSecret(owner, 'trustedBrowser', earlier));
  const token = newKey();
  const now = deps.clock();
  const seconds = TRUST_DAYS * 24 * 3600;
  await insertTrustedBrowser(deps.db, owner, {
    tokenHash: hashSecret(owner, 'trustedBrowser', token),
    userAgent: request.headers['user-agent'] ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  });
  reply.setCookie(nameOf(owner, deps.publicUrl), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: secure(deps.publicUrl),
    maxAge: seconds,
  });
}
