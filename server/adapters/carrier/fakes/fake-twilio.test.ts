import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeTwilio, startFakeTwilio } from './fake-twilio.ts';
import { signTwilio } from './fake-twilio-webhooks.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

describe('the signature of the fake', () => {
  const token = '12345';
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const params = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  };
  const bodySha256 = '0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620';

  // Published with Twilio's own libraries.
  it.each<[string, string, Record<string, string | string[]>, string]>([
    ['plain', url, params, 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    ['port 443', url.replace('.com', '.com:443'), params, 'kvajT1Ptam85bY51eRf/AJRuM3w='],
    [
      'http, port 80',
      url.replace('https', 'http').replace('.com', '.com:80'),
      params,
      '0ZXoZLH/DfblKGATFgpif+LLRf4=',
    ],
    [
      'http, own port',
      url.replace('https', 'http').replace('.com', '.com:1234'),
      params,
      'Zmvh+3yNM1Phv2jhDCwEM3q5ebU=',
    ],
    ['credentials', url.replace('//', '//user:pass@'), params, 'CukzLTc1tT5dXEDIHm/tKBanW10='],
    ['hash of a body', `${url}&bodySHA256=${bodySha256}`, {}, 'a9nBmqA0ju/hNViExpshrM61xv4='],
    [
      'hash alone',
      `https://mycompany.com/myapp.php?bodySHA256=${bodySha256}`,
      {},
      'y77kIzt2vzLz71DgmJGsen2scGs=',
    ],
    [
      'a list',
      url,
      { 'MessagingBinding.Address': ['+1325xxxxxxx', '+1415xxxxxxx'] },
      '83O6e2vORAoJHUNzJjDWN1jz+BA=',
    ],
    [
      'a list turned round',
      url,
      { 'MessagingBinding.Address': ['+1415xxxxxxx', '+1325xxxxxxx'] },
      '83O6e2vORAoJHUNzJjDWN1jz+BA=',
    ],
    [
      'repeated values',
      url,
      { Sid: 'CA123', SidAccount: 'AC123', Digits: ['5678', '1234', '1234'] },
      'IK+Dwps556ElfBT0I3Rgjkr1wJU=',
    ],
  ])('is that of Twilio: %s', (_, address, fields, expected) => {
    expect(signTwilio(token, address, fields)).toBe(expected);
    expect(validateRequest(token, expected, address, fields)).toBe(true);
  });
});

describe('the fake refuses what Twilio refuses', () => {
  const ours = '+14155550110';

  async function start(): Promise<FakeTwilio> {
    const fake = await startFakeTwilio();
    onTestFinished(() => fake.stop());
    fake.control.own(ours, 'http://127.0.0.1:9/inbound');
    return fake;
  }

  async function post(
    fake: FakeTwilio,
    path: string,
    form: Record<string, string> | [string, string][],
    token?: string,
  ) {
    const authorization = `Basic ${btoa(`${fake.accountSid}:${token ?? fake.authToken}`)}`;
    const response = await fetch(`${fake.url}/2010-04-01/Accounts/${fake.accountSid}/${path}`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(form),
    });
    const body = (await response.json()) as { code?: number };
    return { status: response.status, code: body.code };
  }

  const text = { From: ours, To: '+14155550150', Body: 'Hello' };

  it.each<[string, Record<string, string> | [string, string][], number]>([
    ['an unknown parameter', { ...text, Bdoy: 'x' }, 20001],
    ['a parameter given twice', [...Object.entries(text), ['Body', 'x']], 20001],
    ['a wrong type', { ...text, SmartEncoded: 'maybe' }, 20001],
    ['no recipient', { From: ours, Body: 'x' }, 21604],
    ['no sender', { To: text.To, Body: 'x' }, 21603],
    ['no words', { From: ours, To: text.To }, 21602],
    ['a wrong recipient', { ...text, To: 'notaphone' }, 21211],
    ['a wrong sender', { ...text, From: 'notaphone' }, 21212],
    ['the magic recipient 0001', { ...text, To: '+15005550001' }, 21211],
    ['the magic recipient 0003', { ...text, To: '+15005550003' }, 21408],
    ['the magic recipient 0009', { ...text, To: '+15005550009' }, 21614],
    ['the magic sender 0007', { ...text, From: '+15005550007' }, 21606],
  ])('%s', async (_, form, code) => {
    const fake = await start();
    expect(await post(fake, 'Messages.json', form)).toEqual({ status: 400, code });
    expect(fake.state.messages).toEqual([]);
  });

  it('wrong credentials and foreign accounts', async () => {
    const fake = await start();
    expect(await post(fake, 'Messages.json', text, 'wrong')).toEqual({ status: 401, code: 20003 });
    expect(await post(fake, '../AC0/Messages.json', text)).toEqual({ status: 404, code: 20404 });
  });

  it('purchases of what is not for sale', async () => {
    const fake = await start();
    fake.control.take('+14155550121');
    for (const [PhoneNumber, code] of [
      ['+15005550000', 21422],
      ['+15005550001', 21421],
      ['notaphone', 21421],
      [ours, 21422],
      ['+14155550121', 21422],
      ['+14155559999', 21422],
    ] as const) {
      expect(await post(fake, 'IncomingPhoneNumbers.json', { PhoneNumber }), PhoneNumber).toEqual({
        status: 400,
        code,
      });
    }
  });

  it('posts a webhook again when the first try fails, and no more than once', async () => {
    const fake = await start();
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.stop());
    receiver.answerWith(500);
    await post(fake, 'Messages.json', { ...text, StatusCallback: `${receiver.url}/s` });
    await fake.control.settled();
    expect(fake.state.callbacks).toEqual([
      { url: `${receiver.url}/s`, status: 500, attempts: 2 },
      { url: `${receiver.url}/s`, status: 500, attempts: 2 },
    ]);
    expect(receiver.requests).toHaveLength(4);
  });
});
