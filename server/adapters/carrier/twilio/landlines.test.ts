import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeTwilio } from '../fakes/fake-twilio.ts';
import { createTwilioCarrier } from './twilio.ts';

const office = '+12125557341';
const owner = { company: 'Acme', street: '1 Way', city: 'Oakland', state: 'CA', postalCode: '94607' };

async function setUp() {
  const fake = await startFakeTwilio();
  onTestFinished(() => fake.stop());
  const { accountSid, authToken, url } = fake;
  const { landline } = createTwilioCarrier({ accountSid, authToken, apiBaseUrl: url });
  const order = {
    reference: 'order-1',
    phoneNumber: office,
    owner,
    email: 'ana@acme.example',
    inboundUrl: 'https://app.example.com/webhooks/twilio/inbound',
  };
  const opened = await landline.openOrder(order);
  const orderId = opened.outcome === 'opened' ? opened.orderId : '';
  return { fake, landline, order, orderId, read: () => landline.readOrder({ orderId, phoneNumber: office }) };
}

describe("an order's status at Twilio", () => {
  it.each([
    ['twilio-processing', { progress: 'waiting' }],
    ['received', { progress: 'waiting' }],
    ['pending-verification', { progress: 'waiting' }],
    ['verified', { progress: 'proven' }],
    ['pending-loa', { progress: 'vendorLetter' }],
    ['carrier-processing', { progress: 'waiting' }],
    ['testing', { progress: 'waiting' }],
    ['action-required', { progress: 'waiting' }],
    ['completed', { progress: 'linked', carrierNumberId: expect.stringMatching(/^PN/) }],
    ['failed', { progress: 'rejected', reason: 'failed' }],
    ['in-another-mood', { progress: 'unknown', status: 'in-another-mood' }],
    ['constructor', { progress: 'unknown', status: 'constructor' }],
  ])('%s', async (status, progress) => {
    const { fake, read } = await setUp();
    fake.landline.decide(office, status);
    expect(await read()).toEqual(progress);
  });
});

it.each([
  ['COUNTRY_INELIGIBLE', 'country'],
  ['NUMBER_FORMAT_INELIGIBLE', 'invalid'],
  ['NUMBER_TYPE_INELIGIBLE', 'mobile'],
  ['CARRIER_INELIGIBLE', 'carrier'],
  ['ALREADY_IN_TWILIO', 'inUse'],
  ['INVALID_PHONE_NUMBER', 'invalid'],
])('a number that is %s', async (status, reason) => {
  const { fake, landline } = await setUp();
  fake.landline.makeIneligible(office, status);
  expect(await landline.checkEligibility(office)).toEqual({ eligible: false, reason });
});

it.each(['INTERNAL_PROCESSING_ERROR', 'INVALID_HOSTING_ACCOUNT_SID', 'SOMETHING_NEW'])(
  '%s says nothing about the number',
  async (status) => {
    const { fake, landline } = await setUp();
    fake.landline.makeIneligible(office, status);
    await expect(landline.checkEligibility(office)).rejects.toThrow('check eligibility');
  },
);

it('tells Twilio whose number it is, and where its texts go', async () => {
  const { fake, order } = await setUp();
  expect(fake.landline.addresses[0]?.form).toMatchObject({
    CustomerName: 'Acme',
    Street: '1 Way',
    Region: 'CA',
    IsoCountry: 'US',
  });
  expect(fake.landline.orders[0]).toMatchObject({ smsUrl: order.inboundUrl, email: order.email });
});

it('shows what to press, and dials the extension', async () => {
  const { fake, landline, orderId } = await setUp();
  const sent = await landline.requestCode({ orderId, phoneNumber: office, way: 'call', extension: '204' });
  expect(sent).toEqual({ outcome: 'sent', toType: fake.landline.orders[0]?.code });
  expect(fake.landline.orders[0]?.extension).toBe('204');
});

it('waits while Twilio still looks at the order', async () => {
  const { fake, landline, orderId } = await setUp();
  fake.landline.decide(office, 'twilio-processing');
  const asked = landline.requestCode({ orderId, phoneNumber: office, way: 'call', extension: null });
  expect(await asked).toEqual({ outcome: 'notReady' });
});

it('has its letter mailed once', async () => {
  const { fake, landline, orderId, read } = await setUp();
  fake.landline.decide(office, 'verified');
  const letter = {
    orderId,
    reference: 'order-1',
    phoneNumber: office,
    owner,
    email: 'ana@acme.example',
    title: 'Office manager',
    letter: Buffer.from('%PDF-'),
    bill: null,
  };
  fake.control.failNext({ kind: 'acceptThenReset' });
  expect((await landline.submitLetter(letter)).outcome).toBe('notReached');
  await landline.submitLetter(letter);
  expect(await landline.submitLetter(letter)).toEqual({ outcome: 'submitted' });
  expect(fake.landline.letters).toEqual([{ email: 'ana@acme.example', title: 'Office manager' }]);
  expect(await read()).toEqual({ progress: 'vendorLetter' });
});

it('says that an address was refused', async () => {
  const { landline, order } = await setUp();
  const wrong = { ...order, reference: 'order-2', owner: { ...owner, postalCode: '00000' } };
  expect(await landline.openOrder(wrong)).toEqual({ outcome: 'refused', detail: 'Invalid address' });
});
