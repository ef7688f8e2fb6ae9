import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it('people are compared only if an admin turned it on', async () => {
  const ana = await app.signUp();
  expect(await ana.call(routes.getAccount, {})).toMatchObject({ comparesPeople: false });
  const cem = await app.addColleague(ana);
  const body = { comparesPeople: true };
  expect(await cem.refusal(routes.updateAccount, { body })).toBe('403 forbidden');
  expect(await cem.call(routes.getAccount, {})).toMatchObject({ comparesPeople: false });
  expect(await ana.call(routes.updateAccount, { body })).toMatchObject({ comparesPeople: true });
  expect(await ana.call(routes.updateAccount, { body: { name: 'Acme' } })).toMatchObject({
    comparesPeople: true,
  });
});
