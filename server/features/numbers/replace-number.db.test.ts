import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { QUARANTINE_DAYS } from '../../../contract/numbers.ts';
import * as routes from '../../../contract/routes.ts';
import type { FaultKind } from '../../adapters/carrier/fakes/faults.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { conversationWith, sendText, sentTo, untilStatus } from '../../testing/texting.ts';
import { sendTexts } from '../texting/sending/send-texts.ts';
import { runReleaseNumber } from './quarantine.ts';
import { runFollowLink } from './refresh-link.ts';
import { UNKNOWN_PURCHASE_MS } from './rules.ts';

let app: TestApp;
let numbers = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => app.clock.reset());
afterAll(() => app.stop());

const DAY_MS = 86_400_000;

/** For sale, and no one else's in these tests. */
function aNumber(): string {
  numbers += 1;
  return `+1${980 + Math.floor(numbers / 50)}55501${String(numbers % 50).padStart(2, '0')}`;
}

const change = (ana: Recruiter, phoneNumber: string, id = ana.seatId) =>
  ana.call(routes.updatePhoneNumber, { params: { id }, body: { phoneNumber } });
const refused = (ana: Recruiter, phoneNumber: string, id = ana.seatId) =>
  ana.refusal(routes.updatePhoneNumber, { params: { id }, body: { phoneNumber } });
const numberOf = async (ana: Recruiter) => (await ana.call(routes.getUser, {})).seat?.twilioNumber;

interface Row {
  id: string;
  isCurrent: boolean;
  isQuarantined: boolean;
  isReleased: boolean;
}
async function rowOf(phoneNumber: string): Promise<Row | undefined> {
  const { rows } = await app.deps.pool.query<Row>(
    `select id, seat_id is not null as "isCurrent", quarantined_until is not null as "isQuarantined",
            released_at is not null as "isReleased"
       from numbers where phone_number = $1 order by created_at desc`,
    [phoneNumber],
  );
  return rows[0];
}
const owns = (phoneNumber: string) => app.twilio.state.owned.has(phoneNumber);

async function linked(ana: Recruiter): Promise<void> {
  await eventually(async () =>
    expect(await ana.call(routes.checkLinkStatus, {})).toEqual({ linkStatus: 'linked', linkRejection: null }),
  );
}

describe('another number', () => {
  it('takes the place of the old one, which still receives for thirty days and is then given back', async () => {
    const ana = await app.signUp();
    const [old, phoneNumber, phone] = [ana.number, aNumber(), candidatePhone()];
    await untilStatus(ana, await sendText(ana, phone, 'From the old one'), 'delivered');
    expect(await change(ana, phoneNumber)).toMatchObject({ phoneNumber, linkStatus: 'linking' });
    expect(await numberOf(ana)).toBe(phoneNumber);
    await linked(ana);
    expect(await rowOf(old)).toMatchObject({ isCurrent: false, isQuarantined: true, isReleased: false });

    await app.twilio.control.inbound(phone, old, 'To the old one');
    await eventually(async () =>
      expect((await conversationWith(ana, phone)).lastMessage?.body).toBe('To the old one'),
    );
    await untilStatus(ana, await sendText(ana, phone, 'From the new one'), 'delivered');
    const froms = app.twilio.state.messages.filter(({ to }) => to === phone).map(({ from }) => from);
    expect(froms).toEqual([old, phoneNumber]);

    const id = (await rowOf(old))?.id ?? '';
    app.clock.advance((QUARANTINE_DAYS - 1) * DAY_MS);
    await runReleaseNumber(app.deps, ana.accountId, id);
    expect(owns(old)).toBe(true);
    app.clock.advance(2 * DAY_MS);
    app.twilio.control.failNext({ kind: '500' });
    await expect(runReleaseNumber(app.deps, ana.accountId, id)).rejects.toThrow();
    expect((await rowOf(old))?.isReleased).toBe(false);
    await runReleaseNumber(app.deps, ana.accountId, id);
    await runReleaseNumber(app.deps, ana.accountId, id);
    expect(owns(old)).toBe(false);
    expect((await rowOf(old))?.isReleased).toBe(true);
    // Free for anyone again.
    const eve = await app.signUp();
    await change(eve, old);
    expect(await numberOf(eve)).toBe(old);
  });

  it('leaves STOP to the old one in force for the new one', async () => {
    const ana = await app.signUp();
    const [old, phoneNumber, phone] = [ana.number, aNumber(), candidatePhone()];
    await untilStatus(ana, await sendText(ana, phone, 'Hello'), 'delivered');
    await change(ana, phoneNumber);
    await linked(ana);
    await app.twilio.control.inbound(phone, old, 'opt out');
    await eventually(async () =>
      expect((await conversationWith(ana, phone)).candidate.consent.status).toBe('optedOut'),
    );
    expect(await ana.refusal(routes.sendMessage, { body: { to: phone, body: 'Still interested?' } })).toBe(
      '403 opted_out',
    );
    // Confirmed from the number that was texted.
    await eventually(() => expect(sentTo(app, phone)).toHaveLength(2));
    const last = app.twilio.state.messages.findLast(({ to }) => to === phone);
    expect(last?.from).toBe(old);
  });

  it('sends what was scheduled before', async () => {
    const ana = await app.signUp();
    const [phoneNumber, phone] = [aNumber(), candidatePhone()];
    const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
    const text = await sendText(ana, phone, 'Tomorrow at nine?', { scheduledAt });
    await change(ana, phoneNumber);
    await linked(ana);
    await app.deps.pool.query(`update messages set send_after = now() - interval '1 minute' where id = $1`, [
      text.id,
    ]);
    const { rows } = await app.deps.pool.query('select number_id as id from messages where id = $1', [
      text.id,
    ]);
    await sendTexts(app.deps, { accountId: ana.accountId, numberId: rows[0].id });
    await untilStatus(ana, text, 'delivered');
    expect(app.twilio.state.messages.find(({ to }) => to === phone)?.from).toBe(phoneNumber);
  });

  it('that is the same changes nothing', async () => {
    const ana = await app.signUp();
    expect(await change(ana, ana.number)).toMatchObject({ phoneNumber: ana.number, linkStatus: 'linked' });
    expect(await rowOf(ana.number)).toMatchObject({ isCurrent: true, isQuarantined: false });
  });

  it.each([
    ['that a stranger has just bought', (taken: string) => taken, '409 number_taken'],
    ['that can not be sold', () => '+15005550001', '409 number_not_available'],
    ['that is none', () => 'call me', '422 invalid'],
  ])('%s is refused, and nothing has changed', async (_, choose, refusal) => {
    const [ana, taken] = [await app.signUp(), aNumber()];
    app.twilio.control.take(taken);
    const before = app.twilio.state.owned.size;
    expect(await refused(ana, choose(taken))).toBe(refusal);
    expect(await numberOf(ana)).toBe(ana.number);
    expect(await rowOf(ana.number)).toMatchObject({ isCurrent: true });
    expect(await rowOf(taken)).toBeUndefined();
    expect(app.twilio.state.owned.size).toBe(before);
    await change(ana, aNumber());
  });

  it('that a colleague has is refused', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    expect(await refused(ana, cem.number)).toBe('409 number_taken');
    expect(await numberOf(cem)).toBe(cem.number);
  });

  it('is for a seat that has one', async () => {
    const ana = await app.signUp();
    const free = (await ana.call(routes.getSeats, {})).find(({ status }) => status === 'available');
    expect(await refused(ana, aNumber(), free?.id)).toBe('409 no_number');
    expect(await refused(ana, aNumber(), ana.userId)).toBe('404 not_found');
  });

  it('asked for twice at once is one', async () => {
    const ana = await app.signUp();
    const choices = [aNumber(), aNumber()];
    const answers = await Promise.all(
      choices.map((phoneNumber) =>
        ana.ask(routes.updatePhoneNumber, { params: { id: ana.seatId }, body: { phoneNumber } }),
      ),
    );
    // One after the other would be two changes; in no case is there a number that no one has.
    const done = answers.filter(({ status }) => status === 200).length;
    expect(done).toBeGreaterThanOrEqual(1);
    const rows = await Promise.all(choices.map(rowOf));
    expect(rows.filter((row) => row?.isCurrent)).toHaveLength(1);
    for (const [index, row] of rows.entries())
      if (answers[index]?.status !== 200) {
        expect(row).toBeUndefined();
        expect(owns(choices[index] ?? '')).toBe(false);
      }
  });
});

describe('a carrier that does not report clearly whether it sold the new number', () => {
  it.each<FaultKind>(['acceptThenTimeout', 'acceptThenReset', 'acceptThen500'])(
    'has sold it: %s',
    async (kind) => {
      const [ana, phoneNumber] = [await app.signUp(), aNumber()];
      app.twilio.control.failNext({ kind, on: 'buy' });
      expect(await change(ana, phoneNumber)).toMatchObject({ phoneNumber, linkStatus: 'linking' });
      expect(await numberOf(ana)).toBe(ana.number);
      await runFollowLink(app.deps, ana.accountId, (await rowOf(phoneNumber))?.id ?? '');
      expect(await numberOf(ana)).toBe(phoneNumber);
      expect(await rowOf(ana.number)).toMatchObject({ isQuarantined: true });
    },
  );

  it('has not: the seat keeps its own, and can try again', async () => {
    const [ana, phoneNumber] = [await app.signUp(), aNumber()];
    app.twilio.control.failNext({ kind: 'timeout', on: 'buy' });
    await change(ana, phoneNumber);
    expect(await refused(ana, aNumber())).toBe('409 number_changing');
    const seat = (await ana.call(routes.getSeats, {})).find(({ id }) => id === ana.seatId);
    expect(seat).toMatchObject({
      twilioNumber: ana.number,
      replacementNumber: phoneNumber,
      can: { changeNumber: false },
    });
    app.clock.advance(UNKNOWN_PURCHASE_MS + 1000);
    await runFollowLink(app.deps, ana.accountId, (await rowOf(phoneNumber))?.id ?? '');
    expect(await rowOf(phoneNumber)).toBeUndefined();
    expect(await numberOf(ana)).toBe(ana.number);
    await change(ana, phoneNumber);
    expect(await numberOf(ana)).toBe(phoneNumber);
  });

  it('and a seat that lost its number meanwhile: both go into quarantine', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const phoneNumber = aNumber();
    app.twilio.control.failNext({ kind: 'acceptThenTimeout', on: 'buy' });
    await change(ana, phoneNumber, cem.seatId);
    await ana.call(routes.updateUserToNonTexter, { body: { userId: cem.userId } });
    await runFollowLink(app.deps, ana.accountId, (await rowOf(phoneNumber))?.id ?? '');
    expect(await numberOf(cem)).toBeNull();
    for (const each of [phoneNumber, cem.number])
      expect(await rowOf(each)).toMatchObject({ isCurrent: false, isQuarantined: true });
  });
});

describe('a reset', () => {
  it('gives any number of the same area, once', async () => {
    const ana = await app.signUp();
    app.clock.advance(120_000);
    const reset = () => ana.ask(routes.resetPhoneNumber, { body: { seatId: ana.seatId } });
    const answers = await Promise.all([reset(), reset(), reset()]);
    const fresh = await numberOf(ana);
    expect(fresh).not.toBe(ana.number);
    expect(fresh?.slice(0, 5)).toBe(ana.number.slice(0, 5));
    const given = answers.filter(({ status }) => status === 200);
    expect(new Set(given.map(({ body }) => (body as { phoneNumber: string }).phoneNumber))).toEqual(
      new Set([fresh]),
    );
    expect((await reset()).body).toMatchObject({ code: 'number_changing' });
    const { rowCount } = await app.deps.pool.query('select 1 from numbers where account_id = $1', [
      ana.accountId,
    ]);
    expect(rowCount).toBe(2);
  });
});

describe('numbers nearby', () => {
  it('are offered where an area code has none', async () => {
    const ana = await app.signUp();
    const asked: unknown[] = [];
    const other = await startTestApp({
      carrier: {
        findNumbers: async () => [],
        findNumbersNear: async (place) => {
          asked.push(place);
          return [{ phoneNumber: '+16465550100', locality: 'New York', region: 'NY' }];
        },
      },
    });
    try {
      const person = await other.signUpOnly();
      await person.call(routes.changePlan, { body: { accountType: 'personal', planType: 'monthly' } });
      const found = await person.call(routes.findPhoneNumber, { query: { areaCode: '212' } });
      expect(found).toMatchObject([{ phoneNumber: '+16465550100', areaCode: '646' }]);
      expect(asked).toEqual([{ areaCode: '212', city: 'New York', state: 'NY', limit: 20 }]);
    } finally {
      await other.stop();
    }
    expect(await ana.call(routes.findPhoneNumber, { query: { areaCode: '533' } })).toEqual([]);
  });
});
