import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { behindLock } from '../../testing/behind-lock.ts';
import { runNow, waitingJobs } from '../../testing/jobs.ts';
import { enable, makePerson, officePhone, owner, readOrder, untilReviewed } from '../../testing/landlines.ts';
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { isTaken } from './claim-store.ts';
import { followLandline } from './schedule.ts';

/* What becomes of an order when something happens between two of its steps. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.stop());

it('whose opening was broken off is opened later, once', async () => {
  const person = await makePerson(app);
  const phoneNumber = officePhone();
  // As when the process is killed: it is in our tables, and no one got the carrier's answer.
  vi.spyOn(app.deps.carrier.landline, 'openOrder').mockRejectedValueOnce(new Error('killed'));
  const body = { phoneNumber, owner };
  expect((await person.ask(routes.enableLandline, { body })).status).toBe(500);
  expect(await readOrder(person)).toMatchObject({ phoneNumber, state: 'verifying' });
  const opened = () => app.twilio.landline.orders.filter((order) => order.phoneNumber === phoneNumber);
  expect(opened()).toEqual([]);

  const { rows } = await app.deps.pool.query('select id from landline_orders where phone_number = $1', [
    phoneNumber,
  ]);
  const waiting = await waitingJobs(app.deps.pool, followLandline.name);
  const ofOrder = waiting.filter(({ payload }) => payload.orderId === rows[0].id);
  expect(ofOrder).toHaveLength(1);
  await runNow(app.deps.pool, ofOrder);
  await eventually(() => expect(opened()).toHaveLength(1));
  await eventually(async () =>
    expect((await person.ask(routes.requestLandlineCode, { body: { verifyBy: 'call' } })).status).toBe(200),
  );
  expect(opened()).toHaveLength(1);
});

it('is not begun by someone who loses the seat at that moment', async () => {
  const ana = await app.signUp();
  const cem = await app.addColleague(ana);
  const [removed, started] = await behindLock(app, ana.accountId, [
    () => ana.ask(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } }),
    () => cem.ask(routes.enableLandline, { body: { phoneNumber: officePhone(), owner } }),
  ]);
  expect(removed.status).toBe(200);
  expect(refusalOf(started)).toBe('403 deactivated');
});

it('keeps its number taken also at the moment in which that is linked', async () => {
  const person = await makePerson(app);
  const phoneNumber = officePhone();
  await untilReviewed(app, person, phoneNumber);
  let looks = 0;
  const db = app.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      looks += 1;
      if (looks === 1) {
        app.twilio.landline.decide(phoneNumber, 'completed');
        await person.call(routes.checkLinkStatus, {});
        await eventually(async () => expect((await readOrder(person)).state).toBe('linked'));
      }
      return result;
    },
  });
  const stranger = { accountId: app.deps.newId(), seatId: app.deps.newId() };
  expect(await isTaken(db, phoneNumber, stranger)).toBe(true);
  expect(looks).toBeGreaterThan(0);
});

it('does not keep its own person from checking the number once more', async () => {
  const [person, stranger] = [await makePerson(app), await makePerson(app)];
  const phoneNumber = officePhone();
  await enable(person, phoneNumber);
  const check = { body: { phoneNumber } };
  expect(await stranger.refusal(routes.checkLandline, check)).toBe('409 landline_in_use');
  expect((await person.ask(routes.checkLandline, check)).status).toBe(200);
});

it('that is there already is what a second click gets', async () => {
  const person = await makePerson(app);
  const phoneNumber = officePhone();
  const { accountId } = await person.call(routes.getUser, {});
  const [first, second] = await behindLock(app, accountId, [
    () => enable(person, phoneNumber),
    () => enable(person, phoneNumber),
  ]);
  expect([first.phoneNumber, second.phoneNumber]).toEqual([phoneNumber, phoneNumber]);
  expect(app.twilio.landline.orders.filter((order) => order.phoneNumber === phoneNumber)).toHaveLength(1);
});
