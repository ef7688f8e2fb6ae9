import fc from 'fast-check';
import { z } from 'zod';

type Json = z.core.JSONSchema.BaseSchema;

/** Strings that break things: PostgreSQL the first two; JSON, SQL and regular expressions others. */
const nasty = fc.constantFrom(
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '',
  ' ',
  "'",
  '%',
  '_',
  '\\',
  '-1',
  'null',
  '\u202e',
  '🧑‍🚀'.repeat(20),
  'é'.normalize('NFD'),
  'x'.repeat(2000),
);
const anything = fc.oneof(fc.jsonValue(), nasty, fc.constantFrom(1e308, -0, 2 ** 53, 0.5, null, [], {}));

/** What a person would write, by field name. Without these, checks beyond the schema refuse everything. */
const WORDS: [RegExp, fc.Arbitrary<string>][] = [
  [/^to$|phone|forwardingNumber/i, fc.constantFrom('+13125550100', '(312) 555-0101', '+14155550102')],
  [/^email|Email$/, fc.oneof(fc.constant('Ana@acme.test'), fc.stringMatching(/^[a-z]{6}@acme\.test$/))],
  [/password/i, fc.constant('correct horse battery')],
  [/timezone/i, fc.constant('America/Denver')],
  [/url$|website|issuer|entityId/i, fc.constantFrom('https://acme.test/terms', 'acme.test')],
];
const ANY_WORDS = fc.constantFrom('Ana', '415', 'me', 'all', 'Hi Ben, can we talk at 3?', '7');

interface Place {
  /** Some that exist, so that the fuzz gets past the look-up. */
  ids: string[];
  /** Of the field. */
  name: string;
}

/** Values for a schema: mostly what it asks for, sometimes something else. */
export function likeSchema(schema: z.ZodType | undefined, ids: string[]): fc.Arbitrary<unknown> {
  return schema === undefined
    ? fc.constant(undefined)
    : like(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, { ids, name: '' });
}

function like(schema: Json, place: Place): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 24, arbitrary: fitting(schema, place) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Json, place: Place): fc.Arbitrary<unknown> {
  const some = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (some) return fc.oneof(...some.map((each) => like(each as Json, place)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      if (Object.keys(properties).length === 0)
        return fc.dictionary(fc.oneof(fc.string(), nasty), fc.oneof(fc.string(), nasty));
      const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, like(each as Json, { ...place, name })]),
      );
      return fc.record(fields, { requiredKeys: required });
    }
    case 'array':
      return fc.array(like((schema.items ?? {}) as Json, place), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -1, max: 101 }), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(
        { weight: 10, arbitrary: text(schema, place) },
        { weight: 1, arbitrary: nasty },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
      );
  }
}

function text({ format, pattern }: Json, { ids, name }: Place): fc.Arbitrary<string> {
  const words = WORDS.find(([names]) => names.test(name))?.[1];
  if (format === 'uuid') return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.uuid());
  if (format === 'date-time')
    return fc
      .oneof(
        fc.date({ noInvalidDate: true }),
        fc.nat(30 * 24 * 3600_000).map((ahead) => new Date(Date.now() + ahead)),
      )
      .map((date) => date.toISOString());
  if (words) return words;
  return pattern === undefined ? ANY_WORDS : fc.stringMatching(new RegExp(pattern));
}
