import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { GatewayUnavailable, type PaymentGateway } from '../../adapters/payments/port.ts';
import { giveCard, passDays, startBillingApp, untilQuiet } from '../../testing/billing.ts';
import { mailsTo } from '../../testing/mails.ts';
import { eventually, type TestApp } from '../../testing/test-app.ts';
import { runSweepDeletions } from '../deletions/sweep-deletions.ts';

import { runFollowDeletion } from './follow-deletion.ts';

/* What becomes of a plan whose account is to be deleted. */

let app: TestApp;
let gateway: PaymentGateway;

beforeAll(async () => {
  app = await startBillingApp();
  if (app.deps.billing === null) throw new Error('No one is charged here');
  gateway = app.deps.billing.gateway;
});
afterAll(() => app.stop());
afterEach(() => vi.restoreAllMocks());

const password = 'correct horse battery';

async function subscriber() {
  const ana = await app.signUpOnly();
  const { accountId, email } = await ana.call(routes.getUser, {});
  await giveCard(app.url, ana);
  await ana.call(routes.changePlan, { body: { accountType: 'personal', planType: 'monthly' } });
  return { ...ana, accountId, email };
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>;

async function subscriptionOf({ accountId }: Subscriber) {
  const { rows } = await app.deps.pool.query<{ id: string }>(
    'select customer_id as id from billing_customers where account_id = $1',
    [accountId],
  );
  return gateway.findSubscription(rows[0]?.id ?? '');
}

const ends = (ana: Subscriber, expected: boolean) =>
  eventually(async () =>
    expect(await subscriptionOf(ana)).toMatchObject({ status: 'active', cancelAtPeriodEnd: expected }),
  );

const leave = (ana: Subscriber) => ana.call(routes.deleteUser, { body: { password } });

async function keep(ana: Subscriber) {
  const refused = await app.anonymous.ask(routes.login, { body: { email: ana.email, password } });
  const { token } = (refused.body as { details: { token: string } }).details;
  return app.anonymous.call(routes.takeBackDeletion, { body: { token } });
}

const mailOf = (ana: Subscriber, subject: RegExp) =>
  eventually(async () => {
    const found = (await mailsTo(app, ana.email)).findLast((mail) => subject.test(mail.subject));
    if (found === undefined) throw new Error('The mail has not come');
    return found.text;
  });

it('a deleted account is not charged again; kept in time, its plan renews as before', async () => {
  const ana = await subscriber();
  const { renewsAt } = (await ana.call(routes.getAccount, {})).subscriptionInfo;
  expect(await ana.call(routes.getDeletionPreview, {})).toMatchObject({ planEndsAt: renewsAt });
  await leave(ana);
  expect(await mailOf(ana, /will be deleted/)).toMatch(/Your plan won't renew\. It ends on \w+ \d+/);
  await ends(ana, true);
  await untilQuiet(app.deps.pool);
  expect(await keep(ana)).toMatchObject({ signedIn: true, plan: 'renews' });
  await ends(ana, false);
  expect(await mailOf(ana, /keeping your account/)).toContain('Your plan renews again on');
});

it('a plan that was canceled before stays canceled', async () => {
  const ana = await subscriber();
  await ana.call(routes.cancelPlan, {});
  await leave(ana);
  await untilQuiet(app.deps.pool);
  expect(await keep(ana)).toMatchObject({ plan: null });
  await untilQuiet(app.deps.pool);
  await ends(ana, true);
});

it('one that is canceled after the account was kept, and before it is given back, stays canceled', async () => {
  const ana = await subscriber();
  await leave(ana);
  await ends(ana, true);
  await untilQuiet(app.deps.pool);
  // Kept, and the job hasn't begun.
  await app.deps.pool.query('update users set deletes_at = null where account_id = $1', [ana.accountId]);
  await app.deps.pool.query('update accounts set deletes_at = null where id = $1', [ana.accountId]);
  const signedIn = await app.anonymous.ask(routes.login, { body: { email: ana.email, password } });
  const { id_token: token } = signedIn.body as { id_token: string };
  await app.client(token).call(routes.cancelPlan, {});
  await runFollowDeletion(app.deps, ana.accountId);
  await ends(ana, true);
});

it('a gateway that is away keeps no one from deleting: the plan ends once it is back', async () => {
  const ana = await subscriber();
  const cancel = vi.spyOn(gateway, 'cancelSubscription').mockRejectedValue(new GatewayUnavailable('away'));
  await leave(ana);
  await eventually(() => expect(cancel).toHaveBeenCalled());
  vi.restoreAllMocks();
  await runSweepDeletions(app.deps);
  await ends(ana, true);
});

it('a period that ended meanwhile is reported, and nothing is charged', async () => {
  const ana = await subscriber();
  await leave(ana);
  await ends(ana, true);
  await passDays(app.url, 32);
  await eventually(async () => expect(await subscriptionOf(ana)).toMatchObject({ status: 'canceled' }));
  await untilQuiet(app.deps.pool);
  expect((await mailsTo(app, ana.email)).map(({ subject }) => subject)).not.toContain(
    'Your Hiretext plan has ended',
  );
  const kept = await keep(ana);
  expect(kept).toMatchObject({ signedIn: true, plan: 'ended' });
  expect(await mailOf(ana, /keeping your account/)).toContain('Your plan has ended. Choose a plan');
  const back = app.client(kept.signedIn ? kept.id_token : '');
  expect(await back.call(routes.listInvoices, {})).toHaveLength(1);
});
