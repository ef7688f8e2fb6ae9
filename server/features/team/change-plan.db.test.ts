import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountType, PlanType } from '../../../contract/accounts.ts';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Client } from '../../testing/test-client.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const change = (person: Client, body: BodyInput<typeof routes.changePlan>) =>
  person.call(routes.changePlan, { body });

const BILLING = [undefined, 'card', 'invoicing'];

/** Every combination, and the field that is refused; null where all is well. */
const combinations = AccountType.options.flatMap((accountType) =>
  PlanType.options.flatMap((planType) =>
    BILLING.map((billing) => ({
      accountType,
      planType,
      billing,
      refused:
        accountType === 'none' || accountType === 'rectxt'
          ? 'accountType'
          : planType === 'free' || (accountType === 'team' && planType === 'payg')
            ? 'planType'
            : billing === 'invoicing' && !(accountType === 'team' && planType === 'annual')
              ? 'billing'
              : null,
    })),
  ),
);

it('a new account has no plan and no seat', async () => {
  const person = await app.signUpOnly();
  expect(await person.call(routes.getAccount, {})).toMatchObject({
    type: 'none',
    planType: 'free',
    seats: { used: 0, pending: 0, available: 0, total: 0 },
  });
});

describe('a plan', () => {
  it.each(combinations.filter(({ refused }) => refused === null))(
    '$accountType, $planType, billed by $billing',
    async ({ accountType, planType, billing }) => {
      const person = await app.signUpOnly();
      const answer = await person.ask(routes.changePlan, { body: { accountType, planType, billing } });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          type: accountType,
          planType,
          seats:
            accountType === 'team'
              ? { used: 1, pending: 0, available: 2, total: 3 }
              : { used: 1, pending: 0, available: 0, total: 1 },
        },
      });
      expect(await person.call(routes.getAccount, {})).toEqual(answer.body);
      expect((await person.call(routes.getUser, {})).seat).toMatchObject({ seatRole: 'recruiter' });
    },
  );

  it.each(combinations.filter(({ refused }) => refused !== null))(
    '$accountType, $planType, billed by $billing is refused for its $refused',
    async ({ accountType, planType, billing, refused }) => {
      const person = await app.signUpOnly();
      const answer = await person.ask(routes.changePlan, { body: { accountType, planType, billing } });
      expect(answer.status).toBe(422);
      expect((answer.body as { details: { fields: object } }).details.fields).toHaveProperty(refused ?? '');
      expect(await person.call(routes.getAccount, {})).toMatchObject({ type: 'none', planType: 'free' });
    },
  );

  it.each([0, 1, 2, -3, 3.5, 1001, '5'])('of a team of %j is refused', async (recruiters) => {
    const person = await app.signUpOnly();
    const answer = await person.ask(routes.changePlan, {
      body: { accountType: 'team', planType: 'monthly', recruiters },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { details: { fields: { recruiters: expect.any(Array) } } },
    });
  });

  it('is an admin to choose', async () => {
    const ana = await app.signUp();
    const member = await app.addColleague(ana);
    const before = await ana.call(routes.getAccount, {});
    const body = { accountType: 'team', planType: 'annual', recruiters: 9 } as const;
    expect(await member.refusal(routes.changePlan, { body })).toBe('403 forbidden');
    expect(await ana.call(routes.getAccount, {})).toEqual(before);
  });
});

describe('another plan', () => {
  it('gives and takes free seats, and leaves people theirs', async () => {
    const ana = await app.signUp();
    const { seat } = await ana.call(routes.getUser, {});
    for (const recruiters of [8, 4, 4, 1000, 3]) {
      const account = await change(ana, { accountType: 'team', planType: 'annual', recruiters });
      expect(account.seats).toEqual({ used: 1, pending: 0, available: recruiters - 1, total: recruiters });
      expect((await ana.call(routes.getUser, {})).seat).toEqual(seat);
    }
    expect(await change(ana, { accountType: 'personal', planType: 'payg' })).toMatchObject({
      seats: { used: 1, pending: 0, available: 0, total: 1 },
    });
    expect((await ana.call(routes.getUser, {})).seat).toEqual(seat);
  });

  it('with fewer seats than are taken is refused, and nothing changes', async () => {
    const ana = await app.signUp();
    await app.addColleague(ana);
    const before = await ana.call(routes.getAccount, {});
    const answer = await ana.ask(routes.changePlan, {
      body: { accountType: 'personal', planType: 'annual' },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'seats_in_use', details: { inUse: 2, total: 1 } },
    });
    expect(await ana.call(routes.getAccount, {})).toEqual(before);
  });

  it('chosen many times at once leaves one, whole', async () => {
    const person = await app.signUpOnly();
    const sizes = [3, 7, 4, 12, 5];
    await Promise.all(
      sizes.map((recruiters) => change(person, { accountType: 'team', planType: 'monthly', recruiters })),
    );
    const { seats } = await person.call(routes.getAccount, {});
    expect(sizes).toContain(seats.total);
    expect(seats.used).toBe(1);
    expect(await person.call(routes.getSeats, {})).toHaveLength(seats.total);
  });
});

describe('the account', () => {
  it('is renamed by its admins', async () => {
    const ana = await app.signUp();
    const member = await app.addColleague(ana);
    expect(await ana.call(routes.updateAccount, { body: { name: ' Acme Staffing ' } })).toMatchObject({
      name: 'Acme Staffing',
    });
    expect(await member.refusal(routes.updateAccount, { body: { name: 'Mine' } })).toBe('403 forbidden');
    expect((await member.call(routes.getAccount, {})).name).toBe('Acme Staffing');
  });

  it.each(['', '  ', 'x'.repeat(121)])('is not called %j', async (name) => {
    const ana = await app.signUpOnly();
    expect(await ana.refusal(routes.updateAccount, { body: { name } })).toBe('422 invalid');
  });

  it('names its admins to everybody in it', async () => {
    const ana = await app.signUp();
    const member = await app.addColleague(ana);
    const { firstName, lastName } = await ana.call(routes.getUser, {});
    const other = await app.signUp();
    const { admins } = await member.call(routes.getAccount, {});
    expect(admins).toEqual([{ firstName, lastName }]);
    expect((await other.call(routes.getAccount, {})).admins).not.toEqual(admins);
  });

  it('shows its seats to its admins only', async () => {
    const member = await app.addColleague(await app.signUp());
    expect(await member.refusal(routes.getSeats, {})).toBe('403 forbidden');
  });

  it('lists its seats with their people and numbers', async () => {
    const ana = await app.signUp();
    const seats = await ana.call(routes.getSeats, {});
    expect(seats.map(({ status, twilioNumber }) => ({ status, twilioNumber }))).toEqual([
      { status: 'used', twilioNumber: ana.number },
      { status: 'available', twilioNumber: null },
      { status: 'available', twilioNumber: null },
    ]);
    expect(seats[0]).toMatchObject({ id: ana.seatId, user: { id: ana.userId }, linkStatus: 'linked' });
  });
});
