import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import * as routes from '../../../contract/routes.ts';
import { waitingJobs } from '../../testing/jobs.ts';
import {
  enable,
  makePerson,
  officePhone,
  owner,
  prove,
  readOrder,
  sign,
  signed,
  untilLooked,
  untilReviewed,
  untilState,
} from '../../testing/landlines.ts';
import { mailsTo } from '../../testing/mails.ts';
import type { Newcomer } from '../../testing/people.ts';
import { candidatePhone, eventually, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { receiveText, sendText, sentTo, untilStatus } from '../../testing/texting.ts';
import { runReleaseNumber } from '../numbers/quarantine.ts';
import { endAllAtCarrier } from './end-at-carrier.ts';
import { runFollowLandline } from './follow.ts';
import { followLandline } from './schedule.ts';

/* At Twilio: it calls and hears what is pressed, and mails its own letter. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const untilMailed = (email: string, subject: RegExp) =>
  eventually(async () => {
    const subjects = (await mailsTo(app, email)).map((mail) => mail.subject);
    expect(subjects).toContainEqual(expect.stringMatching(subject));
  });

describe('a number that a company already has', () => {
  it('is checked, proven, signed for, and texts', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const checked = await person.call(routes.checkLandline, { body: { phoneNumber } });
    expect(checked).toMatchObject({ phoneNumber, codeWays: ['call'], takesExtension: true });

    const started = await enable(person, phoneNumber);
    expect(started).toMatchObject({ state: 'verifying', linkStatus: 'linking', letter: null });
    const atTwilio = app.twilio.landline.orders.find((order) => order.phoneNumber === phoneNumber);
    expect(started.code).toMatchObject({ isTypedHere: false, toType: atTwilio?.code });
    expect(atTwilio).toMatchObject({ extension: '204', smsUrl: `${app.url}/webhooks/twilio/inbound` });
    expect(started.can).toEqual({ requestCode: true, confirmCode: false, sign: false, withdraw: true });
    expect(await person.refusal(routes.signLandlineLetter, { body: signed })).toBe('409 landline_step');

    await prove(app, person, phoneNumber);
    expect((await readOrder(person)).code).toBeNull();
    expect(await sign(person)).toMatchObject({ state: 'reviewing', letter: { name: 'Ana Lopez' } });
    const me = await person.call(routes.getUser, {});
    expect(me.seat).toMatchObject({
      twilioNumber: phoneNumber,
      metadata: { linkStatus: 'linking', isLandline: true },
    });
    await untilLooked(app, person, async () =>
      expect((await readOrder(person)).carrierLetterTo).toBe(me.email),
    );
    app.twilio.landline.signLetter(phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'completed');
    await untilState(app, person, 'linked');
    expect(await readOrder(person)).toMatchObject({ linkStatus: 'linked', carrierLetterTo: null });
    await untilMailed(me.email, /^You can now text from \(646\) 555-\d{4}$/);

    const user = await person.call(routes.getUser, {});
    expect(user.seat).toMatchObject({ twilioNumber: phoneNumber, metadata: { linkStatus: 'linked' } });
    const recruiter = {
      ...person,
      accountId: user.accountId,
      userId: user.id,
      seatId: user.seat?.id ?? '',
      number: phoneNumber,
    };
    const to = candidatePhone();
    await untilStatus(recruiter, await sendText(recruiter, to, 'Hello from the office'), 'delivered');
    expect(sentTo(app, to)).toEqual(['Hello from the office']);
    expect(app.twilio.state.messages.at(-1)?.from).toBe(phoneNumber);
    await receiveText(app, recruiter, to, 'Hi');

    // Its calls stay where they are.
    const forward = { callForwardingEnabled: true, callForwardingNumber: '+12065550142' };
    expect(await person.refusal(routes.updateCallForwardSettings, { body: forward })).toBe(
      '409 number_is_landline',
    );
    expect(app.twilio.state.owned.get(phoneNumber)?.voiceUrl).toBe('');
  });

  it('keeps the letter as it was signed', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await enable(person, phoneNumber);
    await prove(app, person, phoneNumber);
    expect(await askForLetter(person)).toMatchObject({ status: 404 });
    await sign(person);
    const letter = await askForLetter(person);
    expect(letter.status).toBe(200);
    expect(letter.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await letter.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBeGreaterThan(1500);
    const { rows } = await app.deps.pool.query(
      'select name, title, signature, ip, signed_at, content from landline_letters where account_id = $1',
      [(await person.call(routes.getUser, {})).accountId],
    );
    expect(rows).toEqual([
      {
        name: 'Ana Lopez',
        title: 'Office manager',
        signature: 'ana  lopez',
        ip: '127.0.0.1',
        signed_at: expect.any(Date),
        content: bytes,
      },
    ]);
    const actions = await person.call(routes.listAuditEvents, {});
    expect(actions.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['number.landlineStarted', 'number.landlineSigned']),
    );
  });

  it('takes the place of the number that the seat has, which goes into quarantine', async () => {
    const recruiter = await app.signUp();
    const phoneNumber = officePhone();
    await untilReviewed(app, recruiter, phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'completed');
    await untilState(app, recruiter, 'linked');
    const { seat } = await recruiter.call(routes.getUser, {});
    expect(seat?.twilioNumber).toBe(phoneNumber);
    const { rows } = await app.deps.pool.query(
      'select phone_number, quarantined_until is not null as resting, is_landline from numbers where account_id = $1 order by created_at',
      [recruiter.accountId],
    );
    expect(rows).toEqual([
      { phone_number: recruiter.number, resting: true, is_landline: false },
      { phone_number: phoneNumber, resting: false, is_landline: true },
    ]);
  });

  it('goes back to the carrier when it is given up', async () => {
    const recruiter = await app.signUp();
    const phoneNumber = officePhone();
    await untilReviewed(app, recruiter, phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'completed');
    await untilState(app, recruiter, 'linked');
    await recruiter.call(routes.updatePhoneNumber, {
      params: { id: recruiter.seatId },
      body: { phoneNumber: '+19785550142' },
    });
    const { rows } = await app.deps.pool.query<{ id: string }>(
      'update numbers set quarantined_until = now() where account_id = $1 and phone_number = $2 returning id',
      [recruiter.accountId, phoneNumber],
    );
    app.clock.advance(1000);
    await runReleaseNumber(app.deps, recruiter.accountId, rows[0]?.id ?? '');
    expect(app.twilio.state.owned.has(phoneNumber)).toBe(false);
    expect((await app.deps.carrier.landline.checkEligibility(phoneNumber)).eligible).toBe(true);
  });
});

const askForLetter = (person: Newcomer) =>
  fetch(`${app.url}${API_BASE}${routes.getLandlineLetter.path}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });

describe('a number that is refused', () => {
  it.each([
    ['NUMBER_TYPE_INELIGIBLE', "You can't use a mobile number. Enter a landline."],
    ['COUNTRY_INELIGIBLE', "You can use only US numbers. If you don't have one, get a new number instead."],
    [
      'CARRIER_INELIGIBLE',
      "Numbers from this phone company can't be used for texting. Try another landline, or get a new number.",
    ],
  ])('%s', async (status, sentence) => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    app.twilio.landline.makeIneligible(phoneNumber, status);
    for (const [route, body] of [
      [routes.checkLandline, { phoneNumber }],
      [routes.enableLandline, { phoneNumber, owner }],
    ] as const) {
      const answer = await person.ask(route, { body });
      expect(answer).toMatchObject({
        status: 422,
        body: { details: { fields: { phoneNumber: [sentence] } } },
      });
    }
    expect((await person.call(routes.getLandline, {})).order).toBeNull();
  });

  it.each(['(800) 555-0142', '888 555 0142', 'an office', '12'])('%s', async (phoneNumber) => {
    const person = await makePerson(app);
    expect(await person.refusal(routes.enableLandline, { body: { phoneNumber, owner } })).toBe('422 invalid');
  });

  it("because it is someone's already", async () => {
    const [person, other] = [await makePerson(app), await app.signUp()];
    expect(await person.refusal(routes.checkLandline, { body: { phoneNumber: other.number } })).toBe(
      '409 landline_in_use',
    );
    const phoneNumber = officePhone();
    await enable(other, phoneNumber);
    for (const route of [routes.checkLandline, routes.enableLandline] as const)
      expect(await person.refusal(route, { body: { phoneNumber, owner } })).toBe('409 landline_in_use');
  });

  it('because the carrier does not take the address', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const body = { phoneNumber, owner: { ...owner, postalCode: '00000' } };
    expect(await person.refusal(routes.enableLandline, { body })).toBe('422 invalid');
    // Nothing stays behind.
    expect(await enable(person, phoneNumber)).toMatchObject({ state: 'verifying' });
  });

  it.each([
    [{ company: 'Łódź Talent' }, 'company'],
    [{ state: 'California' }, 'state'],
    [{ postalCode: '946' }, 'postalCode'],
    [{ street: ' ' }, 'street'],
  ])('because of the owner: %o', async (over, field) => {
    const person = await makePerson(app);
    const body = { phoneNumber: officePhone(), owner: { ...owner, ...over } };
    const answer = await person.ask(routes.enableLandline, { body });
    expect(answer).toMatchObject({
      status: 422,
      body: { details: { fields: { [`owner.${field}`]: [expect.any(String)] } } },
    });
  });

  it('because the carrier can not be asked: nothing stays behind', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    app.twilio.control.failNext({ kind: '503' });
    expect(await person.refusal(routes.checkLandline, { body: { phoneNumber } })).toBe(
      '503 carrier_unavailable',
    );
    app.twilio.control.failNext({ kind: '429', on: 'host' });
    expect(await person.refusal(routes.enableLandline, { body: { phoneNumber, owner } })).toBe(
      '503 carrier_unavailable',
    );
    expect((await person.call(routes.getLandline, {})).order).toBeNull();
    // The answer got lost, but the order is there.
    app.twilio.control.failNext({ kind: 'acceptThenReset', on: 'host' });
    await enable(person, phoneNumber);
    expect(app.twilio.landline.orders.filter((order) => order.phoneNumber === phoneNumber)).toHaveLength(1);
    await prove(app, person, phoneNumber);
  });

  it('without a plan, or for a seat without a number', async () => {
    const free = await app.signUpOnly();
    const body = { phoneNumber: officePhone(), owner };
    expect(await free.refusal(routes.enableLandline, { body })).toBe('402 plan_required');
    const person = await makePerson(app);
    const { seat } = await person.call(routes.getUser, {});
    await app.deps.pool.query("update seats set seat_type = 'nonTexter' where id = $1", [seat?.id]);
    expect(await person.refusal(routes.enableLandline, { body })).toBe('403 non_texter');
  });
});

describe('two at once', () => {
  it('of one person start one order', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const orders = await Promise.all([enable(person, phoneNumber), enable(person, phoneNumber)]);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    expect(app.twilio.landline.orders.filter((order) => order.phoneNumber === phoneNumber)).toHaveLength(1);
    expect(await person.refusal(routes.enableLandline, { body: { phoneNumber: officePhone(), owner } })).toBe(
      '409 landline_open',
    );
  });

  it('of two accounts: one gets the number', async () => {
    const people = [await makePerson(app), await makePerson(app)];
    const body = { phoneNumber: officePhone(), owner };
    const answers = await Promise.all(people.map((person) => person.ask(routes.enableLandline, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('sign once', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await enable(person, phoneNumber);
    await prove(app, person, phoneNumber);
    const answers = await Promise.all(
      [1, 2].map(() => person.ask(routes.signLandlineLetter, { body: signed })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const before = app.twilio.landline.letters.length;
    await untilLooked(app, person, async () =>
      expect((await readOrder(person)).carrierLetterTo).not.toBeNull(),
    );
    expect(app.twilio.landline.letters.length - before).toBeLessThanOrEqual(1);
  });
});

describe('the letter', () => {
  it.each([
    [{ signature: 'Eve' }, 'signature'],
    [{ name: '' }, 'name'],
    [{ title: '' }, 'title'],
    [{ agrees: false }, 'agrees'],
    [{ name: 'Ана', signature: 'Ана' }, 'name'],
  ])('is not signed with %o', async (over, field) => {
    const person = await makePerson(app);
    const answer = await person.ask(routes.signLandlineLetter, { body: { ...signed, ...over } });
    expect(answer).toMatchObject({
      status: 422,
      body: { details: { fields: { [field]: [expect.any(String)] } } },
    });
  });
});

describe('what becomes of an order', () => {
  it('is rejected, with the reason and what to do, and can be begun again', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await untilReviewed(app, person, phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'failed');
    const rejected = await untilState(app, person, 'rejected');
    expect(rejected).toMatchObject({
      linkStatus: 'rejected',
      rejection: {
        sentence: "The carrier couldn't set up this number for texting.",
        advice: expect.stringContaining('Try again'),
      },
      can: { withdraw: false, sign: false },
    });
    const { email } = await person.call(routes.getUser, {});
    await untilMailed(email, /was rejected$/);
    await eventually(async () =>
      expect(await enable(person, phoneNumber)).toMatchObject({ state: 'verifying' }),
    );
  });

  it('stays as it is in an unknown state, and is logged', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await untilReviewed(app, person, phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'in-another-mood');
    await untilLooked(app, person, async () => expect(app.logged.join()).toContain('in-another-mood'));
    expect(await readOrder(person)).toMatchObject({ state: 'reviewing', linkStatus: 'linking' });
    expect(app.logged.join()).not.toContain(phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'completed');
    await untilState(app, person, 'linked');
  });

  it('is withdrawn, and someone else may have the number, who has to prove it again', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await enable(person, phoneNumber);
    expect(await person.call(routes.withdrawLandline, {})).toMatchObject({
      state: 'withdrawn',
      linkStatus: null,
    });
    expect(await person.refusal(routes.withdrawLandline, {})).toBe('409 landline_step');
    const other = await makePerson(app);
    const first = app.twilio.landline.orders.find((order) => order.phoneNumber === phoneNumber)?.code;
    await eventually(async () =>
      expect(await enable(other, phoneNumber)).toMatchObject({ state: 'verifying' }),
    );
    expect((await readOrder(other)).code?.toType).not.toBe(first);
    expect(app.twilio.landline.orders.filter((order) => order.phoneNumber === phoneNumber)).toHaveLength(1);
  });

  it('ends at the carrier when the account is erased', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await enable(person, phoneNumber);
    const { accountId } = await person.call(routes.getUser, {});
    app.twilio.landline.decide(phoneNumber, 'received');
    await endAllAtCarrier(app.deps, accountId);
    expect(app.twilio.landline.orders.filter((order) => order.phoneNumber === phoneNumber)).toEqual([]);
    expect(await enable(await makePerson(app), phoneNumber)).toMatchObject({ state: 'verifying' });
  });

  it('lapses when no one proves whose number it is', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const { id } = await enable(person, phoneNumber);
    const { accountId } = await person.call(routes.getUser, {});
    await app.deps.pool.query(
      "update landline_orders set changed_at = now() - interval '1 day' where id = $1",
      [id],
    );
    await runFollowLandline(app.deps, accountId, id);
    await untilState(app, person, 'withdrawn');
    const other = await makePerson(app);
    await eventually(async () =>
      expect(await enable(other, phoneNumber)).toMatchObject({ state: 'verifying' }),
    );
  });

  it('is opened at the carrier once, and its letter submitted once, by two runs side by side', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await untilReviewed(app, person, phoneNumber);
    const { id } = await readOrder(person);
    const { accountId } = await person.call(routes.getUser, {});
    // No one else looks at it meanwhile: what waits is removed, and what runs comes to its end.
    await eventually(async () => {
      const all = await waitingJobs(app.deps.pool, followLandline.name);
      const own = all.filter(({ payload }) => payload.orderId === id).map((job) => job.id);
      await app.deps.pool.query('select graphile_worker.complete_jobs($1::bigint[])', [own]);
      const { rowCount: running } = await app.deps.pool.query(
        'select 1 from graphile_worker.jobs where task_identifier = $1 and locked_at is not null',
        [followLandline.name],
      );
      expect([own, running]).toEqual([[], 0]);
    });
    await app.deps.pool.query(
      'update landline_orders set carrier_order_id = null, letter_submitted = false where id = $1',
      [id],
    );
    const asked: string[] = [];
    const slowly = async (what: string) => {
      asked.push(what);
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const { landline } = app.deps.carrier;
    const deps = {
      ...app.deps,
      carrier: {
        ...app.deps.carrier,
        landline: {
          ...landline,
          openOrder: async () => {
            await slowly('order');
            return { outcome: 'opened' as const, orderId: 'HO1' };
          },
          submitLetter: async () => {
            await slowly('letter');
            return { outcome: 'submitted' as const };
          },
        },
      },
    };
    const run = () => runFollowLandline(deps, accountId, id);
    await Promise.all([run(), run()]);
    await Promise.all([run(), run()]);
    expect(asked).toEqual(['order', 'letter']);
  });

  it('is not linked by a carrier that reports it out of turn', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const { id } = await enable(person, phoneNumber);
    const { accountId } = await person.call(routes.getUser, {});
    app.twilio.landline.decide(phoneNumber, 'completed');
    await runFollowLandline(app.deps, accountId, id);
    expect((await readOrder(person)).state).toBe('verifying');
    expect((await person.call(routes.getUser, {})).seat?.metadata.linkStatus).toBe('linking');
  });

  it("is no one else's to see or to act on", async () => {
    const person = await makePerson(app);
    await enable(person, officePhone());
    const eve = await makePerson(app);
    expect((await eve.call(routes.getLandline, {})).order).toBeNull();
    expect(await eve.refusal(routes.requestLandlineCode, { body: {} })).toBe('404 not_found');
    expect(await eve.refusal(routes.signLandlineLetter, { body: signed })).toBe('404 not_found');
    expect(await eve.refusal(routes.withdrawLandline, {})).toBe('404 not_found');
    expect((await askForLetter(eve)).status).toBe(404);
  });
});

it('calls a number only so often', async () => {
  const person = await makePerson(app);
  const phoneNumber = officePhone();
  await enable(person, phoneNumber);
  for (let calls = 1; calls < 6; calls += 1) await person.call(routes.requestLandlineCode, { body: {} });
  expect(await person.refusal(routes.requestLandlineCode, { body: {} })).toBe('429 rate_limited');
});

it('gives a code by a call only', async () => {
  const person = await makePerson(app);
  await enable(person, officePhone());
  const body = { verifyBy: 'text' as const };
  expect(await person.refusal(routes.requestLandlineCode, { body })).toBe('422 invalid');
  expect(await person.refusal(routes.confirmLandlineCode, { body: { code: '123456' } })).toBe(
    '409 landline_step',
  );
});

it('asks for patience while the carrier is not ready', async () => {
  const person = await makePerson(app);
  const phoneNumber = officePhone();
  await enable(person, phoneNumber);
  app.twilio.landline.decide(phoneNumber, 'twilio-processing');
  expect(await person.refusal(routes.requestLandlineCode, { body: {} })).toBe('409 landline_not_ready');
});
