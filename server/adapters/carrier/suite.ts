import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsSuite } from './suite-calls.ts';
import { type CarrierHarness, candidate, landline, type MakeHarness, ours } from './suite-harness.ts';
import { landlineSuite } from './suite-landlines.ts';
import { numbersSuite } from './suite-numbers.ts';
import { textsSuite } from './suite-texts.ts';
import { webhooksSuite } from './suite-webhooks.ts';

/** What every carrier must do. Each vendor runs it against a stateful fake of its API. */
export function carrierSuite(name: string, makeHarness: MakeHarness): void {
  describe(`${name} as a carrier`, () => {
    let harness: CarrierHarness;
    beforeEach(async () => {
      harness = await makeHarness();
      harness.own(ours);
      harness.makeLandline(landline);
    });
    afterEach(() => harness.stop());
    const current = () => harness;

    it('reaches no real person in a test', () => {
      expect(harness.carrier.reachesPeople).toBe(false);
    });

    describe('numbers', () => numbersSuite(current));
    describe('texts', () => textsSuite(current));
    describe('webhooks', () => webhooksSuite(current));
    describe('calls', () => callsSuite(current));
    describe('hosted numbers', () => landlineSuite(current));

    it('does not send to a person who texted STOP until they text START', async () => {
      const { carrier, traits } = harness;
      if (traits.blocksOptOuts === false) return;
      const request = { from: ours, to: candidate, body: 'Hello', mediaUrls: [] };
      const send = (messageId: string) =>
        carrier.send({ ...request, messageId, statusUrl: harness.statusUrl(messageId) });

      await harness.inbound(candidate, ours, 'Stop');
      expect(await send('one')).toMatchObject({ outcome: 'refused', errorCode: 'opted_out' });
      await harness.inbound(candidate, ours, 'Start');
      expect(await send('two')).toMatchObject({ outcome: 'accepted' });
    });
  });
}
