import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import * as routes from '../../../contract/routes.ts';
import { type FakeTelnyx, startFakeTelnyx } from '../../adapters/carrier/fakes/fake-telnyx.ts';
import { signedTelnyxHeaders } from '../../adapters/carrier/fakes/fake-telnyx-webhooks.ts';
import { createTelnyxCarrier } from '../../adapters/carrier/telnyx/telnyx.ts';
import { makePerson } from '../../testing/landlines.ts';
import type { Newcomer } from '../../testing/people.ts';
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts';

/* At Telnyx: the code is typed here, and the bill goes in with the letter. */

let app: TestApp;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startFakeTelnyx();
  const { apiKey, publicKey, url } = telnyx;
  const { landline, readWebhook } = createTelnyxCarrier({ apiKey, publicKey, apiBaseUrl: url });
  app = await startTestApp({ carrier: { landline, readWebhook } });
});
afterAll(async () => {
  await app.stop();
  await telnyx.stop();
});

const owner = { company: 'Acme', street: '1 Way', city: 'Oakland', state: 'ca', postalCode: '94607' };
const signed = { name: 'Zoë Lopez', title: 'Owner', signature: 'Zoë Lopez', agrees: true as const };
const pdf = Buffer.from('%PDF-1.4 the bill');

let offices = 0;
async function begin(): Promise<{ person: Newcomer; phoneNumber: string; orderId: string }> {
  const person = await makePerson(app);
  offices += 1;
  const phoneNumber = `+1917${String(5_550_000 + offices)}`;
  await person.call(routes.enableLandline, { body: { phoneNumber, owner } });
  return { person, phoneNumber, orderId: telnyx.landline.find(phoneNumber).id };
}

const confirm = (person: Newcomer, code: string) =>
  person.call(routes.confirmLandlineCode, { body: { code } });

async function prove(person: Newcomer, phoneNumber: string) {
  return confirm(person, telnyx.landline.heard(phoneNumber) ?? '');
}

async function uploadBill(person: Newcomer, content: Buffer): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), 'bill.pdf');
  return fetch(`${app.url}${API_BASE}${routes.uploadLandlineBill.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
}

describe('the code', () => {
  it('is taken as it is heard', async () => {
    const { person, phoneNumber } = await begin();
    const code = telnyx.landline.heard(phoneNumber) ?? '';
    expect(await confirm(person, [...code].join(' '))).toMatchObject({ state: 'signing', code: null });
    expect(await person.refusal(routes.confirmLandlineCode, { body: { code } })).toBe('409 landline_step');
  });

  it('may be wrong five times, many at once or not; then a new one is needed', async () => {
    const { person, phoneNumber } = await begin();
    const right = telnyx.landline.heard(phoneNumber) ?? '';
    const tries = await Promise.all(
      Array.from({ length: 8 }, () =>
        person.refusal(routes.confirmLandlineCode, { body: { code: '00000' } }),
      ),
    );
    expect(new Set(tries)).toEqual(new Set(['422 code_invalid']));
    expect(await person.refusal(routes.confirmLandlineCode, { body: { code: right } })).toBe(
      '422 code_invalid',
    );
    const { order } = await person.call(routes.getLandline, {});
    expect(order).toMatchObject({ code: { triesLeft: 0 }, can: { confirmCode: false, requestCode: true } });

    const again = await person.call(routes.requestLandlineCode, { body: { verifyBy: 'text' } });
    expect(again.code?.triesLeft).toBe(5);
    expect(telnyx.landline.find(phoneNumber).codeBy).toBe('sms');
    expect(await prove(person, phoneNumber)).toMatchObject({ state: 'signing' });
  });

  it.each(['', '12', '<b>', '1'.repeat(20)])('is never %j', async (code) => {
    const { person } = await begin();
    expect(await person.refusal(routes.confirmLandlineCode, { body: { code } })).toBe('422 invalid');
  });

  it('counts no try against the person when the carrier is away, and takes it later', async () => {
    const { person, phoneNumber } = await begin();
    const code = telnyx.landline.heard(phoneNumber) ?? '';
    // One for the job that may ask at the same moment.
    telnyx.control.failNext({ kind: '503', times: 1 });
    const first = await person.ask(routes.confirmLandlineCode, { body: { code } });
    if (first.status === 503) expect(await confirm(person, code)).toMatchObject({ state: 'signing' });
    else expect(first.status).toBe(200);
  });
});

it('is proven by each account for itself, whatever another one has proven before', async () => {
  const { person, phoneNumber, orderId } = await begin();
  await prove(person, phoneNumber);
  await uploadBill(person, pdf);
  // Telnyx takes no such letter, but the order stays there, with its ownership proven.
  telnyx.landline.find(phoneNumber).isVerified = false;
  await person.call(routes.signLandlineLetter, { body: signed });
  await eventually(async () =>
    expect((await person.call(routes.getLandline, {})).order?.state).toBe('rejected'),
  );
  await eventually(() => expect(telnyx.landline.orders.map(({ id }) => id)).not.toContain(orderId));
  const eve = await makePerson(app);
  await eventually(() => eve.call(routes.enableLandline, { body: { phoneNumber, owner } }));
  expect(telnyx.landline.find(phoneNumber)).toMatchObject({ isVerified: false, status: 'pending' });
  expect(await eve.refusal(routes.confirmLandlineCode, { body: { code: '00000' } })).toBe('422 code_invalid');
});

describe('the bill', () => {
  it('has to be a PDF, and is needed before the letter is signed', async () => {
    const { person, phoneNumber } = await begin();
    expect((await uploadBill(person, pdf)).status).toBe(409);
    await prove(person, phoneNumber);
    const unsigned = await person.ask(routes.signLandlineLetter, { body: signed });
    expect(unsigned).toMatchObject({
      status: 422,
      body: { details: { fields: { bill: ['Attach the latest phone bill'] } } },
    });
    expect((await uploadBill(person, Buffer.from('GIF89a'))).status).toBe(415);
    expect((await uploadBill(person, Buffer.alloc(5_000_001, '%PDF-'))).status).toBe(413);
    expect(await (await uploadBill(person, pdf)).json()).toMatchObject({ hasBill: true, state: 'signing' });
    const newer = Buffer.from('%PDF-1.7 the newer bill');
    expect((await uploadBill(person, newer)).status).toBe(200);

    expect(await person.call(routes.signLandlineLetter, { body: signed })).toMatchObject({
      state: 'reviewing',
      letter: { name: 'Zoë Lopez' },
    });
    await eventually(() => expect(telnyx.landline.find(phoneNumber).files?.bill).toEqual(newer));
    expect(telnyx.landline.find(phoneNumber).files?.loa.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await uploadBill(person, pdf)).status).toBe(409);
  });
});

describe('a webhook', () => {
  async function tell(orderId: string, fields: Record<string, string> = {}): Promise<number> {
    const payload = { order_id: orderId, ...fields };
    const body = JSON.stringify({
      data: { event_type: 'messaging_hosted_numbers_orders.updated', payload },
    });
    const headers = signedTelnyxHeaders(telnyx.privateKey, body);
    const url = `${app.url}/webhooks/${app.deps.carrier.name}/inbound`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  async function review() {
    const begun = await begin();
    await prove(begun.person, begun.phoneNumber);
    await uploadBill(begun.person, pdf);
    await begun.person.call(routes.signLandlineLetter, { body: signed });
    await eventually(() => expect(telnyx.landline.find(begun.phoneNumber).files).not.toBeNull());
    return begun;
  }
  const stateOf = async (person: Newcomer) => (await person.call(routes.getLandline, {})).order?.state;

  it('has the carrier asked, and is not trusted itself', async () => {
    const { person, phoneNumber, orderId } = await review();
    expect(await tell(orderId, { order_status: 'successful' })).toBe(200);
    expect(await stateOf(person)).toBe('reviewing');
    telnyx.landline.decide(phoneNumber, 'successful', 'successful');
    await Promise.all([tell(orderId), tell(orderId), tell(orderId)]);
    await eventually(async () => expect(await stateOf(person)).toBe('linked'));
    // Late, and once more.
    expect(await tell(orderId)).toBe(200);
    const { seat } = await person.call(routes.getUser, {});
    expect(seat?.twilioNumber).toBe(phoneNumber);
    const { rows } = await app.deps.pool.query(
      'select carrier_number_id from numbers where phone_number = $1',
      [phoneNumber],
    );
    expect(rows).toEqual([{ carrier_number_id: `hosted:${telnyx.landline.find(phoneNumber).numberId}` }]);
  });

  it('about an unknown order changes nothing', async () => {
    expect(await tell('0190f3a0-7c1b-7000-8000-0000000000aa')).toBe(200);
    const body = '{}';
    const url = `${app.url}/webhooks/${app.deps.carrier.name}/inbound`;
    const headers = signedTelnyxHeaders(telnyx.privateKey, body);
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(400);
  });

  it.each([
    ['carrier_rejected', 'Your phone company refused to let this number text.'],
    ['incorrect_billing_information', "The phone bill doesn't match the letter of authorization."],
  ])('%s: the person reads why', async (status, sentence) => {
    const { person, phoneNumber, orderId } = await review();
    telnyx.landline.decide(phoneNumber, status, 'failed');
    await tell(orderId);
    await eventually(async () => expect(await stateOf(person)).toBe('rejected'));
    const { order } = await person.call(routes.getLandline, {});
    expect(order?.rejection).toEqual({ sentence, advice: expect.stringMatching(/\w+/) });
  });
});
