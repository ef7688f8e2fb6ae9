import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeTelnyxOptions, startFakeTelnyx } from '../fakes/fake-telnyx.ts';
import { signedTelnyxEvent, signedTelnyxHeaders } from '../fakes/fake-telnyx-webhooks.ts';
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts';
import { MediaRefused, type WebhookRequest } from '../port.ts';
import { carrierSuite } from '../suite.ts';
import {
  type CarrierHarness,
  callUrls,
  candidate,
  forSale,
  landline,
  ours,
  sendRequest,
} from '../suite-harness.ts';
import { isRecordingStorage } from './calls.ts';
import { createTelnyxCarrier } from './telnyx.ts';

const timeoutMs = 600;

async function makeHarness(options: FakeTelnyxOptions = { ordersByHand: true }) {
  const fake = await startFakeTelnyx(options);
  const receiver = await startWebhookReceiver();
  const closed = await startWebhookReceiver();
  await closed.stop();
  const { apiKey, publicKey, privateKey } = fake;
  const webhooks = {
    inboundUrl: `${receiver.url}/webhooks/inbound`,
    statusUrl: `${receiver.url}/webhooks/status`,
    calls: callUrls(receiver.url),
  };

  function signRaw(url: string, body: string): WebhookRequest {
    return { url, headers: signedTelnyxHeaders(privateKey, body), rawBody: Buffer.from(body) };
  }

  function event(type: string, payload: object): WebhookRequest {
    const { url, headers, body } = signedTelnyxEvent(privateKey, webhooks.statusUrl, type, payload);
    return { url, headers, rawBody: Buffer.from(body) };
  }

  const harness: CarrierHarness = {
    carrier: createTelnyxCarrier({ apiKey, publicKey, apiBaseUrl: fake.url, timeoutMs }),
    unreachable: createTelnyxCarrier({ apiKey, publicKey, apiBaseUrl: closed.url, timeoutMs }),
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
      buysAtOnce: false,
      findsSent: 'afterReceipt',
      findsSentExactly: true,
      signs: { url: false, time: true },
      refusals: [
        { what: 'no number', request: { to: '+1415' }, errorCode: 'invalid_recipient', carrierCode: '40310' },
        {
          what: 'abroad',
          request: { to: '+447700900123' },
          errorCode: 'region_blocked',
          carrierCode: '40309',
        },
        {
          what: 'not ours',
          request: { from: '+14155550199' },
          errorCode: 'sender_not_usable',
          carrierCode: '40305',
        },
        {
          what: 'too long',
          request: { body: '👍'.repeat(400) },
          errorCode: 'too_long',
          carrierCode: '40302',
        },
        { what: 'empty', request: { body: '' }, errorCode: 'unknown_error', carrierCode: '10004' },
        {
          what: 'media address',
          request: { mediaUrls: ['ftp://a/b'] },
          errorCode: 'unknown_error',
          carrierCode: '10003',
        },
        {
          what: 'receipt address',
          request: { statusUrl: 'nowhere' },
          errorCode: 'unknown_error',
          carrierCode: '10003',
        },
      ],
      failedReceipt: { final: 'undelivered', carrierCode: '40003', errorCode: 'filtered' },
      receiptsTellSegments: true,
      foreignMedia: [
        'https://example.com/x.png',
        'http://169.254.169.254/latest/meta-data',
        'https://media.telnyx.com.example.com/x',
        'https://media.telnyx.com@example.com/x',
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
          reason === 'mobile' ? 'number_can_not_be_wireless' : 'number_can_not_be_validated',
        ),
      heard: (phoneNumber) => fake.landline.heard(phoneNumber),
      press: () => undefined,
      signVendorLetter: () => undefined,
      decide: (phoneNumber, decision) =>
        decision === 'approve'
          ? fake.landline.decide(phoneNumber, 'successful', 'successful')
          : fake.landline.decide(phoneNumber, 'carrier_rejected', 'failed_carrier_rejected'),
    },
    own: (phoneNumber) => fake.control.own(phoneNumber, webhooks.inboundUrl),
    take: fake.control.take,
    makeLandline: fake.control.makeLandline,
    settleOrders: () => fake.control.settleOrders(),
    failNext: fake.control.failNext,
    receipts: fake.control.receipts,
    hold: fake.control.hold,
    flush: fake.control.flush,
    placeCall: fake.control.placeCall,
    answerBy: receiver.answerBy,
    accepted: () =>
      fake.state.messages.map(({ to, text, mediaUrls, webhookUrl }) => ({
        to,
        body: text,
        mediaUrls,
        statusUrl: webhookUrl,
      })),
    inbound: async (from, to, body, media) => {
      await fake.control.inbound(from, to, body, media);
    },
    received: () => receiver.requests,
    withUnknownFields: ({ url, rawBody }) => {
      const parsed = JSON.parse(rawBody.toString('utf8')) as { data: { payload: object } };
      const payload = { ...parsed.data.payload, mood: { level: 7 } };
      return signRaw(
        url,
        JSON.stringify({ ...parsed, data: { ...parsed.data, payload, extra: [1] }, more: null }),
      );
    },
    malformed: (kind) =>
      kind === 'inbound'
        ? signRaw(webhooks.inboundUrl, '{"data":')
        : event('message.finalized', { id: 'x', to: [] }),
    stop: async () => {
      await fake.stop();
      await receiver.stop();
    },
  };
  return { harness, fake, receiver, event };
}

carrierSuite('telnyx', async () => (await makeHarness()).harness);

describe('telnyx', () => {
  async function make(options?: FakeTelnyxOptions) {
    const made = await makeHarness(options);
    onTestFinished(() => made.harness.stop());
    made.harness.own(ours);
    return made;
  }

  const order = (harness: CarrierHarness, phoneNumber = forSale, reference = 'order-1') => ({
    phoneNumber,
    reference,
    webhooks: harness.webhooks,
  });

  it('never takes it for proof that a text was not found', async () => {
    expect((await make()).harness.carrier.provesAbsenceAfterMs).toBeNull();
  });

  it('reaches people with the real address, and wants a real key', async () => {
    const { fake } = await make();
    expect(createTelnyxCarrier({ apiKey: 'k', publicKey: fake.publicKey }).reachesPeople).toBe(true);
    expect(() => createTelnyxCarrier({ apiKey: 'k', publicKey: 'short' })).toThrow(/32 bytes/);
  });

  it('makes one messaging profile and uses it again', async () => {
    const { harness, fake } = await make();
    await harness.carrier.buyNumber(order(harness, '+14155550121'));
    await harness.carrier.buyNumber(order(harness, '+14155550122'));
    const restarted = createTelnyxCarrier({
      apiKey: fake.apiKey,
      publicKey: fake.publicKey,
      apiBaseUrl: fake.url,
    });
    await restarted.buyNumber(order(harness, '+14155550123'));
    const made = fake.state.profiles.filter(({ name }) => name === 'Hiretext');
    expect(made).toMatchObject([{ webhookUrl: harness.webhooks.inboundUrl }]);
    const used = ['1', '2', '3'].map((n) => fake.state.numbers.get(`+1415555012${n}`)?.profileId);
    expect(used).toEqual([made[0]?.id, made[0]?.id, made[0]?.id]);
  });

  it('makes a new profile where the one of that name reports elsewhere', async () => {
    const { harness, fake } = await make();
    fake.state.profiles.push({ id: 'other', name: 'Hiretext', webhookUrl: 'https://staging.example.com' });
    await harness.carrier.buyNumber(order(harness));
    expect(fake.state.numbers.get(forSale)?.profileId).not.toBe('other');
  });

  it('uses the profile it was given', async () => {
    const { harness, fake } = await make();
    const messagingProfileId = fake.state.profiles[0]?.id ?? '';
    const { apiKey, publicKey, url: apiBaseUrl } = fake;
    await createTelnyxCarrier({ apiKey, publicKey, apiBaseUrl, messagingProfileId }).buyNumber(
      order(harness),
    );
    expect(fake.state.numbers.get(forSale)?.profileId).toBe(messagingProfileId);
  });

  it('has ordered nothing while there is no profile', async () => {
    const { harness, fake } = await make();
    for (const kind of ['500', 'timeout', 'reset', 'acceptThen500'] as const) {
      harness.failNext({ kind });
      const outcome = await harness.carrier.buyNumber(order(harness));
      expect(outcome, kind).toEqual({ outcome: 'notReached', retryAfterMs: expect.any(Number) });
    }
    expect(fake.state.numbers.has(forSale)).toBe(false);
  });

  it('shows a failed order as rejected, and its number is not ours', async () => {
    const { harness, fake } = await make();
    await harness.carrier.buyNumber(order(harness));
    fake.control.settleOrders('failure');
    expect(await harness.carrier.findOwnedNumber(forSale)).toMatchObject({ linkStatus: 'rejected' });
    expect(await harness.carrier.buyNumber(order(harness))).toMatchObject({
      outcome: 'refused',
      reason: 'taken',
    });
  });

  it('does not call a number linked that has no messaging profile', async () => {
    const { harness, fake } = await make();
    const number = fake.state.numbers.get(ours);
    if (number !== undefined) number.profileId = null;
    expect(await harness.carrier.findOwnedNumber(ours)).toMatchObject({ linkStatus: 'linking' });
  });

  it('knows wrong credentials as a matter of the account', async () => {
    const { harness, fake } = await make();
    const { publicKey, url: apiBaseUrl } = fake;
    const carrier = createTelnyxCarrier({ apiKey: 'wrong', publicKey, apiBaseUrl });
    const refused = { outcome: 'refused', errorCode: 'carrier_account', carrierCode: '10009' };
    expect(await carrier.send(sendRequest(harness))).toEqual(refused);
    expect(await carrier.buyNumber(order(harness))).toMatchObject({ outcome: 'refused', reason: 'account' });
    await expect(carrier.findOwnedNumber(ours)).rejects.toThrow(/401, code 10009/);
  });

  it('learns of a landline by the receipt', async () => {
    const { harness, receiver } = await make();
    harness.makeLandline(landline);
    expect(await harness.carrier.send(sendRequest(harness, { to: landline }))).toMatchObject({
      outcome: 'accepted',
    });
    await harness.flush();
    const receipt = receiver.requests.at(-1);
    expect(receipt && harness.carrier.readWebhook('status', receipt, new Date())).toMatchObject({
      ok: true,
      events: [{ status: 'undelivered', errorCode: 'not_textable', carrierCode: '40001' }],
    });
  });

  it('keeps receipts away from the address for inbound texts, even when ours does not take them', async () => {
    const { harness, receiver } = await make();
    receiver.answerWith(500);
    await harness.carrier.send(sendRequest(harness));
    await harness.flush();
    expect(new Set(receiver.requests.map(({ url }) => url))).toEqual(
      new Set([sendRequest(harness).statusUrl]),
    );
  });

  it('reads every status that Telnyx has', async () => {
    const { harness, event } = await make();
    const expected = {
      queued: ['queued', null],
      sending: ['sending', null],
      sent: ['sent', null],
      delivered: ['delivered', null],
      delivery_unconfirmed: ['sent', null],
      delivery_failed: ['undelivered', 'unknown_error'],
      sending_failed: ['failed', 'unknown_error'],
      expired: ['failed', 'expired'],
    };
    for (const [named, [status, errorCode]] of Object.entries(expected)) {
      const request = event('message.finalized', { id: 'm1', to: [{ status: named }], parts: 2, errors: [] });
      const verdict = harness.carrier.readWebhook('status', request, new Date());
      expect(verdict, named).toMatchObject({
        ok: true,
        events: [{ carrierId: 'm1', status, errorCode, segments: 2 }],
      });
    }
    const added = event('message.finalized', { id: 'm1', to: [{ status: 'toString' }] });
    expect(harness.carrier.readWebhook('status', added, new Date())).toEqual({ ok: true, events: [] });
  });

  it('takes no notice of other events', async () => {
    const { harness, event } = await make();
    const request = event('10dlc.campaign.update', { anything: true });
    expect(harness.carrier.readWebhook('status', request, new Date())).toEqual({ ok: true, events: [] });
  });

  it('passes on the opt-out that Telnyx recognized', async () => {
    const { harness, receiver } = await make();
    for (const [body, carrierOptOut] of [
      ['stop all', 'stop'],
      ['Unstop', 'start'],
      ['stop it', null],
    ] as const) {
      await harness.inbound(candidate, ours, body);
      const request = receiver.requests.at(-1);
      const verdict = request && harness.carrier.readWebhook('inbound', request, new Date());
      expect(verdict, body).toMatchObject({ ok: true, events: [{ carrierOptOut }] });
    }
  });

  it('knows which words Telnyx answers, and the fake answers just those', async () => {
    const { harness, fake } = await make();
    const answered = { stop: ['STOP', ' stop all ', 'Quit'], start: ['start', 'UNSTOP'] };
    for (const [keyword, words] of Object.entries(answered)) {
      for (const word of words) {
        const before = fake.state.autoReplies.length;
        expect(harness.carrier.answersKeyword(keyword as 'stop', word), word).toBe(true);
        await harness.inbound(candidate, ours, word);
        expect(fake.state.autoReplies.length, word).toBe(before + 1);
      }
    }
    const before = fake.state.autoReplies.length;
    for (const [keyword, text] of [
      ['stop', 'REVOKE'],
      ['stop', 'stop please'],
      ['start', 'YES'],
      ['help', 'HELP'],
    ] as const) {
      expect(harness.carrier.answersKeyword(keyword, text), text).toBe(false);
      await harness.inbound(candidate, ours, text);
    }
    expect(fake.state.autoReplies.length).toBe(before);
  });

  it('calls api.telnyx.com once for each text and fetches media of Telnyx without the key', async () => {
    const { fake, harness } = await make();
    const calls: { url: string; authorization: string | null }[] = [];
    const carrier = createTelnyxCarrier({
      apiKey: 'secret',
      publicKey: fake.publicKey,
      fetch: async (input, init) => {
        calls.push({ url: String(input), authorization: new Headers(init?.headers).get('authorization') });
        return new Response('busy', { status: 503 });
      },
    });
    const request = sendRequest(harness, { from: '+14152000110' });
    expect(await carrier.send(request)).toEqual({ outcome: 'unknown' });
    const url = 'https://us-central-1.telnyxcloudstorage.com/mms/1';
    await expect(carrier.downloadMedia(url, 10)).rejects.toThrow();
    expect(calls).toEqual([
      { url: 'https://api.telnyx.com/v2/messages', authorization: 'Bearer secret' },
      { url, authorization: null },
    ]);
  });
});

describe('telnyx calls', () => {
  it('go to one application for all numbers that report to one address', async () => {
    const { harness, fake } = await makeHarness();
    onTestFinished(harness.stop);
    for (const phoneNumber of ['+14155550121', '+14155550122'])
      await harness.carrier.buyNumber({ phoneNumber, reference: phoneNumber, webhooks: harness.webhooks });
    expect(fake.state.applications).toMatchObject([
      {
        voiceUrl: harness.webhooks.calls.incomingUrl,
        statusCallback: harness.webhooks.calls.endedUrl,
        voiceProfileId: fake.state.voiceProfiles[0]?.id,
      },
    ]);
    expect(fake.state.voiceProfiles).toHaveLength(1);
    const [one, other] = ['+14155550121', '+14155550122'].map((n) => fake.state.numbers.get(n)?.connectionId);
    expect(one).toBe(fake.state.applications[0]?.id);
    expect(other).toBe(one);
    // Another process finds what the first one made.
    const { apiKey, publicKey, url } = fake;
    const again = createTelnyxCarrier({ apiKey, publicKey, apiBaseUrl: url });
    await again.buyNumber({ phoneNumber: '+14155550123', reference: 'x', webhooks: harness.webhooks });
    expect(fake.state.applications).toHaveLength(1);
  });

  it('are read as JSON too, as the reference shows them', async () => {
    const { harness, fake } = await makeHarness();
    onTestFinished(harness.stop);
    const body = JSON.stringify({ CallSid: 'v3:1', From: candidate, To: ours, Sequence: 1 });
    const request = {
      url: 'https://app.example.com/x',
      headers: signedTelnyxHeaders(fake.privateKey, body),
      rawBody: Buffer.from(body),
    };
    expect(harness.carrier.readCall('incoming', request, new Date())).toEqual({
      ok: true,
      event: { point: 'incoming', carrierCallId: 'v3:1', from: candidate, to: ours },
    });
  });

  it('leave recordings that are fetched by their id, whatever address the webhook names', async () => {
    const { harness, fake } = await makeHarness();
    onTestFinished(harness.stop);
    const body = new URLSearchParams({
      CallSid: 'v3:1',
      RecordingSid: 'rec-1',
      RecordingUrl: 'http://169.254.169.254/latest/meta-data',
      RecordingDuration: '5',
    }).toString();
    const headers = {
      ...signedTelnyxHeaders(fake.privateKey, body),
      'content-type': 'application/x-www-form-urlencoded',
    };
    const request = { url: 'https://app.example.com/x', headers, rawBody: Buffer.from(body) };
    const url = 'https://api.telnyx.com/v2/recordings/rec-1';
    expect(harness.carrier.readCall('recordingReady', request, new Date())).toMatchObject({
      event: { recording: { url, seconds: 5 } },
    });
    await expect(harness.carrier.downloadMedia(url, 1000)).rejects.toThrow(MediaRefused);
  });

  it.each<[string, boolean]>([
    ['https://s3.amazonaws.com/telephony-recorder-prod/a/b.mp3?X-Amz-Expires=600', true],
    ['https://s3.eu-central-1.amazonaws.com/telephony-recorder-prod-fr5/b.mp3', true],
    ['https://telephony-recorder-prod.s3.amazonaws.com/b.mp3', true],
    ['https://s3.amazonaws.com/someone-else/telephony-recorder-prod/b.mp3', false],
    ['https://s3.amazonaws.com.example.com/telephony-recorder-prod/b.mp3', false],
    ['https://telephony-recorder-prod.s3.example.com/b.mp3', false],
    ['https://example.com@s3.amazonaws.com:444/telephony-recorder-prod/b.mp3', false],
    ['http://s3.amazonaws.com/telephony-recorder-prod/b.mp3', false],
  ])('are kept at %s: %s', (url, is) => {
    expect(isRecordingStorage(new URL(url))).toBe(is);
  });
});
