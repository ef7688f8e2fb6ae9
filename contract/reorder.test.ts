import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reorder } from './reorder.ts';

describe('reorder', () => {
  it.each<[string, string, string, string]>([
    ['all', 'abcd', 'dcba', 'dcba'],
    ['none that is there', 'abcd', 'xyz', 'abcd'],
    ['two change places', 'abcd', 'ca', 'cbad'],
    ['one moves up', 'abcd', 'dbc', 'adbc'],
    ['one alone stays', 'abcd', 'c', 'abcd'],
    ['one is gone meanwhile', 'abd', 'dcab', 'dab'],
    ['one is new meanwhile', 'abcde', 'dcba', 'dcbae'],
    ['one is named twice', 'abc', 'ccb', 'acb'],
  ])('%s', (_, current, named, expected) => {
    expect(reorder([...current], [...named]).join('')).toBe(expected);
  });

  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 });
  const some = fc.array(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 30 });

  it('loses none and adds none', () => {
    fc.assert(
      fc.property(ids, some, (current, named) => {
        expect(reorder(current, named).sort()).toEqual([...current].sort());
      }),
    );
  });

  it('puts the named in their order, moves no other, and changes nothing when repeated', () => {
    fc.assert(
      fc.property(ids, some, (current, named) => {
        const after = reorder(current, named);
        const moving = [...new Set(named)].filter((id) => current.includes(id));
        expect(after.filter((id) => moving.includes(id))).toEqual(moving);
        for (const [place, id] of current.entries()) if (!moving.includes(id)) expect(after[place]).toBe(id);
        expect(reorder(after, named)).toEqual(after);
      }),
    );
  });
});
