import { describe, expect, it } from 'vitest';
import { type CurrentHarness, candidate, messageId, ours, sendRequest } from './suite-harness.ts';

const longBody = 'a'.repeat(161);

export function textsSuite(current: CurrentHarness): void {
  const query = (changes: Partial<{ messageId: string; body: string; since: string }> = {}) => ({
    messageId,
    from: ours,
    to: candidate,
    body: 'Are you free at 3?',
    since: new Date(Date.now() - 1000).toISOString(),
    ...changes,
  });

  it('hands a text over once, as it is', async () => {
    const body = 'Zoë & co: 50% + "x" = 👍🏽\nline 2 <b> ';
    const outcome = await current().carrier.send(sendRequest(current(), { body }));
    expect(outcome).toMatchObject({ outcome: 'accepted', carrierId: expect.any(String) });
    expect(current().accepted()).toEqual([
      { to: candidate, body, mediaUrls: [], statusUrl: current().statusUrl(messageId) },
    ]);
  });

  it('reports how many segments the carrier counted', async () => {
    const outcome = await current().carrier.send(sendRequest(current(), { body: longBody }));
    expect(outcome).toMatchObject({ outcome: 'accepted', segments: 2 });
  });

  it('hands media over, with and without words', async () => {
    const mediaUrls = ['https://app.example.com/media/1?t=a&b=c', 'https://app.example.com/media/2'];
    await current().carrier.send(sendRequest(current(), { mediaUrls }));
    await current().carrier.send(sendRequest(current(), { mediaUrls, body: '' }));
    expect(current().accepted()).toMatchObject([{ mediaUrls }, { body: '', mediaUrls }]);
  });

  it('reports each refusal in our words', async () => {
    expect(current().traits.refusals.length).toBeGreaterThan(0);
    for (const { what, request, errorCode, carrierCode } of current().traits.refusals) {
      const outcome = await current().carrier.send(sendRequest(current(), request));
      expect(outcome, what).toEqual({ outcome: 'refused', errorCode, carrierCode });
    }
    expect(current().accepted()).toEqual([]);
  });

  it('waits as long as a busy carrier asks', async () => {
    const { carrier, traits } = current();
    if (!traits.faults.includes('429')) return;
    current().failNext({ kind: '429', on: 'send', retryAfterSeconds: 12 });
    expect(await carrier.send(sendRequest(current()))).toEqual({
      outcome: 'notReached',
      retryAfterMs: 12_000,
    });
    current().failNext({ kind: '429', on: 'send' });
    expect(await carrier.send(sendRequest(current()))).toEqual({ outcome: 'notReached', retryAfterMs: 1000 });
    expect(current().accepted()).toEqual([]);
  });

  it('knows that nothing was sent when no one answers', async () => {
    const { unreachable } = current();
    if (unreachable === null) return;
    expect(await unreachable.send(sendRequest(current()))).toEqual({
      outcome: 'notReached',
      retryAfterMs: expect.any(Number),
    });
  });

  it('does not guess when the carrier broke down, and does not try again by itself', async () => {
    const { carrier, traits } = current();
    for (const kind of traits.faults.filter((fault) => fault !== '429')) {
      const before = current().accepted().length;
      current().failNext({ kind, on: 'send' });
      expect(await carrier.send(sendRequest(current())), kind).toEqual({ outcome: 'unknown' });
      expect(current().accepted().length - before, kind).toBe(kind.startsWith('accept') ? 1 : 0);
    }
  });

  describe('whose answer was lost', () => {
    it('are found by asking', async () => {
      const { carrier, traits } = current();
      const lost = traits.faults.find((kind) => kind.startsWith('accept'));
      if (lost === undefined) return;
      current().hold();
      current().failNext({ kind: lost, on: 'send' });
      expect(await carrier.send(sendRequest(current()))).toEqual({ outcome: 'unknown' });

      const early = await carrier.findSent(query());
      expect(early.map(({ status }) => status)).toEqual(traits.findsSent === 'atOnce' ? ['queued'] : []);
      await current().flush();
      expect(await carrier.findSent(query())).toEqual([
        {
          carrierId: expect.any(String),
          status: 'delivered',
          segments: 1,
          errorCode: null,
          carrierCode: null,
        },
      ]);
    });

    it('are found with the reason why they failed', async () => {
      const { carrier, traits } = current();
      const { final, carrierCode, errorCode } = traits.failedReceipt;
      current().receipts({ final, errorCode: carrierCode });
      await carrier.send(sendRequest(current()));
      await current().flush();
      expect(await carrier.findSent(query())).toMatchObject([{ status: final, errorCode, carrierCode }]);
    });

    it('are not mistaken for others', async () => {
      const { carrier } = current();
      await carrier.send(sendRequest(current()));
      await carrier.send(sendRequest(current(), { to: '+14155550152' }));
      await current().inbound(candidate, ours, 'Are you free at 3?');
      await current().flush();

      const other = { messageId: '0190f3a0-7c1b-7000-8000-00000000000f', body: 'Are you free at 4?' };
      expect(await carrier.findSent(query(other))).toEqual([]);
      expect(await carrier.findSent(query({ since: new Date(Date.now() + 60_000).toISOString() }))).toEqual(
        [],
      );
      expect(await carrier.findSent(query())).toHaveLength(1);
    });

    it('are all returned when the same words were sent twice and the carrier can not tell them apart', async () => {
      const { carrier, traits } = current();
      await carrier.send(sendRequest(current()));
      await carrier.send(sendRequest(current(), { messageId: '0190f3a0-7c1b-7000-8000-000000000002' }));
      await current().flush();
      expect(await carrier.findSent(query())).toHaveLength(traits.findsSentExactly ? 1 : 2);
    });

    it('are found behind many other texts', async () => {
      const { carrier } = current();
      const asked = query();
      await carrier.send(sendRequest(current()));
      for (let n = 0; n < 60; n += 1) {
        await carrier.send(sendRequest(current(), { messageId: `other-${n}`, body: `Text ${n}` }));
      }
      await current().flush();
      expect(await carrier.findSent(asked)).toHaveLength(1);
    });

    it('are not reported missing when the carrier can not be asked', async () => {
      const { carrier, traits, unreachable } = current();
      if (unreachable !== null) await expect(unreachable.findSent(query())).rejects.toThrow();
      for (const kind of traits.faults) {
        current().failNext({ kind });
        await expect(carrier.findSent(query()), kind).rejects.toThrow();
      }
    });
  });
}
