import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { hashKey } from './keys.ts';

/** The hash of the access token that a request brings; null for none. API keys and sessions look different. */
export function readAppToken(request: FastifyRequest): string | null {
  const [, token] = /^bearer\s+([\w-]{43})\s*$/i.exec(request.headers.authorization ?? '') ?? [];
  return token === undefined ? null : hashKey(token);
}

const MCP_PATH = '/mcp';
const withinMcp = new AsyncLocalStorage<true>();

/** Calls of the API that a tool makes within this process, with a token that is good for MCP alone. */
export function forMcp<T>(ask: () => PromiseLike<T>): Promise<T> {
  // Awaited in here: what is asked may begin only then.
  return withinMcp.run(true, async () => await ask());
}

/** What a token must be for, to be good here. */
export function resourceOf(request: FastifyRequest): 'api' | 'mcp' {
  return withinMcp.getStore() === true || request.routeOptions.url === MCP_PATH ? 'mcp' : 'api';
}
