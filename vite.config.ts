import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://127.0.0.1:3000';

/** `/simulator` itself is a screen; only the calls below it are the server's. */
const served = ['/v1', '/sso', '/webhooks', '/media', '/avatars', '/outbox', '^/simulator/.'];

/**
 * What the contract says of its fields and routes is for the API reference, which the server makes: it is left out of what
 * browsers load.
 */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  apply: 'build',
  transform: {
    order: 'post',
    filter: { id: /\/contract\/[\w-]+\.ts$/ },
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
const withoutJsonSchemas: Plugin = {
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

/** Every page names all parts of the web, to fetch those that belong together at once: short names make it smaller. */
const names = { chunkFileNames: 'assets/[hash].js', assetFileNames: 'assets/[hash][extname]' };

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree has a hundred kinds of nodes, of which two are looked at
type Node = any;

const isText = (node: Node) =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');

function visit(node: Node, look: (node: Node) => void): void {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string') look(node);
  for (const child of Object.values(node)) visit(child, look);
}

export default defineConfig({
  root: 'web',
  plugins: [react(), withoutDescriptions, withoutJsonSchemas],
  css: { postcss: { plugins: [mantine()] } },
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2022', rolldownOptions: { output: names } },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(served.map((path) => [path, { target: server }])),
  },
});
