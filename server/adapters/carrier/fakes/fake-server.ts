import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the fakes of the carriers have in common: a real HTTP server on a free loopback port. */
export interface FakeServer {
  url: string;
  /** Ends the server and every open connection. */
  stop(): Promise<void>;
}

export interface FakeRequest {
  method: string;
  /** Path and query as they came. */
  target: string;
  /** Path without query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
}

export interface FakeReply {
  status: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body?: Buffer | string | object;
  /** Announce a longer body than is sent and never send the rest. */
  stall?: boolean;
}

/** `drop` breaks the connection without an answer; `hang` never answers. */
export type FakeAnswer = FakeReply | 'drop' | 'hang';

export async function startServer(
  answer: (request: FakeRequest) => FakeAnswer,
  port = 0,
): Promise<FakeServer> {
  const server = createServer((incoming, response) => {
    readBody(incoming).then(
      (rawBody) => {
        const url = new URL(incoming.url ?? '/', 'http://fake.invalid');
        const reply = answer({
          method: incoming.method ?? 'GET',
          target: incoming.url ?? '/',
          path: url.pathname,
          query: url.searchParams,
          headers: incoming.headers,
          rawBody,
        });
        if (reply === 'hang') return;
        if (reply === 'drop') incoming.socket.resetAndDestroy();
        else send(response, reply);
      },
      () => incoming.socket.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, reply: FakeReply): void {
  const isJson = typeof reply.body === 'object' && !Buffer.isBuffer(reply.body);
  const body = isJson ? JSON.stringify(reply.body) : ((reply.body as Buffer | string | undefined) ?? '');
  const size = Buffer.byteLength(body) + (reply.stall === true ? 1 : 0);
  response.writeHead(reply.status, {
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...(reply.status === 204 ? {} : { 'content-length': String(size) }),
    ...reply.headers,
  });
  if (reply.stall === true) response.write(body);
  else response.end(body);
}

/** What a person attaches to a text, and what goes wrong when it is fetched. */
export interface FakeMedia {
  contentType: string;
  bytes: Buffer;
  /** Send the bytes, but never end the answer. */
  stall?: boolean;
  /** Redirects the caller to this address. */
  redirectTo?: string;
}
