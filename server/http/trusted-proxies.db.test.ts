import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ variables: { ROLES: 'worker' } });
});
afterAll(() => app.stop());

/** What we take for the client's address. */
async function addressSeen(trustedProxies: string[], from: string, forwardedFor: string): Promise<string> {
  const built = await buildApp(app.deps, {
    webDir: null,
    trustedProxies,
    requestsPerMinute: 600,
    local: (instance) => instance.get('/address', (request) => ({ address: request.ip })),
  });
  try {
    const reply = await built.inject({
      url: '/address',
      remoteAddress: from,
      headers: { 'x-forwarded-for': forwardedFor },
    });
    return reply.json().address;
  } finally {
    await built.close();
  }
}

it.each([
  ['no one is trusted', [], '10.0.0.1', '192.0.2.7', '10.0.0.1'],
  ['the proxy sends it', ['10.0.0.0/8'], '10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['one of two proxies sends it', ['10.0.0.0/8'], '10.0.0.1', '192.0.2.7, 10.0.0.2', '192.0.2.7'],
  ['someone adds an address in front', ['10.0.0.0/8'], '10.0.0.1', '198.51.100.1, 192.0.2.7', '192.0.2.7'],
  ['someone goes around the proxy', ['10.0.0.0/8'], '203.0.113.9', '192.0.2.7', '203.0.113.9'],
  ['the proxy is on this machine', ['loopback'], '127.0.0.1', '192.0.2.7', '192.0.2.7'],
])('%s', async (_, trusted, from, forwardedFor, expected) => {
  expect(await addressSeen(trusted, from, forwardedFor)).toBe(expected);
});
