import { expect, it } from 'vitest';
import { findCircle } from './no-circles.ts';

it.each<[Record<string, string[]>, string[] | null]>([
  [{}, null],
  [{ a: ['b', 'c'], b: ['c'], c: [] }, null],
  [{ a: ['a'] }, ['a', 'a']],
  [{ a: ['b'], b: ['a'] }, ['a', 'b', 'a']],
  [{ entry: ['a'], a: ['b'], b: ['c'], c: ['a'] }, ['a', 'b', 'c', 'a']],
])('%j: %j', (imports, circle) => {
  expect(findCircle(Object.keys(imports), (file) => imports[file] ?? [])).toEqual(circle);
});
