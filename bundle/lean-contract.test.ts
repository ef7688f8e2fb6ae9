import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { lean, withCalls } from './lean-contract.ts';

it.each<[string, string, string]>([
  [
    'of a call stays what browsers need',
    `export const a = route({ method: 'GET', path: '/a', auth: 'none', ...mine, body: B, reply: z.object({ c: D }) });`,
    `export const a = /*@__PURE__*/ route({ method: 'GET', path: '/a', ...mine, body: B, });`,
  ],
  [
    'descriptions go',
    `const a = z.object({ b: z.string().describe('b').min(1) }).describe('a');`,
    'const a = /*@__PURE__*/ z.object({ b: /*@__PURE__*/ z.string().min(1) });',
  ],
  ['so that a name stays one', `const a = b.describe('a');`, 'const a = b;'],
  ['what a function does stays', `const a = () => list.push(1);`, `const a = () => list.push(1);`],
])('%s', (_what, code, expected) => {
  expect(lean(code, parseAst(code)).replace(/\s+/g, ' ')).toBe(expected);
});

it('a module has the calls it makes, and schemas come from the contract only where it names them', () => {
  const all = {
    createJob: { method: 'POST', path: '/jobs', summary: '', auth: 'session', reply: z.unknown() },
  } as const;
  const code = `import * as routes from '../../contract/routes.ts';\ncall(routes.createJob, check(routes.createJob.body));`;
  expect(withCalls(code, parseAst(code), all).split('\n')).toEqual([
    "import * as schemas from '../../contract/routes.ts';",
    "const routes_createJob = { method: 'POST', path: '/jobs' };",
    'call(routes_createJob, check(schemas.createJob.body));',
  ]);
});
