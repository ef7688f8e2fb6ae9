import { generateKeyPairSync } from 'node:crypto';
import Telnyx from 'telnyx';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeTelnyx, startFakeTelnyx } from './fake-telnyx.ts';
import { signTelnyx } from './fake-telnyx-webhooks.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const ours = '+14155550110';

async function start(): Promise<FakeTelnyx> {
  const fake = await startFakeTelnyx();
  onTestFinished(() => fake.stop());
  fake.control.own(ours, 'http://127.0.0.1:9/inbound');
  return fake;
}

describe('the signature of the fake', () => {
  const keys = generateKeyPairSync('ed25519');
  const key = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  const client = new Telnyx({ apiKey: 'k' });
  const body = '{"data":{"event_type":"message.received","payload":{"text":"Zoë 👍"}}}';

  function headers(timestamp: number) {
    return {
      'telnyx-timestamp': String(timestamp),
      'telnyx-signature-ed25519': signTelnyx(keys.privateKey, timestamp, body),
    };
  }

  it("is good enough for Telnyx's own library", async () => {
    const now = Math.floor(Date.now() / 1000);
    await expect(client.webhooks.unwrap(body, { headers: headers(now), key })).resolves.toMatchObject({
      data: { event_type: 'message.received' },
    });
    await expect(client.webhooks.unwrap(`${body} `, { headers: headers(now), key })).rejects.toThrow();
    await expect(client.webhooks.unwrap(body, { headers: headers(now - 301), key })).rejects.toThrow();
  });
});

describe("Telnyx's own library", () => {
  it('gets on with the fake', async () => {
    const fake = await start();
    const client = new Telnyx({ apiKey: fake.apiKey, baseURL: `${fake.url}/v2`, maxRetries: 0 });
    const found = await client.availablePhoneNumbers.list({
      filter: { country_code: 'US', national_destination_code: '415', limit: 2 },
    });
    expect(found.data).toHaveLength(2);
    const phoneNumber = found.data?.[0]?.phone_number ?? '';
    const ordered = await client.numberOrders.create({ phone_numbers: [{ phone_number: phoneNumber }] });
    expect(ordered.data?.status).toBe('pending');
    const owned = await client.phoneNumbers.list({ filter: { phone_number: phoneNumber } });
    expect(owned.data?.[0]).toMatchObject({ phone_number: phoneNumber, status: 'active' });
    const sent = await client.messages.send({ from: ours, to: '+14155550150', text: 'Hello' });
    expect(sent.data?.to?.[0]?.status).toBe('queued');
    await expect(client.messages.send({ from: ours, to: '+1415', text: 'Hello' })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('the fake refuses what Telnyx refuses', () => {
  async function post(fake: FakeTelnyx, path: string, body: unknown, apiKey = fake.apiKey) {
    const response = await fetch(`${fake.url}/v2/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const { errors } = (await response.json()) as { errors?: { code: string }[] };
    return { status: response.status, code: errors?.[0]?.code };
  }

  const text = { from: ours, to: '+14155550150', text: 'Hello' };

  it.each<[string, unknown, number, string]>([
    ['an unknown property', { ...text, txet: 'x' }, 422, '10015'],
    ['a wrong type', { ...text, text: 5 }, 422, '10015'],
    ['a list of the wrong type', { ...text, media_urls: [5] }, 422, '10015'],
    ['what is no object', [], 400, '10015'],
    ['what is no JSON', '{', 400, '10023'],
    ['no recipient', { from: ours, text: 'x' }, 422, '10004'],
    ['no words', { from: ours, to: text.to }, 422, '10004'],
    ['a wrong recipient', { ...text, to: 'notaphone' }, 400, '40310'],
    ['a sender that is not ours', { ...text, from: '+14155550111' }, 400, '40305'],
    ['a country that is not allowed', { ...text, to: '+447700900123' }, 400, '40309'],
    ['a wrong receipt address', { ...text, webhook_url: 'nowhere' }, 422, '10003'],
  ])('%s', async (_, body, status, code) => {
    const fake = await start();
    expect(await post(fake, 'messages', body)).toEqual({ status, code });
    expect(fake.state.messages).toEqual([]);
  });

  it('wrong credentials, a profile without a name, and orders of what is not for sale', async () => {
    const fake = await start();
    expect(await post(fake, 'messages', text, 'wrong')).toEqual({ status: 401, code: '10009' });
    expect(await post(fake, 'messaging_profiles', { name: 'x' })).toEqual({ status: 422, code: '10004' });
    const order = (phone_number: string) => ({ phone_numbers: [{ phone_number }] });
    expect(await post(fake, 'number_orders', order('notaphone'))).toEqual({ status: 422, code: '10002' });
    expect(await post(fake, 'number_orders', order(ours))).toEqual({ status: 400, code: '10015' });
    const inNoProfile = { ...order('+14155550120'), messaging_profile_id: 'none' };
    expect(await post(fake, 'number_orders', inNoProfile)).toEqual({ status: 422, code: '10017' });
  });

  it('posts a webhook three times when no one takes it, then to the profile unless set not to', async () => {
    const fake = await start();
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.stop());
    receiver.answerWith(500);
    const url = `${receiver.url}/s`;
    await post(fake, 'messages', { ...text, webhook_url: url, use_profile_webhooks: false });
    await fake.control.settled();
    const atMessage = { url, status: 500, attempts: 3 };
    expect(fake.state.callbacks).toEqual([atMessage, atMessage]);
    expect(receiver.requests).toHaveLength(6);

    await post(fake, 'messages', { ...text, webhook_url: url });
    await fake.control.settled();
    const atProfile = { url: 'http://127.0.0.1:9/inbound', status: null, attempts: 3 };
    expect(fake.state.callbacks.slice(2)).toEqual([atMessage, atProfile, atMessage, atProfile]);
  });
});
