import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_VALUES, MERGE_ATTRIBUTES, type MergeValues, mergeAttributes } from './merge-attributes.ts';
import {
  parseTemplate,
  type Rendered,
  renderTemplate,
  unfinishedIn,
  unknownAttributesOf,
} from './render-template.ts';

const values: MergeValues = {
  'candidate.firstName': 'Ana',
  'candidate.lastName': '  ',
  'candidate.email': null,
  'company.name': '{{candidate.firstName}} & <b>Co</b>',
};
const text = (said: string): Rendered => ({ ok: true, text: said });
const refused = (missing: string[], unknown: string[] = []) => ({ ok: false, missing, unknown });

describe('renderTemplate', () => {
  it.each<[string, string, unknown]>([
    ['nothing', '', text('')],
    ['text', 'Hi there', text('Hi there')],
    ['a value', 'Hi {{candidate.firstName}}!', text('Hi Ana!')],
    ['a value with spaces inside the braces', 'Hi {{ candidate.firstName }}!', text('Hi Ana!')],
    ['a value beside a fallback', 'Hi {{candidate.firstName|there}}', text('Hi Ana')],
    ['a fallback for null', '{{candidate.email|your email}}', text('your email')],
    ['a fallback for blank', '{{candidate.lastName | friend }}', text('friend')],
    ['a fallback for what has no source yet', '{{interview.date|soon}}', text('soon')],
    ['a fallback with a bar', '{{candidate.email|a|b}}', text('a|b')],
    ['a value that looks like an attribute', '{{company.name}}', text('{{candidate.firstName}} & <b>Co</b>')],
    [
      'missing',
      '{{candidate.email}} {{candidate.lastName}}',
      refused(['candidate.email', 'candidate.lastName']),
    ],
    ['missing twice', '{{candidate.email}}{{candidate.email}}', refused(['candidate.email'])],
    ['a blank fallback, which fills no hole', '{{candidate.email| }}', refused(['candidate.email'])],
    ['no source yet', '{{calendar.link}}', refused(['calendar.link'])],
    ['unknown', '{{candidate.nickname}}', refused([], ['candidate.nickname'])],
    ['unknown with a fallback', '{{ first name |there}}', refused([], ['first name'])],
    ['other letters', '{{Candidate.FirstName}}', refused([], ['Candidate.FirstName'])],
    ['what every object has', '{{constructor}}{{__proto__}}', refused([], ['constructor', '__proto__'])],
    ['missing and unknown', '{{candidate.email}}{{x}}', refused(['candidate.email'], ['x'])],
    ['unfinished', 'Hi {{candidate.firstName!', refused([], ['{{candidate.firstName'])],
  ])('%s', (_, body, expected) => {
    expect(renderTemplate(body, values)).toEqual(expected);
  });

  it('takes no value from properties that every object has', () => {
    const inherited = Object.create({ 'candidate.firstName': 'Eve' }) as MergeValues;
    expect(renderTemplate('{{candidate.firstName|there}}', inherited)).toEqual(text('there'));
  });

  it('has an example for every attribute', () => {
    for (const attribute of MERGE_ATTRIBUTES)
      expect(renderTemplate(`{{${attribute}}}`, EXAMPLE_VALUES)).toEqual(
        text(mergeAttributes[attribute].example),
      );
  });
});

describe('what is unfinished', () => {
  it.each<[string, string, [source: string, position: number][]]>([
    ['one brace', 'Hi {candidate.firstName}!', [['{candidate.firstName}', 3]]],
    ['one brace and spaces', '{ candidate.firstName }', [['{ candidate.firstName }', 0]]],
    ['one brace and a fallback', '{candidate.firstName|there}', [['{candidate.firstName|there}', 0]]],
    ['one brace and other letters', '{Candidate.firstname}', [['{Candidate.firstname}', 0]]],
    [
      'one brace around another word',
      'Hi {firstName}, {first_name}',
      [
        ['{firstName}', 3],
        ['{first_name}', 16],
      ],
    ],
    [
      'one brace around a label',
      'Hi {First name}, {company}',
      [
        ['{First name}', 3],
        ['{company}', 17],
      ],
    ],
    ['one brace that is not closed', 'Hi {candidate.firstName, hello', [['{candidate.firstName', 3]]],
    ['one brace that is not opened', 'Hi candidate.firstName} hello', [['candidate.firstName}', 3]]],
    ['not closed', 'Hi {{candidate.firstName', [['{{candidate.firstName', 3]]],
    ['not closed, and more', 'Hi {{candidate.firstName, see you', [['{{candidate.firstName', 3]]],
    ['begun', 'Hi {{', [['{{', 3]]],
    ['begun with a word', 'Hi {{cand', [['{{cand', 3]]],
    ['not opened', 'Hi candidate.firstName}} hello', [['candidate.firstName}}', 3]]],
    ['opened once', 'Hi {candidate.firstName}} hello', [['{candidate.firstName}}', 3]]],
    ['closed once', 'Hi {{candidate.firstName} hello', [['{{candidate.firstName}', 3]]],
    ['closed once behind a fallback', '{{candidate.firstName|there}', [['{{candidate.firstName|there}', 0]]],
    ['closing braces alone', 'Hi }} there', [['}}', 3]]],
    [
      'nothing in it',
      '{{}} {{ }} {{|there}}',
      [
        ['{{}}', 0],
        ['{{ }}', 5],
        ['{{|there}}', 11],
      ],
    ],
    [
      'over two lines',
      '{{candidate.\nfirstName}}',
      [
        ['{{candidate.', 0],
        ['}}', 22],
      ],
    ],
    ['braces around', '{{{candidate.firstName}}}', [['{{candidate.firstName}}', 1]]],
    [
      'one in the other',
      '{{x{{candidate.firstName}}}}',
      [
        ['{{x', 0],
        ['{{candidate.firstName}}', 3],
        ['}}', 26],
      ],
    ],
    [
      'one in the fallback of the other',
      '{{candidate.email|{{b}}}}',
      [
        ['{{candidate.email', 0],
        ['{{b}}', 18],
        ['}}', 23],
      ],
    ],
    ['beside one that is finished', '{{company.name}} {{job', [['{{job', 17]]],
    ['after an emoji', '🎉 {{job', [['{{job', 3]]],
  ])('%s', (_, body, expected) => {
    expect(unfinishedIn(body).map(({ source, position }) => [source, position])).toEqual(expected);
    for (const { source, position } of unfinishedIn(body))
      expect(body.startsWith(source, position)).toBe(true);
    expect(renderTemplate(body, EXAMPLE_VALUES).ok).toBe(false);
  });

  it.each([
    '',
    'See you :} or :-}',
    'A smiley {: and ={ too',
    'A hug: {}',
    'A hug: { }',
    'Sets like {1, 2, 3} and {a}',
    'Pay {about $20 an hour, plus tips} and more',
    'See { or } there',
    'An open { in prose, and a closed } later',
    'if (x) { run(); }',
    'json {"a": 1}',
    'Write to candidate.firstName',
    '} {',
    'Hi {{candidate.firstName}} :}',
    '{{candidate.firstName}}{{candidate.lastName|}}',
  ])('is not in: %s', (body) => {
    expect(unfinishedIn(body)).toEqual([]);
    expect(renderTemplate(body, EXAMPLE_VALUES).ok).toBe(true);
  });
});

const pieces = fc.constantFrom(
  '{',
  '{{',
  '}',
  '}}',
  '|',
  ' ',
  '\n',
  'x',
  'candidate.firstName',
  'company.name',
  '🎉',
);
const brokenBody = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 })))
  .map((all) => all.join(''));
const someValue = fc.oneof(fc.constant(null), fc.constant('{{company.name}}'), fc.string({ unit: 'binary' }));
const someValues: fc.Arbitrary<MergeValues> = fc.record(
  Object.fromEntries(MERGE_ATTRIBUTES.map((attribute) => [attribute, someValue])),
  { requiredKeys: [] },
);

describe('every body', () => {
  it('is its tokens one after the other', () => {
    fc.assert(
      fc.property(brokenBody, (body) => {
        const tokens = parseTemplate(body);
        expect(tokens.map((token) => (token.kind === 'text' ? token.text : token.source)).join('')).toBe(
          body,
        );
      }),
    );
  });

  it('is either a text or a list of what keeps it from being one, whatever the values', () => {
    fc.assert(
      fc.property(brokenBody, someValues, (body, given) => {
        const rendered = renderTemplate(body, given);
        const tokens = parseTemplate(body);
        const unknown = unknownAttributesOf(body);
        const isWhole = tokens.every(
          (token) =>
            token.kind === 'text' ||
            (token.kind === 'attribute' && ((given[token.attribute] ?? '').trim() || token.fallback)),
        );
        expect(rendered.ok).toBe(isWhole);
        const unfinished = unfinishedIn(body).map(({ source }) => source);
        if (!rendered.ok) expect(new Set(rendered.unknown)).toEqual(new Set([...unknown, ...unfinished]));
      }),
    );
  });

  it('has its values as they are, and parses none of them', () => {
    const visible = fc.string({ unit: 'binary', minLength: 1 }).filter((value) => value.trim() !== '');
    fc.assert(
      fc.property(
        fc.oneof(
          visible,
          brokenBody.filter((body) => body.trim() !== ''),
        ),
        (value) => {
          const rendered = renderTemplate('<{{company.name|x}}>', { 'company.name': value });
          expect(rendered).toEqual(text(`<${value}>`));
        },
      ),
    );
  });

  it('is itself without braces', () => {
    fc.assert(
      fc.property(brokenBody, (body) => {
        const plain = body.replace(/[{}]/g, '');
        expect(renderTemplate(plain, {})).toEqual(text(plain));
      }),
    );
  });

  it('takes time linear in its length, also of only braces', () => {
    for (const piece of [
      '{',
      '{{',
      '{{a',
      '{{a|',
      '}}',
      '{ ',
      '{ab',
      '{ab|',
      'company.name ',
      'company.name|',
    ])
      expect(parseTemplate(piece.repeat(200_000)).length).toBeGreaterThan(0);
  });
});
