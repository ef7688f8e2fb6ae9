import { expect, it } from 'vitest';
import { createReach } from './reach.ts';

type Graph = Record<string, { code: string; importedIds?: string[] }>;

const reach = (graph: Graph, ...roots: string[]) =>
  [
    ...createReach((id) => {
      const module = graph[id];
      return module ? { code: module.code, importedIds: module.importedIds ?? [] } : null;
    })(roots),
  ].sort();

const library: Graph = {
  index: {
    code: `import { Button } from './button'; import * as icons from './icons';
           export { Table as Grid } from './table'; export * from './more'; export * as all from './table';
           export { Button, icons };`,
    importedIds: ['button', 'icons', 'table', 'more'],
  },
  button: { code: 'import "./base"; export const Button = 1;', importedIds: ['base'] },
  base: { code: 'export const base = 1;' },
  icons: { code: 'export const Icon = 1;' },
  table: { code: 'export const Table = 1;' },
  more: { code: `export { Menu } from './menu';`, importedIds: ['menu'] },
  menu: { code: 'export const Menu = 1;' },
};

it.each<[string, string, string[]]>([
  ['one by name', `import { Button } from 'library'; Button;`, ['base', 'button']],
  ['one by another name', `import { Grid } from 'library'; Grid;`, ['table']],
  ['one from further on', `import { Menu } from 'library'; Menu;`, ['menu']],
  [
    'one that is handed on again',
    `export { Button } from 'library'; export const own = 1;`,
    ['base', 'button'],
  ],
  ['all of a part', `import { icons } from 'library'; icons;`, ['icons']],
  [
    'those that are used of all',
    `import * as library from 'library'; library.Button(library.Grid);`,
    ['base', 'button', 'table'],
  ],
  ['nothing that is used', `import { Button } from 'library';`, []],
  ['what is not there', `import { Nothing } from 'library'; Nothing;`, []],
  [
    'everything',
    `import * as library from 'library'; library;`,
    ['button', 'icons', 'index', 'more', 'table'],
  ],
])('from an index comes what is asked for: %s', (_what, code, expected) => {
  const graph = { ...library, screen: { code, importedIds: ['index'] } };
  const found = reach(graph, 'screen').filter((id) => id !== 'screen');
  expect(found).toEqual(expect.arrayContaining(expected));
  if (!expected.includes('index')) expect(found).toEqual(expected);
});

it("a module's own code comes whole, in a circle too", () => {
  const graph = {
    a: { code: `import { b } from './b'; export const a = () => b;`, importedIds: ['b'] },
    b: { code: `import { a } from './a'; import './c'; export const b = () => a;`, importedIds: ['a', 'c'] },
    c: { code: 'document.title = "c";' },
  };
  expect(reach(graph, 'a')).toEqual(['a', 'b', 'c']);
});

it('what the bundler adds to a module, and what is loaded by what is no script, comes too', () => {
  const graph = {
    screen: { code: `import { a } from './a'; a;`, importedIds: ['a', 'helper'] },
    a: { code: 'export const a = 1;' },
    helper: { code: 'export const load = 1;' },
    style: { code: '.a { color: red }', importedIds: ['image'] },
    image: { code: 'export default "/x.png";' },
  };
  expect(reach(graph, 'screen')).toEqual(['a', 'helper', 'screen']);
  expect(reach(graph, 'style')).toEqual(['image', 'style']);
});

it('two indexes that hand on each other come to an end', () => {
  const graph = {
    one: { code: `export * from './two';`, importedIds: ['two'] },
    two: { code: `export * from './one'; export { a } from './a';`, importedIds: ['one', 'a'] },
    a: { code: 'export const a = 1;' },
    screen: { code: `import { a, b } from './one'; a; b;`, importedIds: ['one'] },
  };
  expect(reach(graph, 'screen')).toEqual(['a', 'screen']);
});
