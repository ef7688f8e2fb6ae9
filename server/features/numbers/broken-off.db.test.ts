import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { behindLock } from '../../testing/behind-lock.ts';
import { runNow, waitingJobs } from '../../testing/jobs.ts';
import { eventually, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { runReleaseNumber } from './quarantine.ts';
import { followLink, runFollowLink } from './refresh-link.ts';

/* What becomes of a purchase when something happens between two of its steps. */

let app: TestApp;
let numbers = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.stop());

function aNumber(): string {
  numbers += 1;
  return `+1276555${String(100 + numbers).padStart(4, '0')}`;
}
const buy = (person: Recruiter, phoneNumber: string) =>
  person.ask(routes.buyPhoneNumber, { body: { phoneNumber } });
const change = (person: Recruiter, phoneNumber: string) =>
  person.ask(routes.updatePhoneNumber, { params: { id: person.seatId }, body: { phoneNumber } });
const numberOf = async (person: Recruiter) => (await person.call(routes.getUser, {})).seat?.twilioNumber;

/** Someone with a seat who has given up their number. */
async function withoutNumber(ana: Recruiter): Promise<Recruiter> {
  const cem = await app.addColleague(ana);
  await ana.call(routes.updateUserToNonTexter, { body: { userId: cem.userId } });
  await ana.call(routes.updateUserToTexter, { body: { userId: cem.userId } });
  return cem;
}

describe('a purchase is not begun by someone who at that moment', () => {
  it.each([
    ['loses the seat', routes.removeSeatFromTeamMember, '403 deactivated'],
    ['loses the right to a number', routes.updateUserToNonTexter, '403 non_texter'],
  ])('%s', async (_, route, refusal) => {
    const ana = await app.signUp();
    const [cem, phoneNumber] = [await withoutNumber(ana), aNumber()];
    const [taken, bought] = await behindLock(app, ana.accountId, [
      () => ana.ask(route, { body: { userId: cem.userId } }),
      () => buy(cem, phoneNumber),
    ]);
    expect(taken.status).toBe(200);
    expect(refusalOf(bought)).toBe(refusal);
    expect(app.twilio.state.owned.has(phoneNumber)).toBe(false);
  });
});

it('a number that a job has put in its place before the purchase was answered stays there', async () => {
  const [ana, phoneNumber] = [await app.signUp(), aNumber()];
  const { buyNumber } = app.deps.carrier;
  vi.spyOn(app.deps.carrier, 'buyNumber').mockImplementationOnce(async (order) => {
    const outcome = await buyNumber(order);
    await runFollowLink(app.deps, ana.accountId, order.reference);
    expect(await numberOf(ana)).toBe(phoneNumber);
    return outcome;
  });
  expect((await change(ana, phoneNumber)).status).toBe(200);
  expect((await ana.call(routes.getUser, {})).seat).toMatchObject({
    twilioNumber: phoneNumber,
    metadata: { linkStatus: 'linked' },
  });
});

it('a number that is rejected before its purchase was answered takes no one’s place', async () => {
  const [ana, phoneNumber] = [await app.signUp(), aNumber()];
  const { buyNumber } = app.deps.carrier;
  vi.spyOn(app.deps.carrier, 'buyNumber').mockImplementationOnce(async (order) => {
    const outcome = await buyNumber(order);
    vi.spyOn(app.deps.carrier, 'findOwnedNumber').mockResolvedValueOnce({
      phoneNumber,
      carrierNumberId: 'PN1',
      linkStatus: 'rejected',
      rejection: 'cannotText',
    });
    await runFollowLink(app.deps, ana.accountId, order.reference);
    return outcome;
  });
  expect((await change(ana, phoneNumber)).status).toBe(200);
  expect(await numberOf(ana)).toBe(ana.number);
});

it('a number whose seat is removed before its purchase was answered goes into quarantine', async () => {
  const [ana, phoneNumber] = [await app.signUp(), aNumber()];
  await ana.call(routes.purchaseSeats, { body: { quantity: 1 } });
  const { userId, seatId } = await app.addColleague(ana);
  await ana.call(routes.removeSeatFromTeamMember, { body: { userId } });
  const { buyNumber } = app.deps.carrier;
  vi.spyOn(app.deps.carrier, 'buyNumber').mockImplementationOnce(async (order) => {
    const outcome = await buyNumber(order);
    await ana.call(routes.removeSeat, { body: { seatId } });
    return outcome;
  });
  await ana.call(routes.updatePhoneNumber, { params: { id: seatId }, body: { phoneNumber } });
  const { rows } = await app.deps.pool.query(
    'select seat_id, quarantined_until is not null as rests from numbers where phone_number = $1',
    [phoneNumber],
  );
  expect(rows).toEqual([{ seat_id: null, rests: true }]);
});

describe('a number that is given back', () => {
  /** Given up long ago by a seat, and the carrier's id of it was never heard. */
  async function givenUp(): Promise<{
    accountId: string;
    phoneNumber: string;
    release: () => Promise<void>;
  }> {
    const ana = await app.signUp();
    const { accountId, userId, number: phoneNumber } = await app.addColleague(ana);
    await ana.call(routes.updateUserToNonTexter, { body: { userId } });
    const { rows } = await app.deps.pool.query<{ id: string }>(
      `update numbers set carrier_number_id = null, quarantined_until = now() - interval '1 day'
        where phone_number = $1 returning id`,
      [phoneNumber],
    );
    const id = rows[0]?.id ?? '';
    return { accountId, phoneNumber, release: () => runReleaseNumber(app.deps, accountId, id) };
  }

  it('is found at the carrier by itself when its id there was never heard', async () => {
    const { phoneNumber, release } = await givenUp();
    expect(app.twilio.state.owned.has(phoneNumber)).toBe(true);
    await release();
    expect(app.twilio.state.owned.has(phoneNumber)).toBe(false);
  });

  it('is not taken from someone who bought it since, when the job runs once more', async () => {
    const { phoneNumber, release } = await givenUp();
    await release();
    const eve = await app.signUp();
    expect((await change(eve, phoneNumber)).status).toBe(200);
    await release();
    expect(app.twilio.state.owned.has(phoneNumber)).toBe(true);
    expect(await numberOf(eve)).toBe(phoneNumber);
  });

  it('is no one else’s to buy before the carrier has taken it back', async () => {
    const { phoneNumber, release } = await givenUp();
    vi.spyOn(app.deps.carrier, 'releaseNumber').mockRejectedValueOnce(new Error('not now'));
    await expect(release()).rejects.toThrow('not now');
    const eve = await app.signUp();
    expect(refusalOf(await change(eve, phoneNumber))).toBe('409 number_taken');
    await release();
    expect(app.twilio.state.owned.has(phoneNumber)).toBe(false);
  });
});

describe('a purchase that was broken off while the carrier was asked', () => {
  it.each([
    ['of a first number', withoutNumber, buy],
    ['of another number', (ana: Recruiter) => app.addColleague(ana, 'admin'), change],
  ])('%s is followed up, and the number is the seat’s', async (_, make, ask) => {
    const [person, phoneNumber] = [await make(await app.signUp()), aNumber()];
    const { buyNumber } = app.deps.carrier;
    // As when the process is killed: the carrier has sold it, and the answer is lost.
    vi.spyOn(app.deps.carrier, 'buyNumber').mockImplementationOnce(async (order) => {
      await buyNumber(order);
      throw new Error('killed');
    });
    expect((await ask(person, phoneNumber)).status).toBe(500);
    expect(app.twilio.state.owned.has(phoneNumber)).toBe(true);
    const { rows } = await app.deps.pool.query('select id from numbers where phone_number = $1', [
      phoneNumber,
    ]);
    const waiting = await waitingJobs(app.deps.pool, followLink.name);
    const ofNumber = waiting.filter(({ payload }) => payload.numberId === rows[0].id);
    expect(ofNumber).toHaveLength(1);
    await runNow(app.deps.pool, ofNumber);
    await eventually(async () => expect(await numberOf(person)).toBe(phoneNumber));
  });
});
