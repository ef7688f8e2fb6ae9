import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type pg from 'pg';
import { type IRateLimiterRes, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../db/connection.ts';
import { sweepRows } from '../db/sweep.ts';
import { Failure } from '../failure.ts';

/** So many in so many seconds, counted from the first. */
export interface Limit {
  /** Counts are kept by name and key. */
  name: string;
  points: number;
  seconds: number;
}

/**
 * Counted in the database, so that all nodes count together; when it can't be asked, the call fails like any other. A key
 * is what is limited: an address, an e-mail, or several of them with spaces between.
 */
export interface RateLimits {
  /** Throws `rate_limited`, with the seconds to wait, when nothing is left. */
  consume(limit: Limit, key: string, points?: number): Promise<void>;
  /** As if nothing had been consumed. */
  reset(limit: Limit, key: string): Promise<void>;
  remaining(limit: Limit, key: string): Promise<number>;
}

export function createRateLimits(deps: { pool: pg.Pool; key: Uint8Array }): RateLimits {
  // No one should be able to read who tried to sign in, or from where.
  const hashed = (key: string) => createHmac('sha256', deps.key).update(byNetwork(key)).digest('base64url');
  const counterOf = ({ name, points, seconds }: Limit) =>
    new RateLimiterPostgres({
      storeClient: deps.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    });

  return {
    consume: async (limit, key, points = 1) => {
      try {
        await counterOf(limit).consume(hashed(key), points);
      } catch (error) {
        if (error instanceof Error) throw error;
        const { msBeforeNext = 0 } = error as IRateLimiterRes;
        throw new Failure('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
      }
    },
    reset: async (limit, key) => {
      await counterOf(limit).delete(hashed(key));
    },
    remaining: async (limit, key) => {
      const counted: RateLimiterRes | null = await counterOf(limit).get(hashed(key));
      return counted === null ? limit.points : counted.remainingPoints;
    },
  };
}

/**
 * Anyone with one IPv6 address has the 2^64 of its network and could use a fresh one for every try (RFC 6177), so the
 * network is counted. An IPv4 address that is written as IPv6 is still that one address.
 */
export function byNetwork(key: string): string {
  return key
    .split(' ')
    .map((word) => (isIPv6(word) ? networkOf(word) : word))
    .join(' ');
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? [group, ''] : [group]));
  const left = groups(head);
  const right = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const network = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** Counts of limits whose time is over. By the clock of the nodes, which set it. */
export function sweepLimits(db: Db): Promise<void> {
  return sweepRows(db, 'rate_limits', { time: sql`expire`, before: sql`${Date.now()}` });
}
