import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { plainSentence } from './plain-sentence.ts';

function sentencesFor(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { error: plainSentence });
  return error === undefined ? [] : error.issues.map(({ message }) => message);
}

describe('a field without its own sentence', () => {
  const cases: [z.ZodType, unknown, string][] = [
    [z.object({ phoneNumber: z.string() }), {}, 'The phone number is required'],
    [z.object({ name: z.string() }), { name: null }, 'The name is required'],
    [z.object({ name: z.string().min(1) }), { name: '' }, 'The name is required'],
    [z.object({ name: z.string() }), { name: 5 }, 'The name must be text'],
    [z.object({ owner: z.object({ city: z.string() }) }), { owner: {} }, 'The city is required'],
    [z.object({ owner: z.object({}) }), { owner: 'me' }, 'The owner must be an object'],
    [z.object({ owner: z.object({}) }), {}, 'The owner is required'],
    [z.object({ mediaIds: z.array(z.string()) }), {}, 'The media ids are required'],
    [z.object({ address: z.string() }), {}, 'The address is required'],
    [z.object({ status: z.string() }), {}, 'The status is required'],
    [z.object({ tags: z.array(z.string()) }), { tags: 'a' }, 'The tags must be a list'],
    [z.object({ tags: z.array(z.string()) }), { tags: ['a', 1] }, 'The tags must be text'],
    [
      z.object({ tags: z.array(z.string()).max(1) }),
      { tags: ['a', 'b'] },
      'The tags can have at most 1 entry',
    ],
    [z.object({ ids: z.array(z.string()).min(2) }), { ids: [] }, 'The ids must have at least 2 entries'],
    [
      z.object({ body: z.string().max(3) }),
      { body: 'long' },
      'The body is too long. Use at most 3 characters',
    ],
    [z.object({ code: z.string().min(6) }), { code: '1' }, 'The code must have at least 6 characters'],
    [z.object({ limit: z.int() }), { limit: 1.5 }, 'The limit must be a whole number'],
    [z.object({ limit: z.number().max(100) }), { limit: 101 }, 'The limit must be at most 100'],
    [z.object({ limit: z.number().min(1) }), { limit: 0 }, 'The limit must be at least 1'],
    [z.object({ enabled: z.boolean() }), { enabled: 'yes' }, 'The enabled must be true or false'],
    [z.object({ type: z.enum(['a', 'b', 'c']) }), { type: 'd' }, 'The type must be a, b or c'],
    [z.object({ id: z.uuid() }), { id: '7' }, 'The id is invalid'],
    [z.object({ endsAt: z.iso.datetime() }), {}, 'Choose when it ends'],
    [z.object({ startsAt: z.iso.datetime() }), { startsAt: '' }, 'Choose when it starts'],
    [z.object({ candidateId: z.uuid() }), {}, 'Choose a candidate'],
    [z.object({ applicationId: z.uuid() }), {}, 'Choose an application'],
    [z.object({ to: z.union([z.string(), z.number()]) }), { to: true }, 'The to is invalid'],
    [z.object({}), 'text', 'The request must be an object'],
  ];

  it.each(cases)('%#', (schema, value, sentence) => {
    expect(sentencesFor(schema, value)).toEqual([sentence]);
  });
});

it('its own sentence stays', () => {
  const schema = z.object({ password: z.string('The password is required').min(10, 'Ten characters') });
  expect(sentencesFor(schema, {})).toEqual(['The password is required']);
  expect(sentencesFor(schema, { password: 'short' })).toEqual(['Ten characters']);
});

describe('whatever is wrong is reported in words that a person can use', () => {
  const table = Object.entries(routes as Record<string, Route>);
  const wrong = [undefined, null, '', 'x', 'x'.repeat(100_000), 0, -1, 1.5, 1e9, true, [], [1], {}, { a: 1 }];

  it.each(table)('%s', (_, route) => {
    for (const schema of [route.query, route.body]) {
      if (schema === undefined) continue;
      for (const value of wrong) for (const sentence of sentencesFor(schema, value)) expectPlain(sentence);
      for (const name of fieldsOf(schema))
        for (const value of wrong)
          for (const sentence of sentencesFor(schema, { [name]: value })) expectPlain(sentence);
    }
  });

  function fieldsOf(schema: z.ZodType): string[] {
    const { properties, anyOf, oneOf } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const all = [{ properties }, ...(anyOf ?? oneOf ?? [])] as { properties?: object }[];
    return all.flatMap((each) => Object.keys(each.properties ?? {}));
  }

  function expectPlain(sentence: string) {
    expect(sentence).toMatch(/^\p{Lu}/u);
    expect(sentence).not.toMatch(
      /invalid (input|option|string)|expected|received(?!,)|too (small|big)|unrecognized|undefined|\bnan\b/i,
    );
  }
});
