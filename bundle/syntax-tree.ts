import { parseAst } from 'vite';

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree has a hundred kinds of nodes, of which a few are looked at
export type Node = any;

/** Of a module; none of what is no script, a style sheet for example. */
export function statementsOf(code: string | null): Node[] {
  try {
    return code === null ? [] : parseAst(code).body;
  } catch {
    return [];
  }
}

export const isText = (node: Node): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');

/** Not what is within a node for which `look` returns false. */
export function visit(node: Node, look: (node: Node) => unknown): void {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string' && look(node) === false) return;
  for (const child of Object.values(node)) visit(child, look);
}
