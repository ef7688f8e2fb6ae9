import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { landlineRejections } from '../../../contract/landlines.ts';
import * as routes from '../../../contract/routes.ts';
import type { Seat } from '../../../contract/seats.ts';
import {
  enable,
  makePerson,
  officePhone,
  owner,
  untilReviewed,
  untilState,
} from '../../testing/landlines.ts';
import type { Newcomer } from '../../testing/people.ts';
import { candidatePhone, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../../testing/texting.ts';
import { runFollowLandline } from './follow.ts';

/* What people see of a number that their company brings, from the first step to the last. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const seatOf = async (person: Newcomer) => (await person.call(routes.getUser, {})).seat;
const check = (person: Newcomer) => person.call(routes.checkLinkStatus, {});

async function rowOf(person: Newcomer): Promise<Seat> {
  const { seat } = await person.call(routes.getUser, {});
  const rows = await person.call(routes.getSeats, {});
  const row = rows.find(({ id }) => id === seat?.id);
  if (row === undefined) throw new Error('The seat is not listed');
  return row;
}

describe('the number of a seat that brings one', () => {
  it('is linking from the first step, everywhere', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    expect(await person.refusal(routes.checkLinkStatus, {})).toBe('409 no_number');
    await enable(person, phoneNumber);
    expect(await seatOf(person)).toMatchObject({
      twilioNumber: phoneNumber,
      metadata: { linkStatus: 'linking', linkRejection: null, isLandline: true },
    });
    expect(await rowOf(person)).toMatchObject({
      twilioNumber: phoneNumber,
      linkStatus: 'linking',
      replacementNumber: null,
      can: { changeNumber: false },
    });
    expect(await check(person)).toEqual({ linkStatus: 'linking', linkRejection: null });
    const forward = { callForwardingEnabled: true, callForwardingNumber: '+12065550142' };
    expect(await person.refusal(routes.updateCallForwardSettings, { body: forward })).toBe(
      '409 number_is_landline',
    );
    await person.call(routes.withdrawLandline, {});
    expect(await seatOf(person)).toMatchObject({
      twilioNumber: null,
      metadata: { linkStatus: null, isLandline: false },
    });
    expect((await rowOf(person)).twilioNumber).toBeNull();
  });

  it('is linked as soon as someone checks, without waiting for the next look', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await untilReviewed(app, person, phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'completed');
    const answers = await Promise.all([check(person), check(person), check(person)]);
    expect(answers.at(-1)).toEqual({ linkStatus: 'linked', linkRejection: null });
    expect(await seatOf(person)).toMatchObject({
      twilioNumber: phoneNumber,
      metadata: { linkStatus: 'linked', isLandline: true },
    });
    const { rows } = await app.deps.pool.query('select 1 from numbers where phone_number = $1', [
      phoneNumber,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('shows what is known when the carrier can’t be asked', async () => {
    const person = await makePerson(app);
    await enable(person, officePhone());
    app.twilio.control.failNext({ kind: '503' });
    expect(await check(person)).toEqual({ linkStatus: 'linking', linkRejection: null });
  });

  it('shows why it was rejected, until the seat has another one', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await untilReviewed(app, person, phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'failed');
    const rejection = landlineRejections.failed;
    expect(await check(person)).toEqual({ linkStatus: 'rejected', linkRejection: rejection });
    expect(await seatOf(person)).toMatchObject({
      twilioNumber: phoneNumber,
      metadata: { linkStatus: 'rejected', linkRejection: rejection },
    });
    expect(await rowOf(person)).toMatchObject({ linkStatus: 'rejected', linkRejection: rejection });

    const [forSale] = await person.call(routes.findPhoneNumber, { query: { areaCode: '415' } });
    const bought = forSale?.phoneNumber ?? '';
    await person.call(routes.buyPhoneNumber, { body: { phoneNumber: bought } });
    await check(person);
    expect(await seatOf(person)).toMatchObject({
      twilioNumber: bought,
      metadata: { linkStatus: 'linked', linkRejection: null, isLandline: false },
    });
    const { id } = await person.call(routes.getUser, {});
    await person.call(routes.updateUserToNonTexter, { body: { userId: id } });
    await person.call(routes.updateUserToTexter, { body: { userId: id } });
    expect((await seatOf(person))?.twilioNumber).toBeNull();
  });

  it('is given up when the seat may no longer have one', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const { id: orderId } = await enable(person, phoneNumber);
    const { id, accountId } = await person.call(routes.getUser, {});
    await person.call(routes.updateUserToNonTexter, { body: { userId: id } });
    expect((await seatOf(person))?.twilioNumber).toBeNull();
    await runFollowLandline(app.deps, accountId, orderId);
    await untilState(app, person, 'withdrawn');
  });
});

describe('a texter who moves to the landline', () => {
  it('texts from the old number until the new one is linked, and still gets what comes to the old one', async () => {
    const recruiter = await app.signUp();
    const office = officePhone();
    await untilReviewed(app, recruiter, office);
    expect(await seatOf(recruiter)).toMatchObject({
      twilioNumber: recruiter.number,
      metadata: { linkStatus: 'linked', isLandline: false },
    });
    expect(await rowOf(recruiter)).toMatchObject({
      twilioNumber: recruiter.number,
      replacementNumber: office,
    });
    const to = candidatePhone();
    await untilStatus(recruiter, await sendText(recruiter, to, 'From the old one'), 'delivered');
    expect(app.twilio.state.messages.findLast((message) => message.to === to)?.from).toBe(recruiter.number);

    app.twilio.landline.decide(office, 'completed');
    await untilState(app, recruiter, 'linked');
    expect(await seatOf(recruiter)).toMatchObject({ twilioNumber: office, metadata: { isLandline: true } });
    await untilStatus(recruiter, await sendText(recruiter, to, 'From the office'), 'delivered');
    expect(app.twilio.state.messages.findLast((message) => message.to === to)?.from).toBe(office);
    await receiveText(app, recruiter, to, 'To the number that I know');
    await receiveText(app, { ...recruiter, number: office }, to, 'And to the new one');
  });

  it('keeps the old number where the new one is rejected, and can try again', async () => {
    const recruiter = await app.signUp();
    const office = officePhone();
    await untilReviewed(app, recruiter, office);
    app.twilio.landline.decide(office, 'failed');
    await untilState(app, recruiter, 'rejected');
    expect(await seatOf(recruiter)).toMatchObject({
      twilioNumber: recruiter.number,
      metadata: { linkStatus: 'linked', linkRejection: null },
    });
    expect((await rowOf(recruiter)).replacementNumber).toBeNull();
    const body = { phoneNumber: officePhone(), owner };
    expect(await recruiter.call(routes.enableLandline, { body })).toMatchObject({ state: 'verifying' });
  });
});
