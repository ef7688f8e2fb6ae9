import { z } from 'zod';

/** Scripts with joined letters, in which a joiner or non-joiner is visible and part of the word. */
const joining = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
]
  .concat('Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar')
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const JOINED = `[${joining}](?:(?!\\p{Default_Ignorable_Code_Point})\\p{M})*[\\u200c\\u200d](?=[${joining}])`;

/** Invisible, or reverses what follows (Unicode UTS #39, 5.4). An empty Braille cell looks like a space. */
const HIDDEN = '[\\p{Cf}\\p{Co}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800]';

const JOINED_OR_HIDDEN = new RegExp(`(${JOINED})|${HIDDEN}`, 'gu');
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A name that comes from outside, without invisible characters. */
export function readable(text: string): string {
  return text.replace(BREAKS, ' ').replace(JOINED_OR_HIDDEN, (_, joined?: string) => joined ?? '');
}

export const isReadable = (text: string) => readable(text) === text;

/** Characters that are invisible alone but part of a text: in emoji, flags and keycaps, and in variants of a Han character. */
const PERSON_OR_THING = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\ufe0f)?';
const tags = (letters: string) =>
  [...letters].map((letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join('');
const SHOWN_IN_TEXT = [
  JOINED,
  `\\u{1f3f4}(?:${['gbeng', 'gbsct', 'gbwls'].map(tags).join('|')})\\u{e007f}`,
  `${PERSON_OR_THING}(?:\\u200d${PERSON_OR_THING})+`,
  '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]',
  '[0-9#*]\\ufe0f\\u20e3',
  '\\p{Script=Han}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
].join('|');
/** Not what can't be stored: that is refused. */
const HIDDEN_IN_TEXT = `(?![\\0\\n\\t]|\\p{Cs})(?:${HIDDEN}|\\p{Cc})`;
const SHOWN_OR_HIDDEN = new RegExp(`(${SHOWN_IN_TEXT})|${HIDDEN_IN_TEXT}`, 'gu');
/** In right-to-left text, these set which side a mark or a number belongs on. */
const DIRECTION = /[\u061c\u200e\u200f]/;
const FROM_RIGHT =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Text that someone writes for others, on any number of lines, without invisible characters. */
export function readableText(text: string): string {
  const mayTurn = FROM_RIGHT.test(text);
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(SHOWN_OR_HIDDEN, (found, shown?: string) =>
      shown !== undefined || (mayTurn && DIRECTION.test(found)) ? found : '',
    );
}

/** A name, title or tag, on one line. Without variation selectors: they only choose how an emoji looks. */
export const Name = (label: string, most: number) =>
  z
    .string(`The ${label} is required`)
    .overwrite((text) => text.replace(/[\ufe0e\ufe0f]/g, ''))
    .trim()
    .max(most, `The ${label} is too long`)
    .refine(isReadable, `The ${label} has characters that can't be seen. Remove them.`);
