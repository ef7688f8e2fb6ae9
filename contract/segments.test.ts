import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { describe, expect, it } from 'vitest';
import { countSegments } from './segments.ts';

describe('countSegments', () => {
  it.each([
    ['nothing', '', 'GSM-7', 0, 0, 160],
    ['one character', 'a', 'GSM-7', 1, 1, 159],
    ['a full segment', 'a'.repeat(160), 'GSM-7', 1, 160, 0],
    ['one more', 'a'.repeat(161), 'GSM-7', 2, 161, 145],
    ['two full segments', 'a'.repeat(306), 'GSM-7', 2, 306, 0],
    ['one more than two', 'a'.repeat(307), 'GSM-7', 3, 307, 152],
    ['80 euro signs', '€'.repeat(80), 'GSM-7', 1, 160, 0],
    ['81 euro signs', '€'.repeat(81), 'GSM-7', 2, 162, 143],
    ['an escape pair at the seam', `${'a'.repeat(152)}€${'a'.repeat(10)}`, 'GSM-7', 2, 164, 141],
    ['a line end', 'a\nb', 'GSM-7', 1, 3, 157],
    ['a Windows line end', 'a\r\nb', 'GSM-7', 1, 4, 156],
    ['all of the extension table', '\f^{}\\[~]|€', 'GSM-7', 1, 20, 140],
    ['accents of GSM-7', 'èéùìòÇØøÅåÆæßÉÄÖÑÜ§äöñüà', 'GSM-7', 1, 24, 136],
    ['an accent outside of GSM-7', 'ê', 'UCS-2', 1, 1, 69],
    ['a small cedilla', 'ç', 'UCS-2', 1, 1, 69],
    ['a back-tick', '`', 'UCS-2', 1, 1, 69],
    ['a tab', '\t', 'UCS-2', 1, 1, 69],
    ['a no-break space', '\u00a0', 'UCS-2', 1, 1, 69],
    ['a curly quote', 'it’s', 'UCS-2', 1, 4, 66],
    ['70 units', 'Ж'.repeat(70), 'UCS-2', 1, 70, 0],
    ['71 units', 'Ж'.repeat(71), 'UCS-2', 2, 71, 63],
    ['35 emoji', '😀'.repeat(35), 'UCS-2', 1, 70, 0],
    ['36 emoji', '😀'.repeat(36), 'UCS-2', 2, 72, 61],
    ['a surrogate pair at the seam', `${'Ж'.repeat(66)}😀${'Ж'.repeat(10)}`, 'UCS-2', 2, 78, 55],
    ['a family', '👩‍👩‍👧‍👦', 'UCS-2', 1, 11, 59],
  ] as const)('%s', (_name, text, encoding, segments, used, remaining) => {
    expect(countSegments(text)).toEqual({ encoding, segments, used, remaining });
  });

  const characters = fc.constantFrom(
    ...'aZ 0@é€{}\n\r\f~|',
    'ê',
    '`',
    '’',
    'Ж',
    '😀',
    '👩‍👩‍👧‍👦',
    '🇺🇸',
    'é'.normalize('NFD'),
  );
  const text = fc.array(characters, { maxLength: 400 }).map((parts) => parts.join(''));
  const gsmText = fc
    .array(fc.constantFrom(...'aZ 0@é€{}\n~|'), { maxLength: 700 })
    .map((parts) => parts.join(''));

  it('agrees with the calculator of the carrier', () => {
    fc.assert(
      fc.property(fc.oneof(text, gsmText), (body) => {
        const theirs = new SegmentedMessage(body);
        const ours = countSegments(body);
        expect(ours.encoding).toBe(theirs.getEncodingName());
        if (body !== '') expect(ours.segments).toBe(theirs.segmentsCount);
      }),
      { numRuns: 300 },
    );
  });

  it('knows how much more fits', () => {
    fc.assert(
      fc.property(fc.oneof(text, gsmText), (body) => {
        const { encoding, segments, remaining } = countSegments(body);
        const plain = encoding === 'GSM-7' ? 'a' : 'Ж';
        if (segments === 0) return;
        expect(countSegments(body + plain.repeat(remaining)).segments).toBe(segments);
        expect(countSegments(body + plain.repeat(remaining + 1)).segments).toBeGreaterThan(segments);
      }),
      { numRuns: 300 },
    );
  });
});
