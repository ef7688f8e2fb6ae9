import { describe, expect, it } from 'vitest';
import type { CarrierEvent, WebhookRequest } from './port.ts';
import { type CurrentHarness, candidate, messageId, ours, sendRequest } from './suite-harness.ts';

const picture = Buffer.from('89504e470d0a1a0a', 'hex');

export function webhooksSuite(current: CurrentHarness): void {
  const read = (kind: 'inbound' | 'status', request: WebhookRequest, now = new Date()) =>
    current().carrier.readWebhook(kind, request, now);

  function eventsOf(kind: 'inbound' | 'status', request: WebhookRequest): CarrierEvent[] {
    const verdict = read(kind, request);
    if (!verdict.ok) throw new Error(`refused: ${verdict.reason}`);
    return verdict.events;
  }

  async function inbound(body: string, media = [] as Parameters<ReturnType<CurrentHarness>['inbound']>[3]) {
    await current().inbound(candidate, ours, body, media);
    const request = current().received().at(-1);
    if (request === undefined) throw new Error('no webhook came');
    return request;
  }

  async function receiptsOf(request = sendRequest(current())) {
    const sent = await current().carrier.send(request);
    await current().flush();
    const receipts = current()
      .received()
      .filter(({ url }) => url === request.statusUrl);
    return { sent, receipts, events: receipts.flatMap((receipt) => eventsOf('status', receipt)) };
  }

  describe('receipts', () => {
    it('name the text by its address and by the id the carrier gave it', async () => {
      const { sent, receipts, events } = await receiptsOf();
      expect(receipts.length).toBeGreaterThan(0);
      for (const event of events) {
        expect(event).toMatchObject({
          type: 'status',
          carrierId: sent.outcome === 'accepted' ? sent.carrierId : '',
        });
      }
      expect(receipts[0]?.url).toContain(messageId);
    });

    it('report the way of a delivered text', async () => {
      const { events } = await receiptsOf();
      expect(events).toMatchObject([
        { status: 'sent', errorCode: null, carrierCode: null },
        { status: 'delivered', errorCode: null, carrierCode: null },
      ]);
    });

    it('report why a text failed', async () => {
      const { final, carrierCode, errorCode } = current().traits.failedReceipt;
      current().receipts({ final, errorCode: carrierCode });
      const { events } = await receiptsOf();
      expect(events.at(-1)).toMatchObject({ status: final, errorCode, carrierCode });
    });

    it('have a reason even where the carrier gives none or one we do not know', async () => {
      const { final } = current().traits.failedReceipt;
      for (const [n, errorCode] of [null, '99999'].entries()) {
        current().receipts({ final, errorCode });
        const { events } = await receiptsOf(sendRequest(current(), { messageId: `text-${n}` }));
        expect(events.at(-1)).toMatchObject({
          status: final,
          errorCode: 'unknown_error',
          carrierCode: errorCode,
        });
      }
    });

    it('come twice and in any order', async () => {
      current().receipts({ duplicate: true, shuffle: true });
      const { events } = await receiptsOf();
      expect(events.map((event) => event.type === 'status' && event.status)).toEqual([
        'delivered',
        'delivered',
        'sent',
        'sent',
      ]);
    });

    it('name the segments where the carrier does', async () => {
      const { events } = await receiptsOf(sendRequest(current(), { body: 'a'.repeat(161) }));
      expect(events.at(-1)).toMatchObject({ segments: current().traits.receiptsTellSegments ? 2 : null });
    });
  });

  describe('texts that come in', () => {
    it('are read as they were written', async () => {
      const body = 'Café + R&D = 50%? 👩🏽‍💻 "ok"\r\nsecond line; a=b&c=d';
      const request = await inbound(body);
      expect(eventsOf('inbound', request)).toEqual([
        {
          type: 'inbound',
          carrierId: expect.any(String),
          from: candidate,
          to: ours,
          body,
          media: [],
          occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*Z$/),
          carrierOptOut: null,
        },
      ]);
    });

    it('may have no words, and media', async () => {
      const request = await inbound('', [
        { contentType: 'image/png', bytes: picture },
        { contentType: 'application/pdf', bytes: Buffer.from('%PDF-') },
      ]);
      expect(eventsOf('inbound', request)).toMatchObject([
        { body: '', media: [{ contentType: 'image/png' }, { contentType: 'application/pdf' }] },
      ]);
    });

    it('carry the same id each time they are delivered', async () => {
      const request = await inbound('Hello');
      expect(eventsOf('inbound', request)).toMatchObject([{ carrierId: expect.stringMatching(/./) }]);
      const other = await inbound('Hello');
      const [first, second] = [request, other].map((each) => eventsOf('inbound', each)[0]?.carrierId);
      expect(first).not.toBe(second);
    });
  });

  describe('are refused', () => {
    it('without a signature, or with a wrong one', async () => {
      const request = await inbound('Hello');
      const unsigned = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !/signature/.test(name)),
      );
      expect(read('inbound', { ...request, headers: unsigned })).toEqual({ ok: false, reason: 'signature' });

      const signatureHeader = Object.keys(request.headers).find((name) => /signature/.test(name)) ?? '';
      for (const signature of ['', 'AAAA', '%%%', Buffer.alloc(64).toString('base64')]) {
        const headers = { ...request.headers, [signatureHeader]: signature };
        expect(read('inbound', { ...request, headers })).toEqual({ ok: false, reason: 'signature' });
      }
      const twice = { ...request.headers, [signatureHeader]: ['a', 'b'] };
      expect(read('inbound', { ...request, headers: twice })).toEqual({ ok: false, reason: 'signature' });
    });

    it('when anything in them was changed', async () => {
      const request = await inbound('Hello');
      const rawBody = Buffer.from(request.rawBody.toString('utf8').replace('Hello', 'Jello'));
      expect(read('inbound', { ...request, rawBody })).toEqual({ ok: false, reason: 'signature' });
      expect(read('inbound', { ...request, rawBody: Buffer.alloc(0) })).toEqual({
        ok: false,
        reason: 'signature',
      });
    });

    it('at another address, where the signature covers it', async () => {
      const request = await inbound('Hello');
      const elsewhere = read('inbound', { ...request, url: `${request.url}?m=other` });
      expect(elsewhere.ok).toBe(!current().traits.signs.url);
      if (!current().traits.signs.url) return;
      expect(read('inbound', { ...request, url: 'not an address' })).toEqual({
        ok: false,
        reason: 'signature',
      });
    });

    it('when they are old, where the signature covers the time', async () => {
      const request = await inbound('Hello');
      for (const minutes of [-6, 6]) {
        const verdict = read('inbound', request, new Date(Date.now() + minutes * 60_000));
        expect(verdict.ok).toBe(!current().traits.signs.time);
      }
      expect(read('inbound', request, new Date(Date.now() + 4 * 60_000)).ok).toBe(true);
    });

    it('when they are signed but make no sense', () => {
      expect(read('inbound', current().malformed('inbound'))).toEqual({ ok: false, reason: 'malformed' });
      expect(read('status', current().malformed('status'))).toEqual({ ok: false, reason: 'malformed' });
    });
  });

  it('may have unknown fields', async () => {
    const request = await inbound('Hello');
    expect(eventsOf('inbound', current().withUnknownFields(request))).toMatchObject([{ body: 'Hello' }]);
    const { receipts } = await receiptsOf();
    for (const receipt of receipts) {
      expect(eventsOf('status', current().withUnknownFields(receipt))).toMatchObject([{ type: 'status' }]);
    }
  });

  describe('media', () => {
    async function urlOf(item: { contentType: string; bytes: Buffer; stall?: boolean; redirectTo?: string }) {
      const [event] = eventsOf('inbound', await inbound('', [item]));
      return event?.type === 'inbound' ? (event.media[0]?.url ?? '') : '';
    }

    it('are downloaded whole, up to the limit', async () => {
      const url = await urlOf({ contentType: 'image/png; charset=binary', bytes: picture });
      const expected = { contentType: 'image/png', bytes: picture };
      expect(await current().carrier.downloadMedia(url, picture.length)).toEqual(expected);
      await expect(current().carrier.downloadMedia(url, picture.length - 1)).rejects.toThrow();
    });

    it('are not fetched from elsewhere', async () => {
      for (const url of current().traits.foreignMedia) {
        await expect(current().carrier.downloadMedia(url, 1000), url).rejects.toThrow(
          /not one of the carrier/,
        );
      }
    });

    it('do not lead elsewhere', async () => {
      if (!current().traits.mediaRedirects) return;
      for (const redirectTo of current().traits.foreignMedia) {
        const url = await urlOf({ contentType: 'image/png', bytes: picture, redirectTo });
        await expect(current().carrier.downloadMedia(url, 1000), redirectTo).rejects.toThrow();
      }
    });

    it('are given up when they take too long', async () => {
      const url = await urlOf({ contentType: 'image/png', bytes: picture, stall: true });
      await expect(current().carrier.downloadMedia(url, 1000)).rejects.toThrow();
    });

    it('that do not exist are an error', async () => {
      const url = await urlOf({ contentType: 'image/png', bytes: picture });
      await expect(current().carrier.downloadMedia(`${url.slice(0, -4)}0000`, 1000)).rejects.toThrow();
    });
  });
}
