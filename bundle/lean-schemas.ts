import type { Plugin } from 'vite';
import { isText, type Node, visit } from './syntax-tree.ts';

/**
 * What the contract says of its fields and routes is for the API reference, which the server makes: it is left out of what
 * browsers load.
 */
export const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  apply: 'build',
  transform: {
    order: 'post',
    filter: { id: /\/contract\/[\w/-]+\.ts$/ },
    handler(code) {
      const cuts: { start: number; end: number; put: string }[] = [];
      visit(this.parse(code), (node) => {
        const { callee, arguments: given, key, value } = node as Record<string, Node | undefined>;
        if (node.type === 'CallExpression' && callee?.property?.name === 'describe' && isText(given?.[0]))
          cuts.push({ start: callee.object.end, end: node.end, put: '' });
        if (node.type === 'Property' && key?.name === 'summary' && isText(value))
          cuts.push({ start: value.start, end: value.end, put: "''" });
      });
      cuts.sort((a, b) => b.start - a.start);
      return {
        code: cuts.reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), code),
        map: null,
      };
    },
  },
};

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
