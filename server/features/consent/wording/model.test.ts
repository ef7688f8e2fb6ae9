import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isLong } from '../../../testing/how-long.ts';
import { classifyInbound } from '../rules.ts';
import known from './made-from.json' with { type: 'json' };
import { modelFile, refusalScore, weightiestWords } from './model.ts';
import { bytesOf, madeFrom, readReplies, recallAt, train } from './train.ts';

describe('the model', () => {
  it('was made from these replies, by this code', () => {
    expect(known).toEqual(madeFrom());
  });

  it.runIf(isLong)(
    'is what the labeled replies make of it, byte for byte',
    () => {
      expect(bytesOf(train(readReplies('training'))).equals(readFileSync(modelFile))).toBe(true);
      // Ten seconds of work, on a machine that has nothing else to do.
    },
    300_000,
  );

  it('needs more than a part of the replies to be right', () => {
    const few = train(readReplies('training').filter((_, index) => index % 20 === 0));
    const tuning = readReplies('tuning');
    const all = {
      weights: new Int8Array(readFileSync(modelFile).subarray(4)),
      scale: readFileSync(modelFile).readFloatLE(0),
    };
    expect(recallAt(tuning, all, 0.08).recall).toBeGreaterThan(recallAt(tuning, few, 0.08).recall);
  });

  it('says which words weighed most', () => {
    const words = weightiestWords('Hi Dana, I took a job at Mercy so please take me off your list');
    expect(words.length).toBeLessThanOrEqual(5);
    expect(words.join(' ')).toMatch(/\b(off|list)\b/);
    expect(weightiestWords('')).toEqual([]);
  });

  it('takes little longer for twice the text', () => {
    for (const part of ['stop ', 'a', 'no. ', '别再发了', '🛑', 'please take me off ', '\n', '1 '])
      for (const times of [200, 4000]) {
        const began = performance.now();
        refusalScore(part.repeat(times));
        expect(performance.now() - began, part).toBeLessThan(500);
      }
  });
});

describe('replies that nothing was learned from or chosen by', () => {
  const replies = readReplies('heldOut');
  const share = (isRefusal: boolean, meanings: unknown[]) => {
    const all = replies.filter((reply) => reply.isRefusal === isRefusal);
    const meant = all.filter(({ text }) => meanings.includes(classifyInbound(text, { optedOut: false })));
    return meant.length / all.length;
  };

  it('are held or asked about if they refuse', () => {
    expect(share(true, ['optOut', 'hold'])).toBeGreaterThan(0.83);
    expect(share(true, ['optOut', 'hold', 'ask'])).toBeGreaterThan(0.96);
  });

  it('are rarely held or asked about if they are ordinary, and never opted out', () => {
    expect(share(false, ['optOut'])).toBe(0);
    expect(share(false, ['hold'])).toBeLessThan(0.03);
    expect(share(false, ['ask'])).toBeLessThan(0.09);
  });
});
