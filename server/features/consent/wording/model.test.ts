import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyInbound } from '../rules.ts';
import { modelFile, refusalScore, weightiestWords } from './model.ts';
import { bytesOf, readReplies, recallAt, train } from './train.ts';

const meaning = (text: string) => classifyInbound(text, { optedOut: false });
const share = <T>(items: T[], is: (item: T) => boolean) => items.filter(is).length / items.length;

describe('the model', () => {
  it('is what the labeled replies make of it, byte for byte', () => {
    expect(bytesOf(train(readReplies('training'))).equals(readFileSync(modelFile))).toBe(true);
  });

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

describe('replies of writers that nothing was learned from', () => {
  const replies = readReplies('tuning');
  const refusals = replies.filter(({ isRefusal }) => isRefusal);
  const ordinary = replies.filter(({ isRefusal }) => !isRefusal);

  it('are held or asked about if they refuse', () => {
    expect(share(refusals, ({ text }) => meaning(text) !== null)).toBeGreaterThan(0.97);
  });

  it('are rarely asked about if they are ordinary, and hardly ever held', () => {
    expect(share(ordinary, ({ text }) => meaning(text) === 'ask')).toBeLessThan(0.08);
    expect(share(ordinary, ({ text }) => meaning(text) === 'hold')).toBeLessThan(0.02);
    expect(ordinary.filter(({ text }) => meaning(text) === 'optOut')).toEqual([]);
  });
});

it.each([
  'Pa ekri m ankò tanpri',
  'Больше мне не пишите',
  'proszę nie pisać więcej',
  'لا ترسل لي رسائل بعد الآن',
])('a refusal in a language without rules is asked about: "%s"', (text) => expect(meaning(text)).toBe('ask'));
