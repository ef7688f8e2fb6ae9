import { describe, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { drawLetter } from './draw-letter.ts';

const owner = {
  company: 'Quayside Talent LLC',
  street: '1 Harbor Way',
  city: 'Oakland',
  state: 'CA',
  postalCode: '94607',
};
const facts = {
  phoneNumber: '+12125557341',
  owner,
  name: 'Ana Lopez',
  title: 'Office manager',
  signature: 'Ana Lopez',
  signedAt: new Date('2026-11-21T15:04:05Z'),
  ip: '203.0.113.7',
  reference: '0190f3a0-7c1b-7000-8000-00000000000a',
};
const widest = 'W'.repeat(100);

async function pagesOf(over: Partial<typeof facts>): Promise<number> {
  const letter = await drawLetter({ ...facts, ...over });
  return letter.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

describe('a letter of authorization has one page', () => {
  it.each([
    ['as it mostly is', {}],
    ['with long names', { name: 'Wilhelmina '.repeat(9), signature: 'Wilhelmina '.repeat(9) }],
    [
      'with everything as wide as it may be',
      {
        owner: { ...owner, company: widest, street: widest, city: 'W'.repeat(60) },
        name: widest,
        title: widest,
        signature: widest,
        ip: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      },
    ],
  ])('%s', async (_, over) => {
    expect(await pagesOf(over)).toBe(1);
  });
});

it('takes a letter with its accent as one character or as two', () => {
  const signed = { title: 'Owner', agrees: true, name: 'Zo\u00eb', signature: 'Zoe\u0308' };
  expect(routes.signLandlineLetter.body.parse(signed)).toMatchObject({ name: 'Zoë', signature: 'Zoë' });
});
