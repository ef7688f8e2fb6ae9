import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { createGuardedFetch, ForbiddenAddress, isPermittedUrl } from '../guarded-fetch.ts';
import type { WebhookAnswer, WebhookPoster } from './port.ts';

const TIMEOUT_MS = 15_000;
const KEPT_BYTES = 1024;
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Hiretext-Webhooks/1' };

export function createWebhookPoster(options: {
  /** For local mode. */
  allowLoopback: boolean;
  waits: readonly number[] | null;
  timeoutMs?: number;
}): WebhookPoster {
  const { allowLoopback, waits, timeoutMs = TIMEOUT_MS } = options;
  const guardedFetch = createGuardedFetch({ allowLoopback, timeoutMs, maxBytes: KEPT_BYTES, cuts: true });

  return {
    waits,
    isPermitted: async (url) => {
      if (!isPermittedUrl(url, { allowLoopback })) return false;
      if (allowLoopback && LOOPBACK.includes(url.hostname)) return true;
      return (await addressesOf(url)).every(isPublic);
    },
    post: async (url, { headers, body }): Promise<WebhookAnswer> => {
      try {
        const answer = await guardedFetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body });
        const response = new TextDecoder().decode(await answer.arrayBuffer());
        return {
          status: answer.status,
          response: response.replaceAll('\u0000', ''),
          retryAfter: answer.headers.get('retry-after'),
        };
      } catch (error) {
        return { status: null, response: reasonOf(error), retryAfter: null };
      }
    },
  };
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A name that leads nowhere yet may lead somewhere soon. */
async function addressesOf({ hostname }: URL): Promise<string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

const isPublic = (address: string) => !PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenAddress) return 'Not sent: the address leads into a private network.';
  if (error instanceof Error && error.name === 'TimeoutError') return 'No answer within 15 seconds.';
  return 'The connection failed.';
}
