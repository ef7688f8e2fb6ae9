import { expect, it } from 'vitest';
import { type CurrentHarness, forSale, ours } from './suite-harness.ts';

export function numbersSuite(current: CurrentHarness): void {
  const order = (phoneNumber: string, reference = 'order-1') => ({
    phoneNumber,
    reference,
    webhooks: current().webhooks,
  });

  /** Buys, and waits where the carrier takes its time. */
  async function buy(phoneNumber: string, reference?: string) {
    const outcome = await current().carrier.buyNumber(order(phoneNumber, reference));
    current().settleOrders();
    return outcome;
  }

  it('finds numbers by area code, at most as many as asked for', async () => {
    const found = await current().carrier.findNumbers({ areaCode: '415', limit: 5 });
    expect(found).toHaveLength(5);
    for (const number of found) expect(number.phoneNumber).toMatch(/^\+1415\d{7}$/);
    expect(found[0]).toMatchObject({ locality: 'San Francisco', region: 'CA' });
  });

  it('finds nothing in an area code without numbers', async () => {
    expect(await current().carrier.findNumbers({ areaCode: '533', limit: 5 })).toEqual([]);
  });

  it('finds numbers around an area code', async () => {
    const place = { areaCode: '628', city: 'San Francisco', state: 'CA', limit: 5 };
    const found = await current().carrier.findNumbersNear(place);
    expect(found).toHaveLength(5);
  });

  it('buys a number, which is then ours and linked', async () => {
    const { carrier, traits } = current();
    const outcome = await buy(forSale);
    const owned = await carrier.findOwnedNumber(forSale);
    expect(owned).toMatchObject({ phoneNumber: forSale, linkStatus: 'linked' });
    expect(outcome).toEqual(
      traits.buysAtOnce
        ? { outcome: 'bought', carrierNumberId: owned?.carrierNumberId }
        : { outcome: 'pending' },
    );
    const offered = await carrier.findNumbers({ areaCode: '415', limit: 50 });
    expect(offered.map((number) => number.phoneNumber)).not.toContain(forSale);
  });

  it('shows a purchase under way as linking', async () => {
    const { carrier, traits } = current();
    if (traits.buysAtOnce) return;
    expect(await carrier.buyNumber(order(forSale))).toEqual({ outcome: 'pending' });
    expect(await carrier.findOwnedNumber(forSale)).toMatchObject({ linkStatus: 'linking' });
  });

  it('receives texts at a number it bought', async () => {
    await buy(forSale);
    await current().inbound('+14155550150', forSale, 'Hello');
    expect(current().received().at(-1)?.url).toBe(current().webhooks.inboundUrl);
  });

  it('does not get a number that someone else took', async () => {
    current().take(forSale);
    expect(await current().carrier.buyNumber(order(forSale))).toMatchObject({
      outcome: 'refused',
      reason: 'taken',
    });
    expect(await current().carrier.findOwnedNumber(forSale)).toBeNull();
  });

  it('does not get what is no number', async () => {
    const outcome = await current().carrier.buyNumber(order('+1415'));
    expect(outcome).toMatchObject({ outcome: 'refused', reason: 'invalid' });
  });

  it('does not know a number that was never ours', async () => {
    expect(await current().carrier.findOwnedNumber('+14155550199')).toBeNull();
  });

  it('finds the number when the answer to the purchase was lost', async () => {
    const lost = current().traits.faults.filter((kind) => kind.startsWith('accept'));
    for (const [n, kind] of lost.entries()) {
      const phoneNumber = `+1415555012${n}`;
      current().failNext({ kind, on: 'buy' });
      expect(await buy(phoneNumber), kind).toEqual({ outcome: 'unknown' });
      expect(await current().carrier.findOwnedNumber(phoneNumber), kind).toMatchObject({
        linkStatus: 'linked',
      });
    }
  });

  it('knows its own earlier purchase from that of another', async () => {
    await buy(forSale, 'order-1');
    expect(await buy(forSale, 'order-1')).toMatchObject({ outcome: 'bought' });
    expect(await buy(forSale, 'order-2')).toMatchObject({ outcome: 'refused', reason: 'taken' });
  });

  it('owns nothing when the carrier failed before it acted', async () => {
    for (const kind of current().traits.faults.filter(
      (fault) => !fault.startsWith('accept') && fault !== '429',
    )) {
      current().failNext({ kind, on: 'buy' });
      expect(await buy(forSale), kind).toEqual({ outcome: 'unknown' });
    }
    expect(await current().carrier.findOwnedNumber(forSale)).toBeNull();
  });

  it('knows that nothing was bought when the carrier was busy or away', async () => {
    const { carrier, traits, unreachable } = current();
    if (traits.faults.includes('429')) {
      current().failNext({ kind: '429', on: 'buy', retryAfterSeconds: 7 });
      expect(await carrier.buyNumber(order(forSale))).toEqual({ outcome: 'notReached', retryAfterMs: 7000 });
    }
    expect(await unreachable?.buyNumber(order(forSale))).toEqual(
      unreachable === null ? undefined : { outcome: 'notReached', retryAfterMs: expect.any(Number) },
    );
    expect(await carrier.findOwnedNumber(forSale)).toBeNull();
  });

  it('throws when it can not ask', async () => {
    const { carrier, traits, unreachable } = current();
    if (unreachable !== null) {
      await expect(unreachable.findOwnedNumber(ours)).rejects.toThrow();
      await expect(unreachable.findNumbers({ areaCode: '415', limit: 1 })).rejects.toThrow();
      await expect(unreachable.releaseNumber('id')).rejects.toThrow();
    }
    for (const kind of traits.faults) {
      current().failNext({ kind });
      await expect(carrier.findOwnedNumber(ours), kind).rejects.toThrow();
    }
  });

  it('gives a number back, and does not mind doing so twice', async () => {
    const { carrier } = current();
    await buy(forSale);
    const id = (await carrier.findOwnedNumber(forSale))?.carrierNumberId ?? '';
    await carrier.releaseNumber(id);
    await carrier.releaseNumber(id);
    expect(await carrier.findOwnedNumber(forSale)).toBeNull();
  });
}
