import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Feature, features } from '../../../contract/features.ts';
import * as routes from '../../../contract/routes.ts';
import { startStaffApp } from '../../testing/staff.ts';
import type { Recruiter, TestApp } from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import type { VerifiedPerson } from '../../testing/verified-person.ts';

/* What staff switch on for one account. */

let app: TestApp;
let sam: VerifiedPerson;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
});
afterAll(() => app.stop());

const reason = 'Ticket 4711';

const put = ({ accountId }: { accountId: string }, feature: Feature, enabled = true) =>
  sam.call(routes.switchFeature, { params: { id: accountId }, body: { feature, enabled, reason } });
const featuresOf = async (person: Pick<Recruiter, 'call'>) =>
  (await person.call(routes.getAccount, {})).metadata.featuresEnabled;

it('is switched on and off for one account, which sees who did it and why', async () => {
  const [ana, bea] = [await app.signUp(), await app.signUp()];
  expect(await featuresOf(ana)).toEqual([]);
  await put(ana, 'moreNumbers');
  expect((await put(ana, 'callForwardingAbroad')).features).toEqual([
    { name: 'callForwardingAbroad', enabled: true },
    { name: 'moreNumbers', enabled: true },
    { name: 'unpaidInvoicing', enabled: false },
  ]);
  expect(await featuresOf(ana)).toEqual(['callForwardingAbroad', 'moreNumbers']);
  expect(await featuresOf(bea)).toEqual([]);
  // Twice is once.
  await put(ana, 'callForwardingAbroad');
  await put(ana, 'callForwardingAbroad', false);
  expect(await featuresOf(ana)).toEqual(['moreNumbers']);
  const query = { action: 'staff.featureSwitched' } as const;
  const { items } = await ana.call(routes.listAuditEvents, { query });
  expect(items).toHaveLength(3);
  expect(items[0]).toMatchObject({
    actor: { id: sam.userId, name: 'Sam Lee' },
    subject: features.callForwardingAbroad.title,
    details: { enabled: false, reason },
    ip: null,
    userAgent: null,
  });
  const own = await sam.call(routes.listAuditEvents, { query });
  const { name } = await ana.call(routes.getAccount, {});
  expect(own.items[0]).toMatchObject({ details: { account: name }, ip: expect.any(String) });
});

it('of the staff’s own account is in its log once', async () => {
  await put(sam, 'moreNumbers');
  const { items } = await sam.call(routes.listAuditEvents, {
    query: { action: 'staff.featureSwitched', limit: 100 },
  });
  expect(items.filter(({ details }) => details.account === undefined)).toHaveLength(1);
  expect(items.filter(({ details }) => details.accountId === sam.accountId)).toEqual([]);
});

it('two at once are both switched on', async () => {
  const ana = await app.signUp();
  await Promise.all([put(ana, 'callForwardingAbroad'), put(ana, 'moreNumbers')]);
  expect(await featuresOf(ana)).toEqual(['callForwardingAbroad', 'moreNumbers']);
});

it('is one of the list: nothing else is switched on, and what was once on it no longer counts', async () => {
  const ana = await app.signUp();
  for (const feature of ['smartDraft', '', 'moreNumbers ', null])
    expect(
      refusalOf(
        await sam.ask(routes.switchFeature, {
          params: { id: ana.accountId },
          body: { feature, enabled: true, reason },
        }),
      ),
    ).toBe('422 invalid');
  await app.deps.pool.query(`update accounts set features_enabled = '{retired}' where id = $1`, [
    ana.accountId,
  ]);
  expect(await featuresOf(ana)).toEqual([]);
  await put(ana, 'moreNumbers');
  expect(await featuresOf(ana)).toEqual(['moreNumbers']);
});
