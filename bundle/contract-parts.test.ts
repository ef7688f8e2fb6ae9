import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { takeApart } from './contract-parts.ts';

const take = (code: string) => takeApart(code, parseAst(code).body, '/jobs.ts');

it('each call and schema becomes a module, which imports what it is made of', () => {
  const taken = take(
    `import { z } from 'zod';
import { Id, page } from './primitives.ts';
import { route } from './route.ts';
export { Stage } from './stages.ts';
const Params = z.object({ id: Id });
export const Job = z.object({ id: Id, page: 1 });
export const getJob = route({ params: Params, body: Job });`,
  );
  expect(taken?.index).toBe(
    `export { Stage } from './stages.ts';
export { Job } from "/jobs.ts?part=Job";
export { getJob } from "/jobs.ts?part=getJob";
`,
  );
  expect(Object.fromEntries(taken?.parts ?? [])).toEqual({
    '/jobs.ts?part=Params': `import { z as z } from "zod";
import { Id as Id } from "./primitives.ts";
const Params = z.object({ id: Id });
export { Params };
`,
    '/jobs.ts?part=Job': `import { z as z } from "zod";
import { Id as Id } from "./primitives.ts";
const Job = z.object({ id: Id, page: 1 });
export { Job };
`,
    '/jobs.ts?part=getJob': `import { route as route } from "./route.ts";
import { Params } from "/jobs.ts?part=Params";
import { Job } from "/jobs.ts?part=Job";
const getJob = route({ params: Params, body: Job });
export { getJob };
`,
  });
});

it('what needs each other stays together, in its order', () => {
  const taken = take(
    `import { route } from './route.ts';
export const one = () => two;
const apart = 1;
export const two = route(one, apart);
export function three() { return two; }`,
  );
  expect([...(taken?.parts.keys() ?? [])]).toEqual([
    '/jobs.ts?part=one',
    '/jobs.ts?part=apart',
    '/jobs.ts?part=three',
  ]);
  expect(taken?.parts.get('/jobs.ts?part=one')).toBe(`import { route as route } from "./route.ts";
import { apart } from "/jobs.ts?part=apart";
const one = () => two;
const two = route(one, apart);
export { one, two };
`);
});

it.each([
  ['has no call', `import { z } from 'zod'; export const Id = z.uuid();`],
  ['does more than declare', `import { route } from './route.ts'; export const a = route({}); a.b = 1;`],
])('a module that %s stays whole', (_what, code) => {
  expect(take(code)).toBeNull();
});
