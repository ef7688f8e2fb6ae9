import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** Addresses that an account chose: they may lead anywhere, even back into our own network. */
interface GuardedFetchOptions {
  /** For local mode, where the provider may run on the same machine. */
  allowLoopback: boolean;
  timeoutMs: number;
  maxBytes: number;
  /** What is longer, or never ends, is cut there: the status is what counts. */
  cuts?: true;
  /**
   * Connections are used again for the same host and port. Where each leads was looked at when it was made. Only for what may arrive
   * twice: a request that met the end of its connection is sent once more.
   */
  keepsConnections?: true;
  /** Of each part that comes; what it throws ends the call. */
  count?: (bytes: number) => void;
  /** Of the operator's choice: asked wherever it leads. */
  trustedOrigins?: readonly string[];
}

interface GuardedRequest {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** The address leads where we must not go. */
export class ForbiddenAddress extends Error {}

export class TooLarge extends Error {}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/** https, and in local mode http on this machine, whose names need no look-up to be known. */
export function isPermittedUrl(url: URL, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const isLoopback = LOOPBACK_NAMES.includes(url.hostname);
  if (isLoopback) return allowLoopback && ['https:', 'http:'].includes(url.protocol);
  // Below 1024 live mail servers, shells and the like, which may take a request for something else.
  return url.protocol === 'https:' && (url.port === '' || Number(url.port) >= 1024);
}

const filterOf = ({ allowLoopback }: { allowLoopback: boolean }) => ({
  allowIPAddressList: allowLoopback ? LOOPBACK_ADDRESSES : [],
});

/**
 * Whether a call there would be let through now, for someone who is about to keep the address. A name that leads nowhere yet
 * may lead somewhere soon, and each call looks again.
 */
export async function leadsOutside(url: URL, options: { allowLoopback: boolean }): Promise<boolean> {
  if (!isPermittedUrl(url, options)) return false;
  const agent = new RequestFilteringHttpAgent(filterOf(options));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : (await addressesOf(host)).map(({ address }) => address);
  return addresses.every((address) => isLetThrough(agent, address));
}

const addressesOf = (host: string) => lookup(host, { all: true }).catch(() => []);

/** By the agent's own rules: it refuses at once, and a connection that is ended at once is never made. */
function isLetThrough(agent: RequestFilteringHttpAgent, host: string): boolean {
  const socket = agent.createConnection({ host, port: 443 }) as Socket;
  const isRefused = socket.errored !== null;
  socket.on('error', () => {}).destroy();
  return !isRefused;
}

/** Most servers close a connection that was idle for 5 seconds. */
const KEPT_CONNECTIONS = { keepAlive: true, maxFreeSockets: 10, timeout: 4000 };

/**
 * Neither follows redirects nor reads without end. The address is looked at when the connection is made, after the name
 * was looked up, so that a name can't change its mind in between.
 */
export function createGuardedFetch(options: GuardedFetchOptions) {
  const filter = { ...filterOf(options), ...(options.keepsConnections && KEPT_CONNECTIONS) };
  const agents = {
    'https:': new RequestFilteringHttpsAgent(filter),
    'http:': new RequestFilteringHttpAgent(filter),
  };

  return async (address: string, request: GuardedRequest): Promise<Response> => {
    const url = new URL(address);
    const isTrusted = options.trustedOrigins?.includes(url.origin) === true;
    if (!isTrusted && !isPermittedUrl(url, options))
      throw new ForbiddenAddress(`${url.protocol}//${url.host}`);
    const signal = AbortSignal.any([
      AbortSignal.timeout(options.timeoutMs),
      ...(request.signal ? [request.signal] : []),
    ]);
    const response = await send(url, request, {
      agent: isTrusted ? undefined : agents[url.protocol as 'https:' | 'http:'],
      signal,
      repeatsStale: options.keepsConnections === true,
    });
    const body = await readBody(response, options);
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) headers.set(name, String(value));
    const status = response.statusCode ?? 500;
    return new Response(BODILESS.includes(status) ? null : body, { status, headers });
  };
}

async function readBody(
  response: http.IncomingMessage,
  { maxBytes, count, cuts }: GuardedFetchOptions,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      count?.(chunk.length);
      if (bytes > maxBytes && !cuts) throw new TooLarge('The answer is too large');
      chunks.push(chunk);
      if (bytes >= maxBytes && cuts) break;
    }
  } catch (error) {
    if (!cuts) throw error;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const BODILESS = [204, 205, 304];

function send(
  url: URL,
  { method, headers, body }: GuardedRequest,
  how: { agent: http.Agent | undefined; signal: AbortSignal; repeatsStale: boolean },
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) =>
      // What the network itself reports has a code; what has none was refused by the agent.
      reject(
        'code' in error || how.signal.aborted ? error : new ForbiddenAddress(url.host, { cause: error }),
      );
    try {
      const outgoing = request(url, {
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        agent: how.agent,
        signal: how.signal,
      });
      outgoing.on('response', resolve);
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !how.signal.aborted;
        if (isStale && how.repeatsStale) resolve(send(url, { method, headers, body }, how));
        else refuse(error);
      });
      // Answers that are none: a switch to another protocol, or a connection that just ends.
      outgoing.on('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(new Error('The server switched to another protocol'));
      });
      outgoing.on('close', () => reject(new Error('The server gave no answer')));
      // Whatever the server does, or the library makes of it.
      how.signal.addEventListener('abort', () => reject(how.signal.reason));
      if (body === undefined || body === null) outgoing.end();
      else outgoing.end(body instanceof Uint8Array ? body : String(body));
    } catch (error) {
      refuse(error as Error);
    }
  });
}
