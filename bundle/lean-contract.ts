import type { Plugin } from 'vite';
import type { Route } from '../contract/route.ts';
import * as routes from '../contract/routes.ts';
import { groups } from './chunks.ts';
import { isText, type Node, visit } from './syntax-tree.ts';

/** What browsers need of a call, and what only screens need whose forms are checked against it. */
const OF_A_CALL = ['method', 'path'];
const OF_A_FORM = ['query', 'body'];
export const IN_BROWSERS = [...OF_A_CALL, ...OF_A_FORM];

/**
 * Every module gets the calls that it makes, without their schemas: in a module that all share, the first screen would load the
 * calls of every other. A screen that names a schema (`routes.createJob.body`) loads it from the contract.
 */
export const leanCalls: Plugin = {
  name: 'lean-calls',
  apply: 'build',
  transform: {
    order: 'post',
    filter: { id: /\/web\/[\w/-]+\.tsx?$/, code: /contract\/routes\.ts/ },
    handler(code) {
      return { code: withCalls(code, this.parse(code), routes), map: null };
    },
  },
};

export function withCalls(code: string, program: Node, all: Record<string, Route>): string {
  const cuts: Cut[] = [];
  const called = new Set<string>();
  let imported: Node;
  visit(program, (node) => {
    const { type, source, object, property } = node;
    if (type === 'ImportDeclaration' && source.value.endsWith('/contract/routes.ts')) imported = node;
    if (type !== 'MemberExpression') return;
    if (object.object?.name === 'routes' && OF_A_FORM.includes(property.name)) {
      cuts.push({ start: object.object.start, end: object.object.end, put: 'schemas' });
      return false;
    }
    if (object.name !== 'routes') return;
    called.add(property.name);
    cuts.push({ start: node.start, end: node.end, put: `routes_${property.name}` });
  });
  const calls = [...called].map((name) => {
    const { method, path } = all[name] as Route;
    return `const routes_${name} = { method: '${method}', path: '${path}' };`;
  });
  if (imported)
    cuts.push({
      start: imported.start,
      end: imported.end,
      put: [`import * as schemas from '${imported.source.value}';`, ...calls].join('\n'),
    });
  return withCuts(code, cuts);
}

/**
 * What else the contract says, such as descriptions and replies, is for the server and its API reference: it is left
 * out of what browsers load. So is every call and schema that nothing asks for, since making one changes nothing else.
 */
export const leanSchemas: Plugin = {
  name: 'lean-schemas',
  apply: 'build',
  transform: {
    order: 'post',
    filter: { id: /\/contract\/[\w/-]+\.ts$/ },
    handler(code) {
      return { code: lean(code, this.parse(code)), map: null, moduleSideEffects: false };
    },
  },
};

export function lean(code: string, program: Node): string {
  const cuts: Cut[] = [];
  visit(program, (node) => {
    if (node.type !== 'CallExpression') return;
    if (isDescription(node)) cuts.push({ start: node.callee.object.end, end: node.end, put: '' });
    if (node.callee.name === 'route') cuts.push(...beyondTheCall(node.arguments[0]));
  });
  for (const start of new Set(callsOf(program))) cuts.push({ start, end: start, put: '/*@__PURE__*/ ' });
  return withCuts(code, cuts);
}

const isDescription = ({ callee, arguments: given }: Node): boolean =>
  callee.property?.name === 'describe' && isText(given[0]);

interface Cut {
  start: number;
  end: number;
  put: string;
}

/** Of what a call is made of, what browsers don't need. */
function beyondTheCall({ properties, end }: Node): Cut[] {
  return properties.flatMap(({ key, start }: Node, position: number) =>
    key === undefined || IN_BROWSERS.includes(key.name)
      ? []
      : [{ start, end: properties[position + 1]?.start ?? end - 1, put: '' }],
  );
}

/** Where the calls begin that make the values of a module, outside its functions. */
function callsOf({ body }: Node): number[] {
  const starts: number[] = [];
  for (const statement of body) {
    const declared = statement.declaration ?? statement;
    if (declared.type !== 'VariableDeclaration') continue;
    visit(declared, (node) => {
      const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
      if (isCall && !isDescription(node)) starts.push(node.start);
      return !/Function/.test(node.type);
    });
  }
  return starts;
}

/** What is cut within something that is cut goes with it. */
function withCuts(code: string, cuts: Cut[]): string {
  let [text, at] = ['', 0];
  for (const { start, end, put } of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    text += code.slice(at, start) + put;
    at = end;
  }
  return text + code.slice(at);
}

/** JSON schemas are made of the contract by the server alone; here every schema would bring along how it becomes one. */
export const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler(code) {
      const names = this.parse(code).body.flatMap((node: Node) => {
        if (node.type !== 'ExportNamedDeclaration') return [];
        const { declaration, specifiers } = node;
        const declared = declaration?.declarations ?? (declaration ? [declaration] : []);
        return [
          ...declared.map(({ id }: Node) => id.name),
          ...specifiers.map(({ exported }: Node) => exported.name),
        ];
      });
      const exported = names.map((name) => `nothing as ${name}`).join(', ');
      return { code: `const nothing = () => undefined;\nexport { ${exported} };\n`, map: null };
    },
  },
};

/** What comes before every screen loads no schemas: one import too many would bring them back, a tenth of the inbox. */
export const leanFirstLoads: Plugin = {
  name: 'lean-first-loads',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !groups.some(({ name }) => name === chunk.name)) continue;
      const schemas = chunk.moduleIds.filter((id) => /\/node_modules\/zod\//.test(id));
      const contract = chunk.moduleIds.filter((id) => id.includes('/contract/'));
      if (schemas.length > 0)
        this.error(
          `The file of ${chunk.name} has zod, by one of these: ${contract.join(', ')}. See bundle/chunks.ts.`,
        );
    }
  },
};
