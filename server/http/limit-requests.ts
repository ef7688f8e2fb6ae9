import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Failure } from '../failure.ts';
import { readAppToken } from './app-token.ts';
import { readKey } from './key-token.ts';
import { byNetwork } from './rate-limits.ts';
import type { ReadSession, Session } from './session.ts';
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

/** All keys and apps of an account together get as much as this many of them. */
const KEYS_TOGETHER = 5;

/**
 * One limit for all calls, which protects this node: it is counted here, without the database. A session has its own, once
 * it was seen to be live; until then, and for everyone else, the address is counted. So no one gets more by making up
 * tokens, and no one loses their own to others behind the same address. A company's software gets no more by having many keys: its
 * calls are counted for the account too, beside those of people.
 */
export function createRequestLimits(given: { perMinute: number; readSession: ReadSession }): RequestLimits {
  const counters = {
    default: new RateLimiterMemory({ points: given.perMinute, duration: SECONDS }),
    account: new RateLimiterMemory({ points: given.perMinute * KEYS_TOGETHER, duration: SECONDS }),
  };
  /** By the hash of the key, which no one has who hasn't the token. */
  const live = new Set<string>();
  const byAddress = new WeakSet<FastifyRequest>();
  const replies = new WeakMap<FastifyRequest, FastifyReply>();

  async function count(policy: keyof typeof counters, key: string, reply: FastifyReply): Promise<void> {
    const counter = counters[policy];
    const { consumedPoints, remainingPoints, msBeforeNext } = await counter.penalty(key);
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const before =
      policy === 'account' ? [reply.getHeader('ratelimit'), reply.getHeader('ratelimit-policy')] : [];
    const [left, policies] = before.map((value) => (value === undefined ? '' : `${value}, `));
    // draft-ietf-httpapi-ratelimit-headers-11, and the names of its drafts up to 06, which most clients read.
    reply.headers({
      ratelimit: `${left ?? ''}"${policy}";r=${remainingPoints};t=${seconds}`,
      'ratelimit-policy': `${policies ?? ''}"${policy}";q=${counter.points};w=${SECONDS}`,
    });
    const isCloser =
      remainingPoints < Number(reply.getHeader('ratelimit-remaining') ?? Number.POSITIVE_INFINITY);
    if (policy === 'default' || isCloser)
      reply.headers({
        'ratelimit-limit': counter.points,
        'ratelimit-remaining': remainingPoints,
        'ratelimit-reset': seconds,
      });
    if (consumedPoints > counter.points) throw new Failure('rate_limited', { retryAfterSeconds: seconds });
  }

  /** The first time that a request's session is read. */
  async function countSession(request: FastifyRequest, keyHash: string, session: Session): Promise<void> {
    const reply = replies.get(request);
    if (reply === undefined) return;
    replies.delete(request);
    if (byAddress.delete(request)) {
      keepLive(keyHash);
      await counters.default.reward(byNetwork(request.ip));
      await count('default', keyHash, reply);
    }
    if (session.key !== null) await count('account', session.accountId, reply);
  }

  return {
    countRequest: (request, reply) => {
      replies.set(request, reply);
      const keyHash = hashIn(request);
      if (keyHash !== '' && live.has(keyHash)) return count('default', keyHash, reply);
      byAddress.add(request);
      return count('default', byNetwork(request.ip), reply);
    },
    readSession: async (request) => {
      const keyHash = hashIn(request);
      try {
        const session = await given.readSession(request);
        await countSession(request, keyHash, session);
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
