import { afterAll, beforeAll, expect, it } from 'vitest';
import { NUMBERS_AT_FIRST } from '../../../contract/limits.ts';
import * as routes from '../../../contract/routes.ts';
import { startStaffApp } from '../../testing/staff.ts';
import type { Recruiter, TestApp } from '../../testing/test-app.ts';
import type { VerifiedPerson } from '../../testing/verified-person.ts';

/* How many numbers a company gets by itself. */

let app: TestApp;
let sam: VerifiedPerson;
let last = 0;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
});
afterAll(() => app.stop());

/** For sale, and no one else's in these tests. */
function aNumber(): string {
  last += 1;
  return `+1274555${String(100 + last).padStart(4, '0')}`;
}

/** Numbers of her company's beside her own, in quarantine. */
async function givenUp(
  ana: Pick<Recruiter, 'accountId' | 'seatId'>,
  count: number,
  { released = false } = {},
): Promise<void> {
  await app.deps.pool.query(
    `insert into numbers (account_id, id, inbound_seat_id, phone_number, carrier, link_status, created_at, quarantined_until, released_at)
     select $1, gen_random_uuid(), $2, '+1305' || (2000000 + n), 'twilio', 'linked', now(), now() + interval '9 days',
            case when $4 then now() end
       from generate_series(1, $3::int) as n`,
    [ana.accountId, ana.seatId, count, released],
  );
}

const reset = (ana: Recruiter, phoneNumber = aNumber()) =>
  ana.ask(routes.updatePhoneNumber, { params: { id: ana.seatId }, body: { phoneNumber } });
const numbersOf = async ({ accountId }: Recruiter) =>
  (
    await app.deps.pool.query('select 1 from numbers where account_id = $1 and released_at is null', [
      accountId,
    ])
  ).rowCount;

it('counts what is paid for: numbers in quarantine, but none that are given back or were brought', async () => {
  const ana = await app.signUp();
  await givenUp(ana, 200, { released: true });
  await givenUp(ana, NUMBERS_AT_FIRST - 2);
  // Numbers that the company brought aren't bought.
  await app.deps.pool.query(
    `update numbers set is_landline = true
      where account_id = $1 and id in (select id from numbers where account_id = $1 and released_at is null and inbound_seat_id is not null limit 1)`,
    [ana.accountId],
  );
  expect((await reset(ana)).status).toBe(200);
  expect((await reset(ana)).status).toBe(200);
  expect(await reset(ana)).toMatchObject({
    status: 403,
    body: { code: 'numbers_used_up', message: expect.stringContaining('Support tab') },
  });
  expect(await numbersOf(ana)).toBe(NUMBERS_AT_FIRST + 1);
});

it('holds for the first number of a seat, too', async () => {
  const ana = await app.signUpOnly();
  await ana.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
  const { accountId, seat } = await ana.call(routes.getUser, {});
  await givenUp({ accountId, seatId: seat?.id ?? '' }, NUMBERS_AT_FIRST);
  const buy = () => ana.refusal(routes.buyPhoneNumber, { body: { phoneNumber: aNumber() } });
  expect(await buy()).toBe('403 numbers_used_up');
  await app.deps.pool.query('update numbers set released_at = now() where account_id = $1', [accountId]);
  await ana.call(routes.buyPhoneNumber, { body: { phoneNumber: aNumber() } });
});

it('is more once staff have switched it on, for that company only', async () => {
  const [ana, bea] = [await app.signUp(), await app.signUp()];
  for (const person of [ana, bea]) await givenUp(person, NUMBERS_AT_FIRST);
  const switched = (enabled: boolean) =>
    sam.call(routes.switchFeature, {
      params: { id: ana.accountId },
      body: { feature: 'moreNumbers', enabled, reason: 'A large company' },
    });
  await switched(true);
  expect((await reset(ana)).status).toBe(200);
  expect(await reset(bea)).toMatchObject({ status: 403, body: { code: 'numbers_used_up' } });
  // What is there stays.
  await switched(false);
  expect(await reset(ana)).toMatchObject({ status: 403, body: { code: 'numbers_used_up' } });
  expect((await ana.call(routes.getUser, {})).seat?.metadata.linkStatus).not.toBeNull();
});

it('two who ask at once for the last one don’t both get it', async () => {
  const ana = await app.signUp();
  await ana.call(routes.purchaseSeats, { body: { quantity: 2 } });
  await app.addColleague(ana);
  await app.addColleague(ana);
  await givenUp(ana, NUMBERS_AT_FIRST - 4);
  const seats = (await ana.call(routes.getSeats, {})).filter(({ twilioNumber }) => twilioNumber !== null);
  expect(seats).toHaveLength(3);
  const answers = await Promise.all(
    seats.map(({ id }) =>
      ana.ask(routes.updatePhoneNumber, { params: { id }, body: { phoneNumber: aNumber() } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
});
