import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { isFictional } from '../../phone.ts';
import type { Carrier, SendRequest } from './port.ts';
import { createTelnyxCarrier } from './telnyx/telnyx.ts';
import { createTwilioCarrier } from './twilio/twilio.ts';

/* The carriers as they are where real people are texted. */

const calls: string[] = [];
const answering: typeof fetch = async (input) => {
  calls.push(String(input));
  return new Response('busy', { status: 503 });
};
const { publicKey } = generateKeyPairSync('ed25519');
const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
const carriers: Carrier[] = [
  createTwilioCarrier({ accountSid: 'AC1', authToken: 'secret', fetch: answering }),
  createTelnyxCarrier({ apiKey: 'secret', publicKey: rawKey, fetch: answering }),
];

const text: SendRequest = {
  messageId: '01890000-0000-7000-8000-000000000000',
  from: '+14155550150',
  to: '+13125551234',
  body: 'Hi',
  mediaUrls: [],
  statusUrl: 'https://texts.example/status',
};
const { messageId, from, to, body } = text;
const calling = { incomingUrl: 'https://texts.example/in', endedUrl: 'https://texts.example/end' };
const order = {
  phoneNumber: from,
  reference: 'r',
  webhooks: { inboundUrl: 'https://a.example', statusUrl: 'https://a.example', calls: calling },
};

it.each(carriers)('$name hears nothing of a number of fiction', async (carrier) => {
  calls.length = 0;
  expect(carrier.reachesPeople).toBe(true);
  expect(await carrier.send(text)).toMatchObject({ outcome: 'refused', errorCode: 'sender_not_usable' });
  expect(await carrier.findSent({ messageId, from, to, body, since: '2026-11-20T10:00:00.000Z' })).toEqual(
    [],
  );
  expect(await carrier.buyNumber(order)).toMatchObject({ outcome: 'refused', reason: 'invalid' });
  expect(await carrier.findOwnedNumber(from)).toBeNull();
  expect(await carrier.landline.checkEligibility(from)).toEqual({ eligible: false, reason: 'invalid' });
  expect(await carrier.landline.openOrder({ phoneNumber: from } as never)).toMatchObject({
    outcome: 'refused',
  });
  expect(calls).toEqual([]);
  await carrier.send({ ...text, from: '+14155551234' });
  expect(calls).toHaveLength(1);
});

it.each([
  ['+14155550100', true],
  ['+19895550199', true],
  ['+14155550200', false],
  ['+14155560150', false],
  ['+1415555015', false],
  ['+441155550150', false],
])('%s is of fiction: %s', (phoneNumber, expected) => {
  expect(isFictional(phoneNumber)).toBe(expected);
});
