import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callVendor, concludeFrom, type VendorReply, waitAfter } from './vendor-call.ts';

function call(url: string, fetchFn: typeof fetch = fetch) {
  return callVendor({ method: 'POST', url, headers: {}, body: 'x', timeoutMs: 100, fetch: fetchFn });
}

function failing(cause: object): typeof fetch {
  return () => Promise.reject(new TypeError('fetch failed', { cause }));
}

function answered(status: number, headers: Record<string, string> = {}): VendorReply {
  return { kind: 'answered', status, headers: new Headers(headers), text: '' };
}

describe('a call that fails', () => {
  it.each([
    ['refused', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['no such name', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    ['name server away', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
    ['no connection in time', { code: 'UND_ERR_CONNECT_TIMEOUT' }],
    ['network down', { code: 'ENETUNREACH', syscall: 'connect' }],
    [
      'refused at each address',
      {
        errors: [
          { code: 'ECONNREFUSED', syscall: 'connect' },
          { code: 'ETIMEDOUT', syscall: 'connect' },
        ],
      },
    ],
  ])('was not reached: %s', async (_, cause) => {
    expect(await call('http://carrier.invalid', failing(cause))).toEqual({ kind: 'notReached' });
  });

  it.each([
    ['reset', { code: 'ECONNRESET', syscall: 'read' }],
    ['closed', { code: 'UND_ERR_SOCKET' }],
    ['no answer in time', { code: 'UND_ERR_HEADERS_TIMEOUT' }],
    ['route lost on the way', { code: 'EHOSTUNREACH', syscall: 'read' }],
    ['broken pipe', { code: 'EPIPE', syscall: 'write' }],
    ['something else', {}],
  ])('is unknown: %s', async (_, cause) => {
    expect(await call('http://carrier.invalid', failing(cause))).toEqual({ kind: 'unknown' });
  });

  it('is unknown when the answer breaks off', async () => {
    const server = createServer((_, response) => {
      response.writeHead(201, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
    });
    const reply = await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(reply).toMatchObject({ kind: 'answered', status: 201, text: null });
    expect(concludeFrom(reply)).toBe('unknown');
  });
});

it.each([
  [200, 'ok'],
  [201, 'ok'],
  [204, 'ok'],
  [302, 'unknown'],
  [400, 'refused'],
  [401, 'refused'],
  [404, 'refused'],
  [409, 'refused'],
  [408, 'unknown'],
  [429, 'notReached'],
  [500, 'unknown'],
  [503, 'unknown'],
])('HTTP %s is %s', (status, conclusion) => {
  expect(concludeFrom(answered(status))).toBe(conclusion);
});

describe('the wait', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    ['7', 7000],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['999999', 3_600_000],
    ['soon', 1000],
    ['', 1000],
  ])('after Retry-After "%s" is %s ms', (header, expected) => {
    expect(waitAfter(answered(429, { 'retry-after': header }), now)).toBe(expected);
  });

  it('is five seconds when no one was reached', () => {
    expect(waitAfter({ kind: 'notReached' }, now)).toBe(5000);
  });
});
