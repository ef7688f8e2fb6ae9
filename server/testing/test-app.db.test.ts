import { expect, it } from 'vitest';
import { turnOnBilling } from './billing.ts';
import { startTestApp } from './test-app.ts';

it('the app that files share is as it began for each, whatever the one before has set', async () => {
  const app = await startTestApp();
  turnOnBilling(app);
  app.clock.advance(3600_000);
  const { deps, clock } = await startTestApp();
  expect(deps.billing).toBeNull();
  expect(clock().getTime()).toBeLessThan(Date.now() + 60_000);
});
