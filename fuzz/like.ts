import fc from 'fast-check';
import { z } from 'zod';

type Json = z.core.JSONSchema.BaseSchema;

/** Strings that something trips over: PostgreSQL over the first two, JSON and SQL and regular expressions over others. */
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

/**
 * Values for a schema: mostly what it asks for, now and then something else. `ids` are some that exist, so that the fuzz gets
 * past the look-up.
 */
export function likeSchema(schema: z.ZodType | undefined, ids: string[]): fc.Arbitrary<unknown> {
  return schema === undefined
    ? fc.constant(undefined)
    : like(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, ids);
}

function like(schema: Json, ids: string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema, ids) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Json, ids: string[]): fc.Arbitrary<unknown> {
  const some = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (some) return fc.oneof(...some.map((each) => like(each as Json, ids)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      if (Object.keys(properties).length === 0)
        return fc.dictionary(fc.oneof(fc.string(), nasty), fc.oneof(fc.string(), nasty));
      const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, like(each as Json, ids)]),
      );
      return fc.record(fields, { requiredKeys: required });
    }
    case 'array':
      return fc.array(like((schema.items ?? {}) as Json, ids), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -1, max: 101 }), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(text(schema.format, ids), nasty, fc.string({ unit: 'grapheme' }));
  }
}

function text(format: string | undefined, ids: string[]): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.oneof(fc.constantFrom(...ids), fc.uuid());
    case 'email':
      return fc.emailAddress();
    case 'date-time':
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    default:
      return fc.constantFrom('+13125550100', '(312) 555-0101', '415', 'Ana', 'America/Denver', 'me', 'all');
  }
}
