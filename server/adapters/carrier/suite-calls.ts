import { beforeEach, describe, expect, it } from 'vitest';
import { MediaRefused, type WebhookRequest } from './port.ts';
import type { CallEvent, CallPoint, CallStep } from './port-calls.ts';
import { type CurrentHarness, callUrls, candidate, forSale, ours } from './suite-harness.ts';

const ownPhone = '+12065550142';
const recording = Buffer.from('524946462400000057415645', 'hex');

export function callsSuite(current: CurrentHarness): void {
  let base: string;
  /** What the app says at each turn. */
  let steps: Partial<Record<CallPoint, CallStep>>;

  const url = (point: CallPoint) => `${base}/webhooks/calls/a/c/${point}`;
  const pointOf = (address: string) => new URL(address).pathname.split('/').at(-1) as CallPoint;
  const forward = (callerId = candidate): CallStep => ({
    step: 'forward',
    to: ownPhone,
    callerId,
    ringSeconds: 20,
    pickedUpUrl: url('pickedUp'),
    endedUrl: url('forwardEnded'),
  });

  beforeEach(async () => {
    const { carrier, webhooks } = current();
    base = new URL(webhooks.inboundUrl).origin;
    steps = {
      incoming: forward(),
      pickedUp: {
        step: 'ask',
        sentence: 'Call from Maria Santos for Hiretext. Press 1 to accept.',
        waitSeconds: 8,
        pressedUrl: url('pressed'),
      },
      pressed: { step: 'connect' },
      forwardEnded: {
        step: 'record',
        sentence: 'Please leave a message.',
        longestSeconds: 180,
        recordedUrl: url('recorded'),
        recordingReadyUrl: url('recordingReady'),
      },
      recorded: { step: 'say', sentence: 'Goodbye.' },
    };
    current().answerBy((address) => carrier.answerCall(steps[pointOf(address)] ?? null));
    const owned = await carrier.findOwnedNumber(ours);
    await carrier.configureWebhooks(owned?.carrierNumberId ?? '', webhooks);
  });

  const requestsAt = (point: CallPoint): WebhookRequest[] =>
    current()
      .received()
      .filter((request) => pointOf(request.url) === point);

  function readAll<Point extends CallPoint>(point: Point): Extract<CallEvent, { point: Point }>[] {
    return requestsAt(point).map((request) => {
      const verdict = current().carrier.readCall(point, request, new Date());
      if (!verdict.ok) throw new Error(`refused: ${verdict.reason}`);
      return verdict.event as Extract<CallEvent, { point: Point }>;
    });
  }

  it('are asked about: who calls whom', async () => {
    const call = await current().placeCall(candidate, ours);
    expect(readAll('incoming')).toEqual([
      { point: 'incoming', carrierCallId: expect.stringMatching(/./), from: candidate, to: ours },
    ]);
    expect(call).toMatchObject({ state: 'ringing', ringsAt: ownPhone, refused: [] });
    steps.incoming = forward('+14155550160');
    expect(await current().placeCall('+14155550160', ours)).toMatchObject({ refused: [] });
    const [first, second] = readAll('incoming');
    expect(first?.carrierCallId).not.toBe(second?.carrierCallId);
  });

  it('are asked about at a number that was just bought', async () => {
    const { carrier, webhooks } = current();
    await carrier.buyNumber({ phoneNumber: forSale, reference: 'order-1', webhooks });
    current().settleOrders();
    await current().placeCall(candidate, forSale);
    expect(readAll('incoming')).toMatchObject([{ to: forSale }]);
  });

  it('are asked about elsewhere once the carrier is set to, and texts reported there', async () => {
    const { carrier } = current();
    const owned = await carrier.findOwnedNumber(ours);
    const inboundUrl = `${base}/moved/webhooks/inbound`;
    await carrier.configureWebhooks(owned?.carrierNumberId ?? '', {
      inboundUrl,
      calls: callUrls(`${base}/moved`),
    });
    await current().placeCall(candidate, ours);
    expect(requestsAt('incoming').map((request) => new URL(request.url).pathname)).toEqual([
      '/moved/webhooks/calls/incoming',
    ]);
    await current().inbound(candidate, ours, 'Hello');
    expect(current().received().at(-1)?.url).toBe(inboundUrl);
  });

  it('can not be configured for a number that is not ours, or while the carrier is away', async () => {
    const { carrier, unreachable, webhooks, traits } = current();
    await expect(carrier.configureWebhooks('1', webhooks)).rejects.toThrow();
    if (unreachable !== null) await expect(unreachable.configureWebhooks('1', webhooks)).rejects.toThrow();
    const owned = await carrier.findOwnedNumber(ours);
    for (const kind of traits.faults) {
      current().failNext({ kind });
      await expect(carrier.configureWebhooks(owned?.carrierNumberId ?? '', webhooks), kind).rejects.toThrow();
    }
  });

  it('may come without a number, and are forwarded with ours', async () => {
    steps.incoming = forward(ours);
    const call = await current().placeCall(null, ours);
    expect(readAll('incoming')).toMatchObject([{ from: null, to: ours }]);
    expect(call).toMatchObject({ state: 'ringing', ringsAt: ownPhone, refused: [] });
  });

  it('are accepted with a key, and spoken', async () => {
    const call = await current().placeCall(candidate, ours);
    await call.pickUp();
    expect(call.heard).toEqual([
      { by: 'forwarded', sentence: 'Call from Maria Santos for Hiretext. Press 1 to accept.' },
    ]);
    await call.press('1');
    expect(readAll('pressed')).toEqual([{ point: 'pressed', digits: '1' }]);
    expect(call.state).toBe('talking');

    steps.forwardEnded = { step: 'hangUp' };
    await call.hangUp();
    const [{ carrierCallId } = { carrierCallId: '' }] = readAll('incoming');
    const [ended] = readAll('forwardEnded');
    expect(ended).toMatchObject({ carrierCallId, seconds: expect.any(Number) });
    expect(ended?.wereConnected).not.toBe(false);
    expect(readAll('ended')).toEqual([{ point: 'ended', carrierCallId, to: ours }]);
    expect(call).toMatchObject({ state: 'ended', refused: [] });
  });

  it('are answered by a recorder when no one picks up', async () => {
    const call = await current().placeCall(candidate, ours);
    await call.decline();
    expect(readAll('forwardEnded')).toMatchObject([{ wereConnected: false }]);
    expect(call).toMatchObject({ state: 'voicemail', refused: [] });
    expect(call.heard.at(-1)).toEqual({ by: 'caller', sentence: 'Please leave a message.' });

    await call.leaveMessage(recording, 23);
    const [{ carrierCallId } = { carrierCallId: '' }] = readAll('incoming');
    expect(readAll('recorded')).toEqual([{ point: 'recorded', carrierCallId }]);
    const [ready] = readAll('recordingReady');
    expect(ready).toMatchObject({ carrierCallId, recording: { seconds: 23 } });
    const downloaded = await current().carrier.downloadMedia(ready?.recording?.url ?? '', 1000);
    expect(downloaded.bytes).toEqual(recording);
    expect(call.heard.at(-1)).toEqual({ by: 'caller', sentence: 'Goodbye.' });
    expect(call).toMatchObject({ state: 'ended', refused: [] });
  });

  it('leave a recording, which the carrier deletes when asked to', async () => {
    const { carrier, unreachable, traits } = current();
    const call = await current().placeCall(candidate, ours);
    await call.decline();
    await call.leaveMessage(recording, 23);
    const url = readAll('recordingReady')[0]?.recording?.url ?? '';
    // Some of the other faults report that it is done.
    for (const kind of traits.faults.filter((each) => !each.startsWith('accept'))) {
      current().failNext({ kind });
      await expect(carrier.forgetRecording(url), kind).rejects.toThrow();
    }
    if (unreachable !== null) await expect(unreachable.forgetRecording(url)).rejects.toThrow();
    await carrier.forgetRecording(url);
    await expect(carrier.downloadMedia(url, 1000)).rejects.toThrow(MediaRefused);
    // Already gone.
    await carrier.forgetRecording(url);
    await expect(carrier.forgetRecording('https://elsewhere.example.com/1')).rejects.toThrow();
  });

  it('without a word leave no recording', async () => {
    const call = await current().placeCall(candidate, ours);
    await call.decline();
    await call.leaveMessage(Buffer.alloc(0), 0);
    expect(readAll('recordingReady')).toMatchObject([{ recording: null }]);
  });

  it('are not swallowed by the voicemail of the phone that picked up', async () => {
    const call = await current().placeCall(candidate, ours);
    await call.pickUp();
    await call.decline();
    const [ended] = readAll('forwardEnded');
    expect(ended?.wereConnected).not.toBe(true);
    expect(call).toMatchObject({ state: 'voicemail', refused: [] });
  });

  it('are not forwarded when the wrong key was pressed', async () => {
    steps.pressed = { step: 'hangUp' };
    const call = await current().placeCall(candidate, ours);
    await call.pickUp();
    await call.press('2');
    expect(readAll('pressed')).toMatchObject([{ digits: '2' }]);
    expect(call).toMatchObject({ state: 'voicemail', refused: [] });
  });

  it('end when the caller hangs up while it rings', async () => {
    const call = await current().placeCall(candidate, ours);
    await call.hangUp();
    expect(readAll('ended')).toHaveLength(1);
    expect(call.heard).toEqual([]);
  });

  it('can be answered with a sentence alone, or not at all', async () => {
    steps.incoming = { step: 'say', sentence: `Müller & "Söhne" <GmbH>, that's us` };
    const call = await current().placeCall(candidate, ours);
    expect(call).toMatchObject({
      state: 'ended',
      heard: [{ by: 'caller', sentence: `Müller & "Söhne" <GmbH>, that's us` }],
      refused: [],
    });
    steps.incoming = { step: 'reject' };
    expect(await current().placeCall(candidate, ours)).toMatchObject({ state: 'ended', refused: [] });
  });

  describe('are not believed', () => {
    const read = (request: WebhookRequest, now = new Date()) =>
      current().carrier.readCall('incoming', request, now);
    async function incoming(): Promise<WebhookRequest> {
      await current().placeCall(candidate, ours);
      const [request] = requestsAt('incoming');
      if (request === undefined) throw new Error('no webhook came');
      return request;
    }

    it('without a signature, with a wrong one, or changed', async () => {
      const request = await incoming();
      const signatureHeader = Object.keys(request.headers).find((name) => /signature/.test(name)) ?? '';
      for (const signature of [undefined, '', 'AAAA', Buffer.alloc(64).toString('base64')]) {
        const headers = { ...request.headers, [signatureHeader]: signature };
        expect(read({ ...request, headers })).toEqual({ ok: false, reason: 'signature' });
      }
      const rawBody = Buffer.from(request.rawBody.toString('utf8').replace('4155550150', '4155550151'));
      expect(read({ ...request, rawBody })).toEqual({ ok: false, reason: 'signature' });
    });

    it('at another address, or late, where the signature covers that', async () => {
      const request = await incoming();
      const { signs } = current().traits;
      expect(read({ ...request, url: `${request.url}?call=other` }).ok).toBe(!signs.url);
      expect(read(request, new Date(Date.now() + 6 * 60_000)).ok).toBe(!signs.time);
    });

    it('when they are signed but make no sense', () => {
      expect(read(current().malformed('inbound'))).toEqual({ ok: false, reason: 'malformed' });
    });
  });
}
