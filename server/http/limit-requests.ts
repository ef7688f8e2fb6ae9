import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Failure } from '../failure.ts';
import { readAppToken } from './app-token.ts';
import { readKey } from './key-token.ts';
import { byNetwork } from './rate-limits.ts';
import type { ReadSession } from './session.ts';
import { readAuthorization } from './session-token.ts';

const SECONDS = 60;
const MOST_SESSIONS = 100_000;

export interface RequestLimits {
  /** Before anything else of a request is looked at. */
  countRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  readSession: ReadSession;
}

/** Of the session, the API key or the app's token that a request brings; empty without one. */
function hashIn(request: FastifyRequest): string {
  const session = readAuthorization(request);
  if (session !== null) return session.keyHash;
  const key = readKey(request);
  if (key === 'wrong') return '';
  return key?.secretHash ?? readAppToken(request) ?? '';
}

/**
 * One limit for all calls, which protects this node: it is counted here, without the database. A session has its own, once
 * it was seen to be live; until then, and for everyone else, the address is counted. So no one gets more by making up
 * tokens, and no one loses their own to others behind the same address.
 */
export function createRequestLimits(given: { perMinute: number; readSession: ReadSession }): RequestLimits {
  const counter = new RateLimiterMemory({ points: given.perMinute, duration: SECONDS });
  /** By the hash of the key, which no one has who hasn't the token. */
  const live = new Set<string>();
  const byAddress = new WeakMap<FastifyRequest, FastifyReply>();

  async function count(key: string, reply: FastifyReply): Promise<void> {
    const { consumedPoints, remainingPoints, msBeforeNext } = await counter.penalty(key);
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    reply.headers({
      // draft-ietf-httpapi-ratelimit-headers-11, and the names of its drafts up to 06, which most clients read.
      ratelimit: `"default";r=${remainingPoints};t=${seconds}`,
      'ratelimit-policy': `"default";q=${given.perMinute};w=${SECONDS}`,
      'ratelimit-limit': given.perMinute,
      'ratelimit-remaining': remainingPoints,
      'ratelimit-reset': seconds,
    });
    if (consumedPoints > given.perMinute) throw new Failure('rate_limited', { retryAfterSeconds: seconds });
  }

  return {
    countRequest: (request, reply) => {
      const keyHash = hashIn(request);
      if (keyHash !== '' && live.has(keyHash)) return count(keyHash, reply);
      byAddress.set(request, reply);
      return count(byNetwork(request.ip), reply);
    },
    readSession: async (request) => {
      const keyHash = hashIn(request);
      try {
        const session = await given.readSession(request);
        const reply = byAddress.get(request);
        if (reply !== undefined) {
          byAddress.delete(request);
          keepLive(keyHash);
          await counter.reward(byNetwork(request.ip));
          await count(keyHash, reply);
        }
        return session;
      } catch (error) {
        if (error instanceof Failure && error.code !== 'rate_limited') live.delete(keyHash);
        throw error;
      }
    },
  };

  function keepLive(keyHash: string): void {
    const [oldest = ''] = live.size < MOST_SESSIONS ? [] : live;
    live.delete(oldest);
    live.add(keyHash);
  }
}
