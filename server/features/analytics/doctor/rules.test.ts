import { expect, it } from 'vitest';
import { type LatestText, warningsOf } from './rules.ts';

const none = { companyName: 'Acme', sent: 1000, filtered: 0, optOuts: 0, latest: [] as LatestText[] };
const texts = (count: number, of: (index: number) => Partial<LatestText>): LatestText[] =>
  Array.from({ length: count }, (_, index) => ({
    body: `Text ${'abcdefghijklmnopqrstuvwxyz'[index % 26]}`,
    isFirst: false,
    ...of(index),
  }));

it.each<[string, Partial<typeof none>, string[]]>([
  ['nothing', {}, []],
  ['1 % of opt-outs', { optOuts: 10 }, []],
  ['more', { optOuts: 11 }, ['optOuts']],
  ['one of few texts', { sent: 49, optOuts: 1, filtered: 1 }, []],
  ['one candidate of a hundred', { sent: 99, optOuts: 1 }, []],
  ['two', { sent: 99, optOuts: 2 }, ['optOuts']],
  ['texts that carriers block', { filtered: 11 }, ['filtered']],
  ['different texts', { latest: texts(26, () => ({})) }, []],
  [
    'one text for many names',
    {
      latest: texts(20, (index) => ({
        body: `Hi ${['Maria', 'Connor', 'Wei'][index % 3]}, we hire! Call ${index}`,
      })),
    },
    ['sameText'],
  ],
  ['one text for few', { latest: texts(19, () => ({ body: 'We hire!' })) }, []],
  ['a short link', { latest: [{ body: 'Apply: bit.ly/3x', isFirst: false }] }, ['shortLinks']],
  ['a whole link', { latest: [{ body: 'Apply: https://acme.example/jobs', isFirst: false }] }, []],
  ['first texts without a name', { latest: texts(10, () => ({ isFirst: true })) }, ['noCompanyName']],
  [
    'first texts with it',
    { latest: texts(10, (index) => ({ isFirst: true, body: `ACME here, ${'abcdefghij'[index]}` })) },
    [],
  ],
])('%s', (_, facts, warnings) => expect(warningsOf({ ...none, ...facts })).toEqual(warnings));
