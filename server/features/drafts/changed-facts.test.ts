import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFacts } from './changed-facts.ts';

const rewritten = (source: string, draft: string) => changedFacts({ source, context: [], draft });

describe('the same in other words', () => {
  it.each([
    ['Hi Ana, we meet Tuesday at 3pm.', 'Hello Ana, let us meet on Tuesday at 3 PM.'],
    ['Bring two forms of ID.', 'Please bring 2 forms of ID.'],
    ['The pay is $1,200.', 'You would get $1200.'],
    ['Call (415) 555-0123.', 'You can reach us at (415) 555-0123.'],
    ['Maria will call you.', 'You will get a call from Maria.'],
    ['Hi {{ candidate.firstName }}, hello', 'Hello {{candidate.firstName}}, hello'],
  ])('%s -> %s', (source, draft) => {
    expect(rewritten(source, draft)).toEqual([]);
  });
});

describe('what is not the same', () => {
  it.each([
    ['We meet Tuesday at 3 PM.', 'We meet Tuesday at 4 PM.', ['3 PM', '4 PM']],
    ['We meet Tuesday.', 'We meet Thursday.', ['tuesday', 'thursday']],
    ['The pay is $24.50.', 'The pay is $25.', ['$24.50', '$25']],
    ['Come to 120 Main Street.', 'Come to 120 Oak Street.', ['Main', 'Oak']],
    ['See https://a.example/x.', 'See https://b.example/x.', ['https://a.example/x', 'https://b.example/x']],
    ['Hi {{candidate.firstName}}!', 'Hi Ana!', ['{{candidate.firstName}}', 'Ana']],
    ['Write to jobs@a.example', 'Write to us', ['jobs@a.example']],
    ['You start March 3.', 'You start soon.', ['3']],
  ])('%s -> %s', (source, draft, changed) => {
    expect(rewritten(source, draft)).toEqual(changed);
  });
});

it('takes from the conversation what is in it, and nothing else', () => {
  const context = ['Can you do Tuesday at 3 PM?', 'I talked to maria'];
  expect(changedFacts({ source: null, context, draft: 'Tuesday at 3 PM works, and so does Maria.' })).toEqual(
    [],
  );
  expect(changedFacts({ source: null, context, draft: 'Friday at 3 PM works.' })).toEqual(['friday']);
});

it('finds any one that a model changes', () => {
  const facts = {
    number: ['7', '12', '40'],
    amount: ['$18.50', '$22', '$1,500'],
    date: ['Monday', 'Friday', 'tomorrow', 'January 4'],
    time: ['9 AM', '10:30 AM', '4 pm'],
    name: ['Maria', 'Kofi', 'Nguyen'],
    link: ['https://a.example/1', 'https://b.example/2'],
    address: ['120 Main', '7 Oak'],
  };
  const kinds = Object.keys(facts) as (keyof typeof facts)[];
  const sentence = fc.record(
    Object.fromEntries(kinds.map((kind) => [kind, fc.constantFrom(...facts[kind])])) as Record<
      keyof typeof facts,
      fc.Arbitrary<string>
    >,
  );
  const write = (values: Record<keyof typeof facts, string>) =>
    `please bring ${values.number} copies to ${values.name} at ${values.address} on ${values.date}, by ${values.time}; it pays ${values.amount} (${values.link} )`;
  fc.assert(
    fc.property(sentence, fc.constantFrom(...kinds), fc.nat(), (values, kind, at) => {
      const others = facts[kind].filter((value) => value !== values[kind]);
      const corrupted = { ...values, [kind]: others[at % others.length] ?? '' };
      expect(rewritten(write(values), write(values))).toEqual([]);
      expect(rewritten(write(values), write(corrupted))).not.toEqual([]);
    }),
  );
});
