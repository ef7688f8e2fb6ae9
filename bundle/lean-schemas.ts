import type { Plugin } from 'vite';
import { isText, type Node, visit } from './syntax-tree.ts';

/** What browsers need of a call: where it is, and what its forms are checked against. */
export const OF_A_CALL = ['method', 'path', 'query', 'body'];

/**
 * What the contract says beyond that, such as descriptions and replies, is for the server and its API reference: it is left
 * out of what browsers load. So is every call and schema that nothing asks for, since making one changes nothing else.
 */
export const leanContract: Plugin = {
  name: 'lean-contract',
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
    key === undefined || OF_A_CALL.includes(key.name)
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
