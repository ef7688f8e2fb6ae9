import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeTelnyx } from '../fakes/fake-telnyx.ts';
import { signedTelnyxHeaders } from '../fakes/fake-telnyx-webhooks.ts';
import { createTelnyxCarrier } from './telnyx.ts';

const office = '+12125557341';
const owner = { company: 'Acme', street: '1 Way', city: 'Oakland', state: 'CA', postalCode: '94607' };

async function setUp() {
  const fake = await startFakeTelnyx();
  onTestFinished(() => fake.stop());
  const { apiKey, publicKey, url } = fake;
  const carrier = createTelnyxCarrier({ apiKey, publicKey, apiBaseUrl: url });
  const { landline } = carrier;
  const opened = await landline.openOrder({
    reference: 'order-1',
    phoneNumber: office,
    owner,
    email: 'ana@acme.example',
    inboundUrl: 'https://app.example.com/webhooks/telnyx/inbound',
  });
  const orderId = opened.outcome === 'opened' ? opened.orderId : '';
  return {
    fake,
    carrier,
    landline,
    orderId,
    read: () => landline.readOrder({ orderId, phoneNumber: office }),
  };
}

const rejected = (reason: string) => ({ progress: 'rejected', reason });

describe("an order's status at Telnyx", () => {
  it.each([
    ['pending', 'pending', { progress: 'waiting' }],
    ['pending', 'ownership_successful', { progress: 'proven' }],
    ['loa_file_successful', 'provisioning', { progress: 'waiting' }],
    ['provisioning', 'provisioning', { progress: 'waiting' }],
    [
      'provisioning',
      'successful',
      { progress: 'linked', carrierNumberId: expect.stringMatching(/^hosted:/) },
    ],
    ['successful', 'successful', { progress: 'linked', carrierNumberId: expect.stringMatching(/^hosted:/) }],
    // The number is reported later than the order.
    ['successful', 'provisioning', { progress: 'waiting' }],
    ['failed', 'pending', rejected('failed')],
    ['failed', 'failed_number_not_found', rejected('numberUnknown')],
    ['carrier_rejected', 'failed', rejected('carrierRefused')],
    ['compliance_review_failed', 'failed', rejected('letterRefused')],
    ['incomplete_documentation', 'pending', rejected('documentsMissing')],
    ['incorrect_billing_information', 'pending', rejected('billRefused')],
    ['ineligible_carrier', 'failed_ineligible_carrier', rejected('notEligible')],
    ['loa_file_invalid', 'pending', rejected('letterRefused')],
    ['pending', 'failed', rejected('failed')],
    ['pending', 'failed_activation', rejected('failed')],
    ['pending', 'failed_carrier_rejected', rejected('carrierRefused')],
    ['pending', 'failed_ineligible_carrier', rejected('notEligible')],
    ['pending', 'failed_number_already_hosted', rejected('alreadyLinked')],
    ['pending', 'failed_ownership_verification', rejected('ownershipUnproven')],
    ['pending', 'failed_timeout', rejected('timedOut')],
    ['deleted', 'deleted', { progress: 'gone' }],
    ['pending', 'in_another_mood', { progress: 'unknown', status: 'in_another_mood' }],
    ['in_another_mood', 'pending', { progress: 'unknown', status: 'in_another_mood' }],
  ])('%s, with the number %s', async (status, numberStatus, progress) => {
    const { fake, read } = await setUp();
    const order = fake.landline.find(office);
    Object.assign(order, { status, numberStatus });
    expect(await read()).toEqual(progress);
  });
});

it.each([
  ['NUMBER_CAN_NOT_BE_WIRELESS', 'mobile'],
  ['number_can_not_be_wireless', 'mobile'],
  ['number_can_not_be_validated', 'carrier'],
  ['number_can_not_be_repeated', 'inUse'],
  ['number_can_not_hosted_with_a_telnyx_subscriber', 'inUse'],
  ['number_can_not_be_in_telnyx', 'inUse'],
  ['number_is_not_a_us_number', 'country'],
  ['number_is_not_a_valid_routing_number', 'invalid'],
])('a number that is %s', async (status, reason) => {
  const { fake, landline } = await setUp();
  fake.landline.makeIneligible(office, status);
  expect(await landline.checkEligibility(office)).toEqual({ eligible: false, reason });
});

it.each(['billing_account_check_failed', 'something_new'])(
  '%s says nothing about the number',
  async (status) => {
    const { fake, landline } = await setUp();
    fake.landline.makeIneligible(office, status);
    await expect(landline.checkEligibility(office)).rejects.toThrow('check eligibility');
  },
);

it('submits both documents as they are', async () => {
  const { fake, landline, orderId } = await setUp();
  await landline.requestCode({ orderId, phoneNumber: office, way: 'text', extension: null });
  expect(fake.landline.find(office).codeBy).toBe('sms');
  await landline.confirmCode({ orderId, phoneNumber: office, code: fake.landline.heard(office) ?? '' });
  const letter = Buffer.from('%PDF-1.4\r\n\u00ff\u0000 letter', 'latin1');
  const bill = Buffer.from('%PDF-1.4 bill');
  const order = {
    orderId,
    reference: 'order-1',
    phoneNumber: office,
    owner,
    email: 'a@b.example',
    title: 'Owner',
    letter,
  };
  expect(await landline.submitLetter({ ...order, bill: null })).toMatchObject({ outcome: 'refused' });
  expect(await landline.submitLetter({ ...order, bill })).toEqual({ outcome: 'submitted' });
  expect(fake.landline.find(office).files).toEqual({ loa: letter, bill });
});

describe('webhooks at the address of the profile', () => {
  it.each([
    ['messaging_hosted_numbers_orders.created', { order_id: 'an-order' }, ['an-order']],
    ['messaging_hosted_numbers_orders.updated', { order_id: 'an-order' }, ['an-order']],
    ['messaging_hosted_numbers_orders.deleted', { order_id: 'an-order' }, ['an-order']],
    ['messaging_hosted_numbers_orders.updated', {}, []],
    ['10dlc.campaign.update', { order_id: 'an-order' }, undefined],
  ])('%s', async (eventType, payload, landlineOrders) => {
    const { fake, carrier } = await setUp();
    const body = JSON.stringify({ data: { event_type: eventType, payload } });
    const headers = signedTelnyxHeaders(fake.privateKey, body);
    const request = { url: 'https://app.example.com/x', headers, rawBody: Buffer.from(body) };
    expect(carrier.readWebhook('inbound', request, new Date())).toEqual({
      ok: true,
      events: [],
      landlineOrders,
    });
    const tampered = { ...request, rawBody: Buffer.from(`${body} `) };
    expect(carrier.readWebhook('inbound', tampered, new Date())).toEqual({ ok: false, reason: 'signature' });
  });
});
