import { expect, it } from 'vitest';
import { childrenFirst } from './erase-rows.ts';

it('puts what refers before what it refers to, and ends with tables in a circle too', () => {
  const tables = [
    { name: 'candidates', refersTo: ['accounts'] },
    { name: 'conversations', refersTo: ['candidates', 'seats'] },
    { name: 'messages', refersTo: ['conversations'] },
    { name: 'seats', refersTo: [] },
  ];
  expect(childrenFirst(tables)).toEqual(['messages', 'conversations', 'candidates', 'seats']);
  const circle = [
    { name: 'a', refersTo: ['b'] },
    { name: 'b', refersTo: ['a'] },
  ];
  expect(childrenFirst(circle)).toEqual(['a', 'b']);
});
