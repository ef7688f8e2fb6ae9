import { z } from 'zod';

/** Scripts whose letters are written joined: there a joiner or non-joiner shows, and belongs to the word. */
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

/** Shows nothing, or turns what follows around (Unicode UTS #39, 5.4). An empty Braille cell looks like a space. */
const HIDDEN = '[\\p{Cf}\\p{Co}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800]';

const JOINED_OR_HIDDEN = new RegExp(`(${JOINED})|${HIDDEN}`, 'gu');
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A name that someone else tells us, without what can't be seen. */
export function readable(text: string): string {
  return text.replace(BREAKS, ' ').replace(JOINED_OR_HIDDEN, (_, joined?: string) => joined ?? '');
}

export const isReadable = (text: string) => readable(text) === text;

/** What people read as a name, title or tag, in one line. Variation selectors go: they only choose how an emoji looks. */
export const Name = (label: string, most: number) =>
  z
    .string(`The ${label} is required`)
    .overwrite((text) => text.replace(/[\ufe0e\ufe0f]/g, ''))
    .trim()
    .max(most, `The ${label} is too long`)
    .refine(isReadable, `The ${label} has characters that can't be seen. Remove them.`);
