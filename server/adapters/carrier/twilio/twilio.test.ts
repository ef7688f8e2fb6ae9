import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeTwilio } from '../fakes/fake-twilio.ts';
import { signTwilio } from '../fakes/fake-twilio-webhooks.ts';
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts';
import type { WebhookRequest } from '../port.ts';
import { carrierSuite } from '../suite.ts';
import { type CarrierHarness, callUrls, candidate, landline, ours, sendRequest } from '../suite-harness.ts';
import { createTwilioCarrier } from './twilio.ts';

const timeoutMs = 600;

async function makeHarness() {
  const fake = await startFakeTwilio();
  const receiver = await startWebhookReceiver();
  const closed = await startWebhookReceiver();
  await closed.stop();
  const { accountSid, authToken } = fake;
  const webhooks = {
    inboundUrl: `${receiver.url}/webhooks/inbound`,
    statusUrl: `${receiver.url}/webhooks/status`,
    calls: callUrls(receiver.url),
  };

  function sign(url: string, params: Record<string, string>): WebhookRequest {
    const headers = { 'x-twilio-signature': signTwilio(authToken, url, params) };
    return { url, headers, rawBody: Buffer.from(new URLSearchParams(params).toString()) };
  }

  const harness: CarrierHarness = {
    carrier: createTwilioCarrier({ accountSid, authToken, apiBaseUrl: fake.url, timeoutMs }),
    unreachable: createTwilioCarrier({ accountSid, authToken, apiBaseUrl: closed.url, timeoutMs }),
    traits: {
      faults: [
        '429',
        '500',
        '503',
        'reset',
        'timeout',
        'acceptThen500',
        'acceptThenReset',
        'acceptThenTimeout',
        'acceptThenGarbage',
      ],
      buysAtOnce: true,
      findsSent: 'atOnce',
      findsSentExactly: false,
      signs: { url: true, time: false },
      refusals: [
        { what: 'no number', request: { to: '+1415' }, errorCode: 'invalid_recipient', carrierCode: '21211' },
        { what: 'landline', request: { to: landline }, errorCode: 'not_textable', carrierCode: '21614' },
        {
          what: 'no route',
          request: { to: '+15005550002' },
          errorCode: 'not_textable',
          carrierCode: '21612',
        },
        {
          what: 'abroad',
          request: { to: '+447700900123' },
          errorCode: 'region_blocked',
          carrierCode: '21408',
        },
        { what: 'opted out', request: { to: '+15005550004' }, errorCode: 'opted_out', carrierCode: '21610' },
        { what: 'to ourselves', request: { to: ours }, errorCode: 'invalid_recipient', carrierCode: '21266' },
        {
          what: 'not ours',
          request: { from: '+14155550199' },
          errorCode: 'sender_not_usable',
          carrierCode: '21606',
        },
        {
          what: 'too long',
          request: { body: 'a'.repeat(1601) },
          errorCode: 'too_long',
          carrierCode: '21617',
        },
        { what: 'empty', request: { body: '' }, errorCode: 'unknown_error', carrierCode: '21602' },
        {
          what: 'too many media',
          request: { mediaUrls: Array<string>(11).fill('https://app.example.com/1') },
          errorCode: 'media_refused',
          carrierCode: '21623',
        },
        {
          what: 'media address',
          request: { mediaUrls: ['ftp://a/b'] },
          errorCode: 'media_refused',
          carrierCode: '21620',
        },
        {
          what: 'receipt address',
          request: { statusUrl: 'nowhere' },
          errorCode: 'unknown_error',
          carrierCode: '21609',
        },
      ],
      failedReceipt: { final: 'undelivered', carrierCode: '30007', errorCode: 'filtered' },
      receiptsTellSegments: false,
      foreignMedia: [
        'https://example.com/x.png',
        'http://169.254.169.254/latest/meta-data',
        'https://api.twilio.com.example.com/2010-04-01/x',
        'https://api.twilio.com@example.com/x',
        'file:///etc/passwd',
        'not an address',
        `${receiver.url}/x`,
      ],
      mediaRedirects: true,
    },
    webhooks,
    statusUrl: (messageId) => `${webhooks.statusUrl}?m=${messageId}`,
    landline: {
      makeIneligible: (phoneNumber, reason) =>
        fake.landline.makeIneligible(
          phoneNumber,
          reason === 'mobile' ? 'NUMBER_TYPE_INELIGIBLE' : 'CARRIER_INELIGIBLE',
        ),
      heard: () => null,
      press: (phoneNumber, digits) => fake.landline.press(phoneNumber, digits),
      signVendorLetter: (phoneNumber) => fake.landline.signLetter(phoneNumber),
      decide: (phoneNumber, decision) =>
        fake.landline.decide(phoneNumber, decision === 'approve' ? 'completed' : 'failed'),
    },
    own: (phoneNumber) => fake.control.own(phoneNumber, webhooks.inboundUrl),
    take: fake.control.take,
    makeLandline: fake.control.makeLandline,
    settleOrders: () => undefined,
    failNext: fake.control.failNext,
    receipts: fake.control.receipts,
    hold: fake.control.hold,
    flush: fake.control.flush,
    placeCall: fake.control.placeCall,
    answerBy: receiver.answerBy,
    accepted: () =>
      fake.state.messages
        .filter(({ direction }) => direction === 'outbound-api')
        .map(({ to, body, mediaUrls, statusCallback }) => ({
          to,
          body,
          mediaUrls,
          statusUrl: statusCallback,
        })),
    inbound: async (from, to, body, media) => {
      await fake.control.inbound(from, to, body, media);
    },
    received: () => receiver.requests,
    withUnknownFields: ({ url, rawBody }) => {
      const params = Object.fromEntries(new URLSearchParams(rawBody.toString('utf8')));
      return sign(url, { ...params, AddOns: '{"status":"ok"}', __proto__x: '1' });
    },
    malformed: (kind) =>
      kind === 'inbound'
        ? sign(webhooks.inboundUrl, { From: candidate, To: ours, Body: 'no id' })
        : sign(webhooks.statusUrl, { MessageSid: 'SM1' }),
    stop: async () => {
      await fake.stop();
      await receiver.stop();
    },
  };
  return { harness, fake, receiver, sign };
}

carrierSuite('twilio', async () => (await makeHarness()).harness);

describe('twilio', () => {
  async function make() {
    const made = await makeHarness();
    onTestFinished(() => made.harness.stop());
    made.harness.own(ours);
    return made;
  }

  it('takes it for proof that a text was not found only long after the longest call', async () => {
    expect((await make()).harness.carrier.provesAbsenceAfterMs).toBe(60_000);
  });

  it('reaches people with the real address', () => {
    expect(createTwilioCarrier({ accountSid: 'AC0', authToken: 't' }).reachesPeople).toBe(true);
  });

  it('calls api.twilio.com, and media hosts without credentials', async () => {
    const calls: { url: string; authorization: string | null }[] = [];
    const carrier = createTwilioCarrier({
      accountSid: 'AC0',
      authToken: 't',
      fetch: async (input, init) => {
        const url = String(input);
        calls.push({ url, authorization: new Headers(init?.headers).get('authorization') });
        if (url.includes('api.twilio.com')) {
          return new Response(null, {
            status: 302,
            headers: { location: 'https://mms.twiliocdn.com/a?Signature=s' },
          });
        }
        return new Response('png', { headers: { 'content-type': 'image/png' } });
      },
    });
    await carrier.downloadMedia('https://api.twilio.com/2010-04-01/Accounts/AC0/Messages/MM0/Media/ME0', 10);
    expect(calls).toEqual([
      {
        url: 'https://api.twilio.com/2010-04-01/Accounts/AC0/Messages/MM0/Media/ME0',
        authorization: 'Basic QUMwOnQ=',
      },
      { url: 'https://mms.twiliocdn.com/a?Signature=s', authorization: null },
    ]);
  });

  it('does not follow to plain http, or to a stranger on the storage host', async () => {
    const targets = [
      'http://mms.twiliocdn.com/a',
      'https://s3-external-1.amazonaws.com/other-bucket/a',
      'https://mms.twiliocdn.com:8443/a',
    ];
    for (const location of targets) {
      const fetchOnce = async () => new Response(null, { status: 302, headers: { location } });
      const carrier = createTwilioCarrier({ accountSid: 'AC0', authToken: 't', fetch: fetchOnce });
      await expect(carrier.downloadMedia('https://api.twilio.com/x', 10), location).rejects.toThrow(/away/);
    }
  });

  it('stops at a limit that the length header hides', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
    const carrier = createTwilioCarrier({
      accountSid: 'AC0',
      authToken: 't',
      fetch: async () => new Response(body, { headers: { 'content-type': 'image/png' } }),
    });
    await expect(carrier.downloadMedia('https://api.twilio.com/x', 5000)).rejects.toThrow(/over the limit/);
  });

  it('does not begin with what announces more than the limit', async () => {
    const headers = { 'content-type': 'image/png', 'content-length': '6000' };
    const fetchOnce = async () => new Response('short', { headers });
    const carrier = createTwilioCarrier({ accountSid: 'AC0', authToken: 't', fetch: fetchOnce });
    await expect(carrier.downloadMedia('https://api.twilio.com/x', 5000)).rejects.toThrow(/of 6000 bytes/);
  });

  it("does not take Twilio's own answer to a person for our text", async () => {
    const { harness, fake } = await make();
    await harness.carrier.send(sendRequest(harness));
    const [sent] = fake.state.messages;
    if (sent !== undefined)
      fake.state.messages.push({ ...sent, sid: `SM${'0'.repeat(32)}`, direction: 'outbound-reply' });
    const since = new Date(Date.now() - 1000).toISOString();
    const { messageId, from, to, body } = sendRequest(harness);
    expect(await harness.carrier.findSent({ messageId, from, to, body, since })).toMatchObject([
      { carrierId: sent?.sid },
    ]);
  });

  it('waits when the queue of our number is full', async () => {
    const { harness } = await make();
    const outcome = await harness.carrier.send(sendRequest(harness, { from: '+15005550008' }));
    expect(outcome).toEqual({ outcome: 'notReached', retryAfterMs: 60_000 });
  });

  it('knows wrong credentials as a matter of the account', async () => {
    const { harness, fake } = await make();
    const carrier = createTwilioCarrier({
      accountSid: fake.accountSid,
      authToken: 'wrong',
      apiBaseUrl: fake.url,
    });
    const refused = { outcome: 'refused', errorCode: 'carrier_account', carrierCode: '20003' };
    expect(await carrier.send(sendRequest(harness))).toEqual(refused);
    const order = { phoneNumber: '+14155550120', reference: 'r', webhooks: harness.webhooks };
    expect(await carrier.buyNumber(order)).toMatchObject({ outcome: 'refused', reason: 'account' });
    await expect(carrier.findNumbers({ areaCode: '415', limit: 1 })).rejects.toThrow(/401, code 20003/);
  });

  it('reads every status that Twilio has', async () => {
    const { harness, sign } = await make();
    const expected = {
      accepted: 'queued',
      scheduled: 'queued',
      queued: 'queued',
      sending: 'sending',
      sent: 'sent',
      delivered: 'delivered',
      read: 'delivered',
      undelivered: 'undelivered',
      failed: 'failed',
      canceled: 'failed',
    };
    for (const [named, status] of Object.entries(expected)) {
      const request = sign(harness.webhooks.statusUrl, { MessageSid: 'SM1', MessageStatus: named });
      const verdict = harness.carrier.readWebhook('status', request, new Date());
      expect(verdict, named).toMatchObject({ ok: true, events: [{ status, carrierId: 'SM1' }] });
    }
    for (const named of ['receiving', 'constructor', 'something_new']) {
      const request = sign(harness.webhooks.statusUrl, { MessageSid: 'SM1', MessageStatus: named });
      expect(harness.carrier.readWebhook('status', request, new Date()), named).toEqual({
        ok: true,
        events: [],
      });
    }
  });

  it('passes on the opt-out that Twilio recognized', async () => {
    const { harness, sign } = await make();
    for (const [OptOutType, carrierOptOut] of [
      ['STOP', 'stop'],
      ['START', 'start'],
      ['HELP', 'help'],
      ['OTHER', null],
    ] as const) {
      const params = { MessageSid: 'SM1', From: candidate, To: ours, Body: 'x', OptOutType };
      const verdict = harness.carrier.readWebhook(
        'inbound',
        sign(harness.webhooks.inboundUrl, params),
        new Date(),
      );
      expect(verdict).toMatchObject({ ok: true, events: [{ carrierOptOut }] });
    }
  });

  it('knows which words Twilio answers, and the fake answers just those', async () => {
    const { harness, fake } = await make();
    const answered = {
      stop: ['STOP', ' stopall ', 'Revoke', 'OPTOUT'],
      start: ['start', 'YES', 'UNSTOP'],
      help: ['Help', 'INFO'],
    };
    for (const [keyword, words] of Object.entries(answered)) {
      for (const word of words) {
        if (keyword === 'start') await fake.control.inbound(candidate, ours, 'STOP');
        const before = fake.state.autoReplies.length;
        expect(harness.carrier.answersKeyword(keyword as 'stop', word), word).toBe(true);
        await fake.control.inbound(candidate, ours, word);
        expect(fake.state.autoReplies.length, word).toBe(before + 1);
      }
    }
    const before = fake.state.autoReplies.length;
    for (const text of ['stop please', 'opt out', 'Stop by at 3?', 'stop.']) {
      expect(harness.carrier.answersKeyword('stop', text), text).toBe(false);
      await fake.control.inbound(candidate, ours, text);
    }
    expect(fake.state.autoReplies.length).toBe(before);
  });

  it('acknowledges with empty TwiML, so that Twilio texts nothing back', async () => {
    const { harness } = await make();
    expect(harness.carrier.acknowledgement).toEqual({ contentType: 'text/xml', body: '<Response/>' });
  });
});
