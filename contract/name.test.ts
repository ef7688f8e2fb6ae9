import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isReadable, Name, readable } from './name.ts';
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
