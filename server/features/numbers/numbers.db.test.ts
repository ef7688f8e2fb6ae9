import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { numberRejections } from '../../../contract/numbers.ts';
import * as routes from '../../../contract/routes.ts';
import type { FaultKind } from '../../adapters/carrier/fakes/faults.ts';
import type { BuyOutcome, Carrier, OwnedNumber } from '../../adapters/carrier/port.ts';
import type { Newcomer } from '../../testing/people.ts';
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { runReleaseNumber } from './quarantine.ts';
import { runFollowLink } from './refresh-link.ts';
import { UNKNOWN_PURCHASE_MS } from './rules.ts';

let app: TestApp;
let codes = 0;

beforeAll(async () => {
  // Its own: what is for sale is counted.
  app = await startTestApp({});
});
afterEach(() => app.clock.reset());
afterAll(() => app.stop());

/** With a plan and a seat, and no number yet. */
async function withSeat(on = app): Promise<Newcomer> {
  const person = await on.signUpOnly();
  await person.call(routes.changePlan, { body: { accountType: 'personal', planType: 'monthly' } });
  return person;
}

/** For sale, and no one else's in these tests. */
function aNumber(): string {
  codes += 1;
  return `+1${200 + codes}5550150`;
}

const buying = (phoneNumber: string) => ({ body: { phoneNumber } });
const buy = (person: Newcomer, phoneNumber: string) =>
  person.call(routes.buyPhoneNumber, buying(phoneNumber));
const refusedToSell = (person: Newcomer, phoneNumber: string) =>
  person.refusal(routes.buyPhoneNumber, buying(phoneNumber));

async function numberOf(person: Newcomer): Promise<string | null> {
  const { seat } = await person.call(routes.getUser, {});
  return seat && (seat.twilioNumber === null ? null : `${seat.twilioNumber} ${seat.metadata.linkStatus}`);
}

async function expectLinked(person: Newcomer, phoneNumber: string): Promise<void> {
  expect(await person.call(routes.checkLinkStatus, {})).toEqual({
    linkStatus: 'linked',
    linkRejection: null,
  });
  expect(await numberOf(person)).toBe(`${phoneNumber} linked`);
}

/** How many numbers in this area the carrier has sold us. */
const sold = (phoneNumber: string) =>
  [...app.twilio.state.owned.keys()].filter((owned) => owned.startsWith(phoneNumber.slice(0, 5))).length;

describe('numbers for sale', () => {
  it('are those of the area code, with their place', async () => {
    const ana = await withSeat();
    const found = await ana.call(routes.findPhoneNumber, { query: { areaCode: '415' } });
    expect(found).toHaveLength(20);
    expect(found[0]).toEqual({
      phoneNumber: '+14155550100',
      phoneNumberFormatted: '(415) 555-0100',
      areaCode: '415',
      locality: 'San Francisco',
      region: 'CA',
    });
    expect(found.filter(({ phoneNumber }) => !phoneNumber.startsWith('+1415'))).toEqual([]);
  });

  it('may have no place, and may be none', async () => {
    const ana = await withSeat();
    const find = (areaCode: string) => ana.call(routes.findPhoneNumber, { query: { areaCode } });
    expect((await find('999'))[0]).toMatchObject({ locality: null, region: null });
    expect(await find('533')).toEqual([]);
  });

  it.each(['', '41', '4155', '115', '015', 'abc', '4 5', '-15', '%25'])(
    'can not be found in the area %j',
    async (areaCode) => {
      const ana = await withSeat();
      expect(await ana.ask(routes.findPhoneNumber, { query: { areaCode } })).toMatchObject({
        status: 422,
        body: {
          details: {
            fields: { areaCode: ["Enter a three-digit area code that doesn't start with 0 or 1"] },
          },
        },
      });
    },
  );

  it('come with a plan', async () => {
    const person = await app.signUpOnly();
    expect(await person.refusal(routes.findPhoneNumber, { query: { areaCode: '415' } })).toBe(
      '402 plan_required',
    );
  });

  it.each<FaultKind>(['500', '429', 'reset', 'timeout'])(
    'are unknown while the carrier answers %s',
    async (kind) => {
      const ana = await withSeat();
      app.twilio.control.failNext({ kind });
      const query = { areaCode: '415' };
      expect(await ana.refusal(routes.findPhoneNumber, { query })).toBe('503 carrier_unavailable');
      expect(await ana.call(routes.findPhoneNumber, { query })).not.toEqual([]);
    },
  );

  it('are no longer once they are bought', async () => {
    const [ana, phoneNumber] = [await withSeat(), aNumber()];
    await buy(ana, phoneNumber);
    const areaCode = phoneNumber.slice(2, 5);
    const found = await ana.call(routes.findPhoneNumber, { query: { areaCode } });
    expect(found.map((number) => number.phoneNumber)).not.toContain(phoneNumber);
  });
});

describe('a purchase', () => {
  it('is linking at first, and linked without being asked about', async () => {
    const [ana, phoneNumber] = [await withSeat(), aNumber()];
    expect(await buy(ana, phoneNumber)).toMatchObject({ phoneNumber, linkStatus: 'linking' });
    expect(app.twilio.state.owned.get(phoneNumber)?.smsUrl).toBe(`${app.url}/webhooks/twilio/inbound`);
    await eventually(async () => expect(await numberOf(ana)).toBe(`${phoneNumber} linked`));
  });

  it('is linked as soon as someone asks', async () => {
    const [ana, phoneNumber] = [await withSeat(), aNumber()];
    await buy(ana, phoneNumber);
    await expectLinked(ana, phoneNumber);
  });

  it('takes the number as people write it', async () => {
    const ana = await withSeat();
    const bought = await buy(ana, '(972) 555-0151');
    expect(bought).toMatchObject({ phoneNumber: '+19725550151', phoneNumberFormatted: '(972) 555-0151' });
  });

  it.each(['', '555-0151', '1-800-FLOWERS'])('is not of %j', async (phoneNumber) => {
    const ana = await withSeat();
    const answer = await ana.ask(routes.buyPhoneNumber, buying(phoneNumber));
    expect(answer).toMatchObject({
      status: 422,
      body: { details: { fields: { phoneNumber: expect.any(Array) } } },
    });
  });

  it('needs a plan', async () => {
    const [person, phoneNumber] = [await app.signUpOnly(), aNumber()];
    expect(await refusedToSell(person, phoneNumber)).toBe('402 plan_required');
    expect(sold(phoneNumber)).toBe(0);
  });

  it('needs a seat', async () => {
    const [person, phoneNumber] = [await withSeat(), aNumber()];
    const { seat } = await person.call(routes.getUser, {});
    await app.deps.pool.query(`update seats set status = 'available', user_id = null where id = $1`, [
      seat?.id,
    ]);
    expect(await refusedToSell(person, phoneNumber)).toBe('403 deactivated');
    expect(await person.refusal(routes.checkLinkStatus, {})).toBe('409 no_number');
    expect(sold(phoneNumber)).toBe(0);
  });

  it('of the same number again changes nothing', async () => {
    const [ana, phoneNumber] = [await withSeat(), aNumber()];
    await buy(ana, phoneNumber);
    await expectLinked(ana, phoneNumber);
    const { sid } = app.twilio.state.owned.get(phoneNumber) ?? {};
    expect(await buy(ana, phoneNumber)).toMatchObject({ phoneNumber, linkStatus: 'linked' });
    expect(app.twilio.state.owned.get(phoneNumber)?.sid).toBe(sid);
  });

  it('of a second number is refused', async () => {
    const [ana, first, second] = [await withSeat(), aNumber(), aNumber()];
    await buy(ana, first);
    expect(await refusedToSell(ana, second)).toBe('409 number_exists');
    expect(sold(second)).toBe(0);
  });

  it('of a number of another account is refused', async () => {
    const [ana, eve, phoneNumber] = [await withSeat(), await withSeat(), aNumber()];
    await buy(ana, phoneNumber);
    expect(await refusedToSell(eve, phoneNumber)).toBe('409 number_taken');
    expect(await numberOf(eve)).toBe(null);
    await expectLinked(ana, phoneNumber);
  });

  it.each([
    ['that a stranger has just bought', (taken: string) => taken, '409 number_taken'],
    ['that can not be sold', () => '+15005550001', '409 number_not_available'],
  ])('of a number %s is refused, and another can be bought', async (_, choose, refusal) => {
    const [ana, taken, other] = [await withSeat(), aNumber(), aNumber()];
    app.twilio.control.take(taken);
    expect(await refusedToSell(ana, choose(taken))).toBe(refusal);
    expect(await ana.refusal(routes.checkLinkStatus, {})).toBe('409 no_number');
    await buy(ana, other);
    await expectLinked(ana, other);
  });
});

describe('two purchases at once', () => {
  it('of one number by one person are one', async () => {
    const [ana, phoneNumber] = [await withSeat(), aNumber()];
    const bought = await Promise.all(Array.from({ length: 5 }, () => buy(ana, phoneNumber)));
    expect(new Set(bought.map((each) => each.phoneNumber))).toEqual(new Set([phoneNumber]));
    await expectLinked(ana, phoneNumber);
    expect(sold(phoneNumber)).toBe(1);
  });

  it('of two numbers by one person are one and a refusal', async () => {
    const ana = await withSeat();
    const choices = [aNumber(), aNumber()];
    const answers = await Promise.all(choices.map((each) => ana.ask(routes.buyPhoneNumber, buying(each))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.filter(({ status }) => status === 409).map(refusalOf)).toEqual(['409 number_exists']);
    expect(choices.reduce((sum, each) => sum + sold(each), 0)).toBe(1);
  });

  it('of one number by two accounts are one and a refusal', async () => {
    const [ana, eve, phoneNumber] = [await withSeat(), await withSeat(), aNumber()];
    const answers = await Promise.all(
      [ana, eve].map((person) => person.ask(routes.buyPhoneNumber, buying(phoneNumber))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409).map(refusalOf)).toEqual(['409 number_taken']);
    expect((await Promise.all([ana, eve].map(numberOf))).filter((number) => number !== null)).toHaveLength(1);
  });
});

describe('a carrier that sold the number and could not say so', () => {
  it.each<FaultKind>(['acceptThenTimeout', 'acceptThenReset', 'acceptThen500', 'acceptThenGarbage'])(
    'is asked, and not bought from again: %s',
    async (kind) => {
      const [ana, phoneNumber] = [await withSeat(), aNumber()];
      app.twilio.control.failNext({ kind, on: 'buy' });
      expect(await buy(ana, phoneNumber)).toMatchObject({ linkStatus: 'linking' });
      const { sid } = app.twilio.state.owned.get(phoneNumber) ?? {};
      expect(await buy(ana, phoneNumber)).toMatchObject({ phoneNumber });
      await expectLinked(ana, phoneNumber);
      expect(app.twilio.state.owned.get(phoneNumber)?.sid).toBe(sid);
      expect(sold(phoneNumber)).toBe(1);
    },
  );
});

describe('a carrier that did not sell the number', () => {
  it('and reports it is retried right away', async () => {
    const [ana, phoneNumber] = [await withSeat(), aNumber()];
    app.twilio.control.failNext({ kind: '429', on: 'buy' });
    expect(await refusedToSell(ana, phoneNumber)).toBe('503 carrier_unavailable');
    expect(await ana.refusal(routes.checkLinkStatus, {})).toBe('409 no_number');
    await buy(ana, phoneNumber);
    await expectLinked(ana, phoneNumber);
  });

  it.each<FaultKind>(['timeout', 'reset', '500'])(
    'and was not understood is waited for ten minutes, then the number is free: %s',
    async (kind) => {
      const [ana, eve, phoneNumber] = [await withSeat(), await withSeat(), aNumber()];
      app.twilio.control.failNext({ kind, on: 'buy' });
      expect(await buy(ana, phoneNumber)).toMatchObject({ linkStatus: 'linking' });
      app.clock.advance(UNKNOWN_PURCHASE_MS - 60_000);
      expect(await ana.call(routes.checkLinkStatus, {})).toEqual({
        linkStatus: 'linking',
        linkRejection: null,
      });
      expect(await refusedToSell(eve, phoneNumber)).toBe('409 number_taken');
      app.clock.advance(120_000);
      expect(await ana.refusal(routes.checkLinkStatus, {})).toBe('409 no_number');
      expect(await numberOf(ana)).toBe(null);
      await buy(eve, phoneNumber);
      await buy(ana, aNumber());
    },
  );
});

describe('a server that was killed before it heard of the purchase', () => {
  /** The row as it is written before the carrier is called. */
  async function begun(person: Newcomer, phoneNumber: string): Promise<{ accountId: string; id: string }> {
    const { accountId, seat } = await person.call(routes.getUser, {});
    const id = app.deps.newId();
    await app.deps.pool.query(
      `insert into numbers (account_id, id, seat_id, phone_number, carrier, link_status, created_at)
       values ($1, $2, $3, $4, 'twilio', 'linking', $5)`,
      [accountId, id, seat?.id, phoneNumber, app.deps.clock()],
    );
    await app.deps.pool.query(
      'insert into number_directory (phone_number, account_id, number_id) values ($1, $2, $3)',
      [phoneNumber, accountId, id],
    );
    return { accountId, id };
  }

  it('finds the number that the carrier has sold', async () => {
    const [ana, phoneNumber] = [await withSeat(), aNumber()];
    const { accountId, id } = await begun(ana, phoneNumber);
    app.twilio.control.own(phoneNumber, `${app.url}/webhooks/twilio/inbound`);
    await runFollowLink(app.deps, accountId, id);
    expect(await numberOf(ana)).toBe(`${phoneNumber} linked`);
  });

  it('drops the number that the carrier has never sold', async () => {
    const [ana, phoneNumber] = [await withSeat(), aNumber()];
    const { accountId, id } = await begun(ana, phoneNumber);
    await runFollowLink(app.deps, accountId, id);
    expect(await numberOf(ana)).toBe(`${phoneNumber} linking`);
    app.clock.advance(UNKNOWN_PURCHASE_MS + 1000);
    await runFollowLink(app.deps, accountId, id);
    expect(await numberOf(ana)).toBe(null);
    app.clock.reset();
    await buy(ana, phoneNumber);
    await expectLinked(ana, phoneNumber);
  });

  it('keeps the number while the carrier can not be asked', async () => {
    const [ana, phoneNumber] = [await withSeat(), aNumber()];
    const { accountId, id } = await begun(ana, phoneNumber);
    app.clock.advance(UNKNOWN_PURCHASE_MS + 1000);
    app.twilio.control.failNext({ kind: '503', times: 2 });
    await expect(runFollowLink(app.deps, accountId, id)).rejects.toThrow('HTTP 503');
    expect(await ana.call(routes.checkLinkStatus, {})).toEqual({
      linkStatus: 'linking',
      linkRejection: null,
    });
  });
});

describe('a carrier that takes its time', () => {
  let slow: TestApp;
  let outcome: BuyOutcome;
  let owned: Omit<OwnedNumber, 'phoneNumber'> | null;
  const carrier: Partial<Carrier> = {
    buyNumber: async () => outcome,
    findOwnedNumber: async (phoneNumber) => owned && { ...owned, phoneNumber },
  };

  beforeAll(async () => {
    slow = await startTestApp({ carrier });
  });
  beforeEach(() => {
    outcome = { outcome: 'pending' };
    owned = null;
  });
  afterAll(() => slow.stop());

  async function bought(): Promise<Newcomer> {
    const person = await withSeat(slow);
    await buy(person, aNumber());
    return person;
  }

  it('has the number linking, and it can not text meanwhile', async () => {
    const ana = await bought();
    owned = { carrierNumberId: 'PN1', linkStatus: 'linking', rejection: null };
    expect(await ana.call(routes.checkLinkStatus, {})).toEqual({
      linkStatus: 'linking',
      linkRejection: null,
    });
    const text = { body: { to: '+13125550142', body: 'Hi' } };
    expect(await ana.refusal(routes.sendMessage, text)).toBe('409 number_not_linked');
    owned = { carrierNumberId: 'PN1', linkStatus: 'linked', rejection: null };
    expect(await ana.call(routes.checkLinkStatus, {})).toEqual({ linkStatus: 'linked', linkRejection: null });
  });

  it('may reject the number in the end', async () => {
    const ana = await bought();
    owned = { carrierNumberId: 'PN1', linkStatus: 'rejected', rejection: 'cannotText' };
    expect(await ana.call(routes.checkLinkStatus, {})).toEqual({
      linkStatus: 'rejected',
      linkRejection: numberRejections.cannotText,
    });
    expect((await ana.call(routes.getUser, {})).seat?.metadata.linkStatus).toBe('rejected');
    const text = { body: { to: '+13125550142', body: 'Hi' } };
    expect(await ana.refusal(routes.sendMessage, text)).toBe('409 number_not_linked');
  });

  it('keeps a bought number that it does not list yet, however long', async () => {
    outcome = { outcome: 'bought', carrierNumberId: 'PN1' };
    const ana = await bought();
    slow.clock.advance(UNKNOWN_PURCHASE_MS * 10);
    const answer = await ana.call(routes.checkLinkStatus, {});
    slow.clock.reset();
    expect(answer).toEqual({ linkStatus: 'linking', linkRejection: null });
  });

  it('that does not trust our account is not reachable, as far as people can see', async () => {
    outcome = { outcome: 'refused', reason: 'account', detail: 'No funds for +14155550142' };
    const ana = await withSeat(slow);
    expect(await refusedToSell(ana, aNumber())).toBe('503 carrier_unavailable');
    expect(slow.logged.join('')).toContain('No funds for +…');
    expect(await numberOf(ana)).toBe(null);
  });
});

describe('a number that was rejected', () => {
  it('keeps no one from another one, and goes back at once', async () => {
    const person = await withSeat();
    const [rejected, wanted] = [aNumber(), aNumber()];
    await buy(person, rejected);
    const { rows } = await app.deps.pool.query<{ id: string; account_id: string }>(
      "update numbers set link_status = 'rejected', rejection = 'cannotText' where phone_number = $1 returning id, account_id",
      [rejected],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('There is no such number');
    const { seat } = await person.call(routes.getUser, {});
    expect(seat?.metadata.linkRejection).toEqual(numberRejections.cannotText);
    expect(await buy(person, rejected)).toMatchObject({ phoneNumber: rejected, linkStatus: 'rejected' });
    const both = await Promise.all(
      [1, 2].map(() => person.ask(routes.buyPhoneNumber, { body: { phoneNumber: wanted } })),
    );
    expect(both.some(({ status }) => status === 201)).toBe(true);
    await eventually(async () => expect(await numberOf(person)).toMatch(new RegExp(`^\\${wanted} `)));
    expect(app.twilio.state.owned.has(wanted)).toBe(true);
    await runReleaseNumber(app.deps, row.account_id, row.id);
    expect(app.twilio.state.owned.has(rejected)).toBe(false);
  });
});
