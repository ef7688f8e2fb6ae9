import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/* How much is asked of Hiretext, and how it copes, is for those who run it. */

const token = 'a token that is long enough for tests';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function ask(
  node: { local: boolean; metricsToken: string | null },
  authorization?: string,
): Promise<{ status: number; body: string }> {
  const { local, metricsToken } = node;
  const options = { webDir: null, trustedProxies: [], requestsPerMinute: 600, metricsToken };
  const served = await buildApp({ ...app.deps, local }, options);
  const headers = authorization === undefined ? {} : { authorization };
  const { statusCode, body } = await served.inject({ url: '/metrics', headers });
  await served.close();
  return { status: statusCode, body };
}

describe('in production', () => {
  it('no one finds the metrics without a token', async () => {
    for (const authorization of [undefined, `Bearer ${token}`, 'Bearer null', 'Bearer '])
      expect((await ask({ local: false, metricsToken: null }, authorization)).status).toBe(404);
  });

  it.each([undefined, token, 'Bearer ', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`])(
    'no one finds them with %j',
    async (authorization) => {
      expect((await ask({ local: false, metricsToken: token }, authorization)).status).toBe(404);
    },
  );

  it('who has the token reads how long requests take, and how far behind the node is', async () => {
    const { status, body } = await ask({ local: false, metricsToken: token }, `Bearer ${token}`);
    expect(status).toBe(200);
    expect(body).toContain('# TYPE http_request_duration_seconds histogram');
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});

it('in local mode they are open, unless there is a token', async () => {
  expect((await ask({ local: true, metricsToken: null })).status).toBe(200);
  expect((await ask({ local: true, metricsToken: token })).status).toBe(404);
});
