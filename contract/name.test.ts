import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isReadable, Name, readable, readableText } from './name.ts';
import * as routes from './routes.ts';

const hidden: [string, string][] = [
  ['turned around', 'Ana\u202epelacS'],
  ['an isolate', 'Ana\u2066Lopez\u2069'],
  ['a mark of direction', 'Ana\u200f'],
  ['a mark of direction for Arabic letters', 'Ana\u061c'],
  ['nothing between two letters', 'An\u200ba'],
  ['a joiner between Latin letters', 'An\u200da'],
  ['a non-joiner at the end', 'علی\u200c'],
  ['a joiner after a space', 'علی \u200dا'],
  ['joined emoji', '👩\u200d💻'],
  ['a soft hyphen', 'Ana\u00adLopez'],
  ['a byte order mark', '\ufeffAna'],
  ['a Hangul filler', '\u3164'],
  ['an empty Braille cell', '\u2800'],
  ['a tag', 'Ana\u{e0041}'],
  ['a variation selector', 'Ana\ufe0f'],
  ['a joiner that hides behind an invisible mark', 'علی\u034f\u200cا'],
  ['a line feed', 'Ana\nLopez'],
  ['a line separator', 'Ana\u2028Lopez'],
  ['a control of the second set', 'Ana\u0085Lopez'],
  ['private use', 'Ana\ue000'],
];

const names = [
  'Ana López',
  "Sinéad O'Connor",
  'D’Angelo St. John-Smith, Jr.',
  'Nguyễn Thị Hồng',
  'Nguye\u0302\u0303n',
  '王小明',
  '김민준',
  'Ḥasan ʿAbd al-Raḥmān',
  'محمد',
  'مُحَمَّد',
  'علی\u200cرضا',
  'שרה כהן',
  'क्\u200dषमा',
  'শ্রাবণী',
  'ශ්\u200dරී',
  'நிலா',
  'ស្រី',
  'ნინო',
  'Ξένια',
  'Žofie 🌸',
  '',
];

describe('a name', () => {
  it.each(hidden)('with %s is not readable', (_, name) => {
    expect(isReadable(name)).toBe(false);
    expect(isReadable(readable(name))).toBe(true);
  });

  it.each(names)('like %s is', (name) => {
    expect(isReadable(name)).toBe(true);
    expect(readable(name)).toBe(name);
  });

  it('is refused in one sentence', () => {
    const { error } = Name('first name', 80).safeParse('Ana\u202e');
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "The first name has characters that can't be seen. Remove them.",
    ]);
  });
});

describe('a text', () => {
  it.each([
    ['turned around', 'Pay: \u202e05$\u202c', 'Pay: 05$'],
    ['isolated', '\u2066https://a.example\u2069/b', 'https://a.example/b'],
    ['embedded', '\u202aHi\u202b \u202dAna\u202c', 'Hi Ana'],
    ['with a direction where all letters run from the left', 'Hi\u200e Ana\u200f\u061c', 'Hi Ana'],
    ['with nothing in a link', 'https://ha\u200brbor.\u2060example/\ufeffx', 'https://harbor.example/x'],
    ['with a soft hyphen', 'Inter\u00adview', 'Interview'],
    ['with braces that hide', '{\u200b{candidate.firstName}}', '{{candidate.firstName}}'],
    ['with tags', 'Hi\u{e0049}\u{e0067}\u{e006e}', 'Hi'],
    ['with tags behind a flag', '🏴\u{e0069}\u{e0067}\u{e006e}\u{e007f}', '🏴'],
    ['with variation selectors as a code', 'Hi😀\ufe01\u{e0101}\u{e0120} a\ufe0f', 'Hi😀 a'],
    ['with many of them behind an emoji', '❤\ufe0f\ufe0f\ufe0e', '❤\ufe0f'],
    ['with a joiner at the end', '👩\u200d Hi', '👩 Hi'],
    ['with a joiner that hides behind an invisible mark', 'علی\u034f\u200cا', 'علیا'],
    ['with fillers', 'a\u3164\u2800b', 'ab'],
    ['with controls', 'a\u0007\u009fb', 'ab'],
    ['with lines of other systems', 'a\r\nb\rc\u2028d\u000be', 'a\nb\nc\nd\ne'],
  ])('%s loses invisible characters', (_, text, cleaned) => {
    expect(readableText(text)).toBe(cleaned);
    expect(readableText(cleaned)).toBe(cleaned);
  });

  it.each([
    'Hi Ana,\n\tsee you at 3 PM. 🙂',
    'family 👨\u200d👩\u200d👧\u200d👦, nurse 👩🏽\u200d⚕\ufe0f, heart ❤\ufe0f\u200d🔥 ❤\u200d🔥, text ☎\ufe0e',
    'flags 🇺🇸 🏳\ufe0f\u200d🌈 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}, keys 1\ufe0f\u20e3 #\ufe0f\u20e3',
    'مرحبا أحمد، موعدك يوم الاثنين الساعة 3:00\u200f (PM)\u200e.',
    'می\u200cخواهم نامه‌ای بنویسم',
    'שלום דנה, הראיון ב-10:00\u200f!',
    'क्\u200dषमा, শ্রাবণী, ශ්\u200dරී',
    '葛\u{e0100}城さん、王小明',
    ...names,
  ])('keeps what belongs to it: %s', (text) => {
    expect(readableText(text)).toBe(text);
  });

  it('keeps what is refused because it can not be stored', () => {
    expect(readableText('a\u0000\ud83d')).toBe('a\u0000\ud83d');
  });
});

/** Of a body, each text that people read as a name, with the schema that it goes through. */
function namesIn(schema: z.ZodType, path: string): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, part]) =>
      namesIn(part, `${path}.${key}`),
    );
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => namesIn(option as z.ZodType, path));
  if (schema instanceof z.ZodPipe) return namesIn(schema.in as z.ZodType, path).map(([at]) => [at, schema]);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return namesIn(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodArray) return namesIn(schema.element as z.ZodType, path);
  return /(name|title|tags|company|street|city|subject|\.signature)$/i.test(path) ? [[path, schema]] : [];
}

const read = Object.entries(routes).flatMap(([name, row]) =>
  'body' in row && row.body
    ? namesIn(row.body, name).filter(
        ([path, schema]) => schema instanceof z.ZodString || !/response\./.test(path),
      )
    : [],
);

describe('every name that a call takes', () => {
  it('is among them', () => {
    const paths = read.map(([path]) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['signup.firstName', 'updateTags.tags', 'updateAccount.name']),
    );
    expect(paths.length).toBeGreaterThan(25);
  });

  it.each(read)('%s lets nothing through that can not be seen', (_, schema) => {
    for (const [, name] of hidden.filter(([, name]) => name.length > 1)) {
      const { data } = schema.safeParse(name);
      expect(typeof data !== 'string' || isReadable(data), JSON.stringify(data)).toBe(true);
    }
  });
});
