import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { landlineRejections } from '../../../contract/landlines.ts';
import * as routes from '../../../contract/routes.ts';
import { makePerson, owner, untilLooked } from '../../testing/landlines.ts';
import { newMail } from '../../testing/mails.ts';
import type { Newcomer } from '../../testing/people.ts';
import { startStaffApp } from '../../testing/staff.ts';
import { eventually, type TestApp } from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import type { VerifiedPerson } from '../../testing/verified-person.ts';

/* A review of a number that a company brings has ended, and the carrier doesn't report it. */

const reason = 'The carrier wrote so, case 77';

let app: TestApp;
let sam: VerifiedPerson;
let offices = 0;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
});
afterAll(() => app.stop());

const orderOf = async (person: Newcomer) => (await person.call(routes.getLandline, {})).order;

async function underReview(): Promise<
  Newcomer & { phoneNumber: string; accountId: string; id: string; email: string }
> {
  const person = await makePerson(app);
  offices += 1;
  const phoneNumber = `+1646${String(5_560_000 + offices)}`;
  await person.call(routes.enableLandline, { body: { phoneNumber, owner } });
  const toType = (await orderOf(person))?.code?.toType ?? '';
  app.twilio.landline.press(phoneNumber, toType);
  await untilLooked(app, person, async () => expect((await orderOf(person))?.state).toBe('signing'));
  await person.call(routes.signLandlineLetter, {
    body: { name: 'Ana Lopez', title: 'Office manager', signature: 'Ana Lopez', agrees: true },
  });
  const { accountId, email } = await person.call(routes.getUser, {});
  const { rows } = await app.deps.pool.query('select id from landline_orders where account_id = $1', [
    accountId,
  ]);
  return { ...person, phoneNumber, accountId, email, id: rows[0].id };
}

type Order = Awaited<ReturnType<typeof underReview>>;

const decide = ({ id, accountId }: Pick<Order, 'id' | 'accountId'>, rejection: 'letterRefused' | null) =>
  sam.ask(routes.decideLandlineOrder, { params: { id }, body: { accountId, rejection, reason } });

const list = async () =>
  (await sam.call(routes.listLandlineOrders, { query: { limit: 100 } })).items.map(({ id }) => id);

function giveToUs({ phoneNumber }: Order): void {
  app.twilio.state.owned.set(phoneNumber, {
    sid: `PN${phoneNumber.replace(/\D/g, '').padStart(32, '0')}`,
    phoneNumber,
    friendlyName: phoneNumber,
    smsUrl: '',
    voiceUrl: '',
    statusCallback: '',
  });
}

it('is approved by hand once the carrier has the number as ours', async () => {
  const order = await underReview();
  expect(await list()).toContain(order.id);
  expect(refusalOf(await decide(order, null))).toBe('409 number_not_ours');
  expect((await orderOf(order))?.state).toBe('reviewing');
  giveToUs(order);
  const { phoneNumber } = order;
  vi.spyOn(app.deps.carrier, 'findOwnedNumber').mockResolvedValueOnce({
    phoneNumber,
    carrierNumberId: 'PN1',
    linkStatus: 'linking',
    rejection: null,
  });
  expect(refusalOf(await decide(order, null))).toBe('409 number_not_ours');
  vi.restoreAllMocks();
  expect((await decide(order, null)).status).toBe(200);
  expect((await order.call(routes.getUser, {})).seat).toMatchObject({
    twilioNumber: order.phoneNumber,
    metadata: { linkStatus: 'linked' },
  });
  expect(await list()).not.toContain(order.id);
  expect(refusalOf(await decide(order, 'letterRefused'))).toBe('409 link_settled');
  const { items } = await order.call(routes.listAuditEvents, { query: { action: 'staff.orderApproved' } });
  expect(items).toMatchObject([{ actor: { name: 'Sam Lee' }, details: { reason } }]);
});

it('is rejected by hand; the person learns why and what to do', async () => {
  const order = await underReview();
  expect((await decide(order, 'letterRefused')).status).toBe(200);
  expect(await orderOf(order)).toMatchObject({ state: 'rejected' });
  await eventually(async () => {
    let found = false;
    for (let before = 0; !found; before += 1) {
      const mail = await newMail(app, order.email, before);
      found =
        mail.subject.includes('was rejected') && mail.text.includes(landlineRejections.letterRefused.advice);
    }
    expect(found).toBe(true);
  });
});

it('is decided once, however many decide at once, and in its own account only', async () => {
  const order = await underReview();
  giveToUs(order);
  expect(refusalOf(await decide({ ...order, accountId: sam.accountId }, null))).toBe('404 not_found');
  const answers = await Promise.all([
    decide(order, null),
    decide(order, 'letterRefused'),
    decide(order, null),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

it('waits while the seat is getting yet another number', async () => {
  const order = await underReview();
  giveToUs(order);
  const [bought, other] = await order.call(routes.findPhoneNumber, { query: { areaCode: '415' } });
  await order.call(routes.buyPhoneNumber, { body: { phoneNumber: bought?.phoneNumber ?? '' } });
  await eventually(async () =>
    expect((await order.call(routes.getUser, {})).seat?.metadata.linkStatus).toBe('linked'),
  );
  const id = (await order.call(routes.getUser, {})).seat?.id ?? '';
  app.twilio.control.failNext({ kind: 'acceptThen500', on: 'buy' });
  await order.call(routes.updatePhoneNumber, {
    params: { id },
    body: { phoneNumber: other?.phoneNumber ?? '' },
  });
  expect(refusalOf(await decide(order, null))).toBe('409 number_changing');
  expect((await orderOf(order))?.state).toBe('reviewing');
  await order.call(routes.checkLinkStatus, {});
  await eventually(async () => expect((await decide(order, null)).status).toBe(200));
  expect((await order.call(routes.getUser, {})).seat?.twilioNumber).toBe(order.phoneNumber);
});

it('lets a number be set up again that the carrier has kept', async () => {
  const order = await underReview();
  await untilLooked(app, order, async () => expect((await orderOf(order))?.carrierLetterTo).not.toBeNull());
  await order.call(routes.withdrawLandline, {});
  const keptAt = () =>
    eventually(async () => {
      const { items } = await sam.call(routes.listLandlineOrders, { query: { limit: 100 } });
      const kept = items.find(({ id, keptAt: at }) => id === order.id && at !== null);
      expect(kept).toBeDefined();
    });
  await keptAt();
  const release = () =>
    sam.ask(routes.releaseLandlineOrder, {
      params: { id: order.id },
      body: { accountId: order.accountId, reason },
    });
  expect(refusalOf(await decide(order, null))).toBe('409 link_settled');
  const answers = await Promise.all([release(), release()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await list()).not.toContain(order.id);
  // Twilio has ended it by hand.
  app.twilio.landline.decide(order.phoneNumber, 'failed');
  const other = await app.signUp();
  expect(
    await other.call(routes.enableLandline, { body: { phoneNumber: order.phoneNumber, owner } }),
  ).toMatchObject({ state: 'verifying' });
});
