import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Ears, type Hint, MOST_BYTES, type SignalWire } from './port.ts';

/** What the suite needs to hold in its hands to examine one wire. A fresh one is made for every test. */
export interface WireHarness {
  /** Of one more node. */
  startWire(ears: Ears): Promise<SignalWire>;
  /** Between all nodes and what carries their hints, to fail as networks do. */
  proxy: {
    /** Connections stay open, and nothing passes anymore. */
    freeze(): void;
    /** Cuts every connection and takes no new one. */
    cut(): void;
    restore(): void;
    /** When connections were asked for, the refused ones too, in milliseconds. */
    asked: readonly number[];
  };
  stop(): Promise<void>;
}

const PATIENCE = { timeout: 60_000, interval: 20 };
const eventually = (assert: () => unknown) => vi.waitFor(assert, PATIENCE);

const CHANNELS = ['live_events', 'presence'];

/** What every wire must do. */
export function wireSuite(name: string, makeHarness: () => Promise<WireHarness>): void {
  describe(`${name} as a wire for signals`, () => {
    let harness: WireHarness;
    let wires: SignalWire[];
    beforeEach(async () => {
      harness = await makeHarness();
      wires = [];
    });
    afterEach(async () => {
      await Promise.all(wires.map((wire) => wire.close()));
      await harness.stop();
    });

    async function startNode(channels = CHANNELS) {
      const heard: string[] = [];
      const wire = await harness.startWire({
        channels,
        hear: ({ channel, payload }) => heard.push(`${channel} ${payload}`.trim()),
      });
      wires.push(wire);
      // It may have missed anything until now.
      expect(heard.splice(0)).toEqual(channels);
      return { wire, heard };
    }
    const presence = (payload: string): Hint => ({ channel: 'presence', payload });

    it('carries hints to all nodes, the one that sends included, in order and unchanged', async () => {
      const nodes = await Promise.all([startNode(), startNode(), startNode()]);
      const payloads = [
        '',
        '{"name":"Zoë 👩🏽‍💻"}',
        '1',
        '2',
        "it's\r\n+OK\r\n",
        'x'.repeat(MOST_BYTES),
        '3',
      ];
      const [first, second] = nodes;
      expect(await first?.wire.send(payloads.map(presence))).toBe(true);
      expect(await first?.wire.send([{ channel: 'live_events', payload: '' }])).toBe(true);
      const all = [...payloads.map((payload) => `presence ${payload}`.trim()), 'live_events'];
      await eventually(() => expect(nodes.map(({ heard }) => heard)).toEqual([all, all, all]));
      expect(await second?.wire.send([presence('from the second')])).toBe(true);
      await eventually(() =>
        expect(nodes.map(({ heard }) => heard.at(-1))).toEqual(Array(3).fill('presence from the second')),
      );
    });

    it('carries what a node listens to, and nothing else', async () => {
      const [all, one] = await Promise.all([startNode(), startNode(['presence'])]);
      await all.wire.send([{ channel: 'live_events', payload: '' }, presence('seen')]);
      await eventually(() => expect(one.heard).toContain('presence seen'));
      expect(one.heard).toEqual(['presence seen']);
    });

    it('says when it carries nothing, and is back within seconds, as one that may have missed anything', async () => {
      const node = await startNode();
      harness.proxy.cut();
      await eventually(async () => expect(await node.wire.send([presence('lost')])).toBe(false));
      harness.proxy.restore();
      const restoredAt = performance.now();
      await eventually(() => expect(node.heard).toEqual(CHANNELS));
      expect(performance.now() - restoredAt).toBeLessThan(10_000);
      await eventually(async () => expect(await node.wire.send([presence('found')])).toBe(true));
      await eventually(() => expect(node.heard.at(-1)).toBe('presence found'));
    });

    it('while it is away, one attempt follows another, each later than the one before', async () => {
      await startNode();
      const before = harness.proxy.asked.length;
      harness.proxy.cut();
      await eventually(() => expect(harness.proxy.asked.length - before).toBeGreaterThanOrEqual(4));
      const [first = 0, second = 0, third = 0, fourth = 0] = harness.proxy.asked.slice(before);
      expect(second - first).toBeGreaterThan(100);
      expect(third - second).toBeGreaterThan(200);
      expect(fourth - third).toBeGreaterThan(400);
    });

    it('a connection that hangs is given up and made again', async () => {
      const node = await startNode();
      const before = harness.proxy.asked.length;
      harness.proxy.freeze();
      await eventually(() => expect(harness.proxy.asked.length).toBeGreaterThan(before));
      harness.proxy.cut();
      harness.proxy.restore();
      await eventually(() => expect(node.heard).toEqual(CHANNELS));
    });

    it('is heard no more once it is closed, also while it is away', async () => {
      const [gone, stays] = await Promise.all([startNode(), startNode()]);
      await gone.wire.close();
      await stays.wire.send([presence('late')]);
      await eventually(() => expect(stays.heard).toEqual(['presence late']));
      expect(gone.heard).toEqual([]);
      harness.proxy.cut();
      await eventually(async () => expect(await stays.wire.send([presence('lost')])).toBe(false));
      await stays.wire.close();
      const asked = harness.proxy.asked.length;
      harness.proxy.restore();
      // Longer than it waits between two attempts at first.
      await wait(300);
      expect(harness.proxy.asked).toHaveLength(asked);
    });
  });
}
