import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLookAtPage } from './pages.ts';

let server: Server;
let base: string;
let slowPages = 0;
beforeAll(async () => {
  server = createServer((request, reply) => {
    const path = request.url ?? '';
    const status = Number(/^\/status\/(\d+)$/.exec(path)?.[1] ?? 200);
    if (path === '/once') reply.writeHead(302, { location: '/' }).end();
    else if (path === '/forever') reply.writeHead(301, { location: '/forever' }).end();
    else if (path === '/inside') reply.writeHead(301, { location: 'https://10.0.0.1/' }).end();
    else if (path === '/plain') reply.writeHead(301, { location: 'http://example.com/' }).end();
    else if (path === '/endless') reply.write('x'.repeat(300_000));
    else if (path === '/pdf') reply.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
    else if (path === '/packed') reply.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    else if (path === '/plain-text') reply.writeHead(200, { 'content-type': 'text/plain' }).end('Quayside');
    else if (path === '/slowly') {
      slowPages += 1;
      setTimeout(() => reply.writeHead(302, { location: '/slowly' }).end(), 60).unref();
    } else if (path === '/switching') {
      reply.socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    } else if (path === '/silent') return;
    else reply.writeHead(status).end('<h1>Quayside</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const look = createLookAtPage({ allowLoopback: true, timeoutMs: 10_000, maxBytes: 100_000 });

it.each([
  ['/', { kind: 'page', html: '<h1>Quayside</h1>' }],
  ['/once', { kind: 'page', html: '<h1>Quayside</h1>' }],
  ['/status/404', { kind: 'missing', status: 404 }],
  ['/status/410', { kind: 'missing', status: 410 }],
  ['/status/403', { kind: 'turnedAway' }],
  ['/status/429', { kind: 'turnedAway' }],
  ['/status/503', { kind: 'turnedAway' }],
  ['/status/500', { kind: 'unreachable' }],
  ['/forever', { kind: 'unreachable' }],
  ['/endless', { kind: 'unreadable' }],
  ['/pdf', { kind: 'unreadable' }],
  ['/packed', { kind: 'unreadable' }],
  ['/plain-text', { kind: 'page', html: 'Quayside' }],
  ['/status/401', { kind: 'private' }],
  ['/inside', { kind: 'forbidden' }],
  ['/plain', { kind: 'forbidden' }],
  ['/switching', { kind: 'unreachable' }],
])('%s is %j', async (path, seen) => {
  expect(await look(new URL(base + path))).toEqual(seen);
});

it('does not wait for a page that never comes', async () => {
  const impatient = createLookAtPage({ allowLoopback: true, timeoutMs: 100 });
  expect(await impatient(new URL(`${base}/silent`))).toEqual({ kind: 'unreachable' });
});

it('waits once for all that a page leads through', async () => {
  const impatient = createLookAtPage({ allowLoopback: true, timeoutMs: 100 });
  expect(await impatient(new URL(`${base}/slowly`))).toEqual({ kind: 'unreachable' });
  expect(slowPages).toBeLessThan(3);
});

it('goes to no private network, and not to this machine where that is not allowed', async () => {
  expect(await look(new URL('https://192.168.0.1'))).toEqual({ kind: 'forbidden' });
  const strict = createLookAtPage({ allowLoopback: false });
  expect(await strict(new URL(base))).toEqual({ kind: 'forbidden' });
  expect(await strict(new URL('http://localhost'))).toEqual({ kind: 'forbidden' });
});

it.each([
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433',
  'https://0x7f.1',
  'https://[::ffff:127.0.0.1]',
  'https://[fd00::1]',
  'https://100.64.0.1',
  'https://0.0.0.0',
  // No website: these ports are for mail, shells and the like.
  'https://example.com:25',
  'https://example.com:22/index.html',
])('does not go to %s', async (address) => {
  const strict = createLookAtPage({ allowLoopback: false });
  expect(await strict(new URL(address))).toEqual({ kind: 'forbidden' });
});
