/**
 * How many segments a text takes: GSM-7 with 160 septets (153 each when split) if every character is in the GSM 03.38
 * alphabet, else UCS-2 with 70 code units (67 each). An escape pair or a surrogate pair is never split over two segments.
 */

const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each takes two septets: an escape and the character. */
const GSM_EXTENDED = new Set('\f^{}\\[~]|€');

interface SegmentCount {
  encoding: 'GSM-7' | 'UCS-2';
  segments: number;
  /** Septets or code units used. */
  used: number;
  /** How many more fit before another segment begins. */
  remaining: number;
}

export function countSegments(text: string): SegmentCount {
  const characters = [...text];
  const gsm = characters.every((character) => GSM_BASIC.has(character) || GSM_EXTENDED.has(character));
  return gsm
    ? pack(
        characters.map((character) => (GSM_EXTENDED.has(character) ? 2 : 1)),
        'GSM-7',
        160,
        153,
      )
    : pack(
        characters.map((character) => character.length),
        'UCS-2',
        70,
        67,
      );
}

function pack(
  sizes: number[],
  encoding: SegmentCount['encoding'],
  single: number,
  split: number,
): SegmentCount {
  const used = sizes.reduce((sum, size) => sum + size, 0);
  if (used <= single) return { encoding, segments: used === 0 ? 0 : 1, used, remaining: single - used };
  let segments = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > split) {
      segments += 1;
      filled = 0;
    }
    filled += size;
  }
  return { encoding, segments, used, remaining: split - filled };
}
