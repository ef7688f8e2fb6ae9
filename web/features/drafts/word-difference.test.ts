import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Piece, wordDifference } from './word-difference.ts';

const marked = (pieces: Piece[]) =>
  pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const plain = (pieces: Piece[]) => pieces.map(({ text }) => text).join('');

it.each([
  ['Does Tuesday work?', 'Does Tuesday work?', 'Does Tuesday work?', 'Does Tuesday work?'],
  ['Does Tuesday work?', 'Does Friday work?', 'Does [Tuesday] work?', 'Does [Friday] work?'],
  ['Hi Ana, does it work?', 'Does it work?', '[Hi Ana, does] it work?', '[Does] it work?'],
  ['See you.', 'See you. Call me!', 'See you.', 'See you.[ Call me!]'],
  ['Hello', 'Goodbye', '[Hello]', '[Goodbye]'],
  ['', 'New', '', '[New]'],
])('%j -> %j', (before, after, gone, added) => {
  const found = wordDifference(before, after);
  expect([marked(found.before), marked(found.after)]).toEqual([gone, added]);
});

it('loses nothing of either, and what is unchanged is the same in both', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n')).map((some) => some.join(''));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const found = wordDifference(before, after);
      const same = (pieces: Piece[]) => plain(pieces.filter(({ isChanged }) => !isChanged));
      expect([plain(found.before), plain(found.after)]).toEqual([before, after]);
      expect(same(found.before)).toBe(same(found.after));
    }),
  );
});
