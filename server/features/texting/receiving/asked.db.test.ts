import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { inboundForm, signedTwilioWebhook } from '../../../adapters/carrier/fakes/fake-twilio-webhooks.ts';
import { holdLanes } from '../../../testing/hold-lanes.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { conversationWith, receiveText, sendText, sentTo } from '../../../testing/texting.ts';

/* What a candidate asks for is in force when the text is acknowledged to the carrier, however late it is processed. */

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;
let phone: string;
let release: () => Promise<void>;
let sids = 0;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  cem = await app.addColleague(ana);
});
beforeEach(async () => {
  phone = candidatePhone();
  await receiveText(app, ana, phone, 'Hi');
  release = await holdLanes(app);
});
afterEach(() => release());
afterAll(() => app.stop());

/** It is acknowledged to the carrier. Returns its ID. */
async function store(body: string, sid = `SM${String(++sids).padStart(31, '0')}a`): Promise<string> {
  const form = inboundForm(app.twilio.accountSid, { sid, from: phone, to: ana.number, body, media: 0 });
  const {
    url,
    headers,
    body: signed,
  } = signedTwilioWebhook(app.twilio.authToken, `${app.url}/webhooks/twilio/inbound`, form);
  expect((await fetch(url, { method: 'POST', headers, body: signed })).status).toBe(200);
  return sid;
}

async function processAll(): Promise<void> {
  await release();
  release = async () => {};
  await eventually(async () =>
    expect((await app.deps.pool.query('select 1 from carrier_events')).rowCount).toBe(0),
  );
}

async function standStill(): Promise<void> {
  release = await holdLanes(app);
}

const refusal = (person: Recruiter) =>
  person.refusal(routes.sendMessage, { body: { to: phone, body: 'Still there?' } });

const consentEvents = async () =>
  (
    await app.deps.pool.query<{ change: string }>(
      'select change from consent_events where phone_number = $1 order by created_at',
      [phone],
    )
  ).rows.map(({ change }) => change);

async function reasons(): Promise<string[]> {
  const { id } = await conversationWith(ana, phone);
  return (await ana.call(routes.getSendability, { params: { id } })).reasons;
}

describe('an opt-out that is stored and not processed', () => {
  it('stops texts of every number of the account, and of no other account', async () => {
    const eve = await app.signUp();
    await store('Stop.');
    for (const person of [ana, cem]) expect(await refusal(person)).toBe('403 opted_out');
    expect(await reasons()).toEqual(['opted_out']);
    await sendText(eve, phone, 'Of another company');
    expect(await consentEvents()).toEqual([]);
  });

  it('is recorded, shown and confirmed once when it is processed', async () => {
    const sid = await store('Stop.');
    await store('Stop.', sid);
    await processAll();
    expect(await refusal(ana)).toBe('403 opted_out');
    expect(await consentEvents()).toEqual(['optedOut']);
    expect((await conversationWith(ana, phone)).unreadCount).toBe(2);
    await eventually(() => expect(sentTo(app, phone)).toHaveLength(1));
  });

  it('holds although a START waits behind it, which counts when both are processed', async () => {
    await store('Stop.');
    await store('START');
    expect(await refusal(ana)).toBe('403 opted_out');
    await processAll();
    expect(await consentEvents()).toEqual(['optedOut', 'optedIn']);
    await sendText(ana, phone, 'Welcome back');
  });

  it('that comes again after a START opts no one out', async () => {
    const sid = await store('Stop.');
    await store('START');
    await processAll();
    await standStill();
    await store('Stop.', sid);
    await processAll();
    await sendText(ana, phone, 'Welcome back');
    expect(await consentEvents()).toEqual(['optedOut', 'optedIn']);
  });
});

it('a START that is stored lifts nothing until it is processed', async () => {
  await store('Stop.');
  await processAll();
  await standStill();
  await store('START');
  expect(await refusal(ana)).toBe('403 opted_out');
  await processAll();
  await sendText(ana, phone, 'Welcome back');
});

it('words that may mean stop hold the phone before a person can review them', async () => {
  await store('please stop texting me');
  expect(await refusal(ana)).toBe('409 conversation_held');
  expect(await reasons()).toEqual(['conversation_held']);
  await processAll();
  expect((await conversationWith(ana, phone)).hold).not.toBeNull();
  expect(await refusal(ana)).toBe('409 conversation_held');
});

it('an opt-out weighs more than a hold', async () => {
  await store('please stop texting me');
  await store('STOP');
  expect(await refusal(ana)).toBe('403 opted_out');
});

it('ordinary talk that is not processed refuses nothing', async () => {
  await store('See you on Monday');
  await sendText(ana, phone, 'Great');
});
