import { expect, it } from 'vitest';
import { type CurrentHarness, candidate, messageId, ours } from './suite-harness.ts';

/** A landline that texts nowhere yet. */
const office = '+12125557341';
const reference = '0190f3a0-7c1b-7000-8000-00000000000a';
const owner = {
  company: 'Quayside Talent LLC',
  street: '1 Harbor Way',
  city: 'Oakland',
  state: 'CA',
  postalCode: '94607',
};
const pdf = Buffer.from('%PDF-1.4\nthe letter\n%%EOF');

/** Texting from a number that a company already has, from the first question to the first text. */
export function landlineSuite(current: CurrentHarness): void {
  const order = () => ({
    reference,
    phoneNumber: office,
    owner,
    email: 'ana@quayside.example',
    inboundUrl: current().webhooks.inboundUrl,
  });

  async function open(): Promise<string> {
    const opened = await current().carrier.landline.openOrder(order());
    if (opened.outcome !== 'opened') throw new Error(`The order was not opened: ${opened.outcome}`);
    return opened.orderId;
  }

  const read = (orderId: string) => current().carrier.landline.readOrder({ orderId, phoneNumber: office });

  /** As someone at the office does it. */
  async function prove(orderId: string): Promise<void> {
    const { carrier, landline } = current();
    const sent = await carrier.landline.requestCode({
      orderId,
      phoneNumber: office,
      way: 'call',
      extension: null,
    });
    expect(sent).toMatchObject({ outcome: 'sent' });
    if (sent.outcome !== 'sent') return;
    if (!carrier.landline.codeIsTypedHere) {
      await landline.press(office, sent.toType ?? '');
      return;
    }
    const code = (await landline.heard(office)) ?? '';
    expect(await carrier.landline.confirmCode({ orderId, phoneNumber: office, code })).toEqual({
      outcome: 'proven',
    });
  }

  const submit = (orderId: string) =>
    current().carrier.landline.submitLetter({
      orderId,
      reference,
      phoneNumber: office,
      owner,
      email: 'ana@quayside.example',
      title: 'Office manager',
      letter: pdf,
      bill: current().carrier.landline.needsBill ? pdf : null,
    });

  it('knows which numbers can be hosted', async () => {
    const { carrier, landline } = current();
    await landline.makeIneligible('+12125557300', 'carrier');
    await landline.makeIneligible('+12125557301', 'mobile');
    expect(await carrier.landline.checkEligibility(office)).toEqual({ eligible: true });
    for (const [phoneNumber, reason] of [
      ['+12125557300', 'carrier'],
      ['+12125557301', 'mobile'],
      [ours, 'inUse'],
    ] as const)
      expect(await carrier.landline.checkEligibility(phoneNumber), reason).toEqual({
        eligible: false,
        reason,
      });
  });

  it('hosts a number, which then texts and receives', async () => {
    const { carrier, landline } = current();
    const orderId = await open();
    expect(await read(orderId)).toEqual({ progress: 'waiting' });
    await prove(orderId);
    expect(await read(orderId)).toEqual({ progress: 'proven' });
    expect(await submit(orderId)).toEqual({ outcome: 'submitted' });
    // Again: a crash may have come after it.
    expect(await submit(orderId)).toEqual({ outcome: 'submitted' });
    if ((await read(orderId)).progress === 'vendorLetter') await landline.signVendorLetter(office);
    expect(await read(orderId)).toEqual({ progress: 'waiting' });

    await landline.decide(office, 'approve');
    const done = await read(orderId);
    expect(done).toEqual({ progress: 'linked', carrierNumberId: expect.any(String) });
    expect(await read(orderId)).toEqual(done);
    await current().inbound(candidate, office, 'Is this the office?');
    expect(current().received().at(-1)?.url).toBe(current().webhooks.inboundUrl);
    const statusUrl = current().statusUrl(messageId);
    const text = { messageId, from: office, to: candidate, body: 'It is', mediaUrls: [], statusUrl };
    expect(await carrier.send(text)).toMatchObject({ outcome: 'accepted' });

    const id = done.progress === 'linked' ? done.carrierNumberId : '';
    await carrier.releaseNumber(id);
    await carrier.releaseNumber(id);
    expect(await carrier.send({ ...text, messageId: reference })).toMatchObject({ outcome: 'refused' });
  });

  it('opens one order, however often it is asked to', async () => {
    expect(await open()).toBe(await open());
  });

  it('settles a lost answer by asking again', async () => {
    for (const kind of current().traits.faults.filter((fault) => fault.startsWith('accept'))) {
      current().failNext({ kind, on: 'host' });
      expect(await current().carrier.landline.openOrder(order()), kind).toEqual({ outcome: 'unknown' });
      const orderId = await open();
      expect(await open(), kind).toBe(orderId);
      await current().carrier.landline.withdrawOrder(orderId);
    }
  });

  it('tells a wrong code from the right one', async () => {
    const { carrier, landline } = current();
    const orderId = await open();
    await carrier.landline.requestCode({ orderId, phoneNumber: office, way: 'call', extension: null });
    if (carrier.landline.codeIsTypedHere) {
      const wrong = { orderId, phoneNumber: office, code: '000000' };
      expect(await carrier.landline.confirmCode(wrong)).toEqual({ outcome: 'wrong' });
    } else await landline.press(office, '000000');
    expect(await read(orderId)).toEqual({ progress: 'waiting' });
  });

  it('takes no letter for a number whose ownership is not proven', async () => {
    const orderId = await open();
    expect(await submit(orderId)).toMatchObject({ outcome: 'refused' });
  });

  it('reports when a number was rejected', async () => {
    const { landline } = current();
    const orderId = await open();
    await prove(orderId);
    await submit(orderId);
    await landline.decide(office, 'reject');
    expect(await read(orderId)).toEqual({ progress: 'rejected', reason: expect.any(String) });
  });

  it('withdraws an order, and does not mind doing so twice', async () => {
    const { carrier } = current();
    const orderId = await open();
    expect(await carrier.landline.withdrawOrder(orderId)).toBe('gone');
    expect(await carrier.landline.withdrawOrder(orderId)).toBe('gone');
    expect(await read(orderId)).toEqual({ progress: 'gone' });
  });

  it('throws, or says that nothing was done, when it can not ask', async () => {
    const { unreachable, carrier, traits } = current();
    if (unreachable !== null) {
      await expect(unreachable.landline.checkEligibility(office)).rejects.toThrow();
      await expect(unreachable.landline.readOrder({ orderId: 'x', phoneNumber: office })).rejects.toThrow();
      await expect(unreachable.landline.withdrawOrder('x')).rejects.toThrow();
      expect(await unreachable.landline.openOrder(order())).toMatchObject({ outcome: 'notReached' });
    }
    for (const kind of traits.faults) {
      current().failNext({ kind });
      await expect(carrier.landline.checkEligibility(office), kind).rejects.toThrow();
    }
  });
}
