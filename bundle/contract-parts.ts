import type { Plugin } from 'vite';
import { type Node, visit } from './syntax-tree.ts';

/**
 * Takes the modules of the contract that have calls apart: every call and every schema becomes a module of its own, and the module itself an
 * index of them. So a screen brings the calls that it uses, and not all those that are written in the same file.
 */
export function contractParts(): Plugin {
  const parts = new Map<string, string>();
  return {
    name: 'contract-parts',
    apply: 'build',
    resolveId: (source) => (parts.has(source) ? source : null),
    load: (id) => (parts.has(id) ? { code: parts.get(id) ?? '', moduleSideEffects: false } : null),
    transform: {
      order: 'post',
      filter: { id: /\/contract\/[\w/-]+\.ts$/ },
      handler(code, id) {
        const taken = takeApart(code, this.parse(code).body, id);
        if (taken === null) return null;
        for (const [part, text] of taken.parts) parts.set(part, text);
        return { code: taken.index, map: null, moduleSideEffects: false };
      },
    },
  };
}

interface Statement {
  text: string;
  declares: string[];
  exports: string[];
  uses: Set<string>;
}

/** Null where a module does more than declare. */
export function takeApart(
  code: string,
  body: Node[],
  id: string,
): { index: string; parts: Map<string, string> } | null {
  const imported = new Map<string, string>();
  const statements: Statement[] = [];
  let index = '';
  for (const node of body) {
    const text = code.slice(node.start, node.end);
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (node.type === 'ImportDeclaration')
      for (const { type, imported: name, local } of node.specifiers) {
        if (type !== 'ImportSpecifier') return null;
        imported.set(
          local.name,
          `import { ${name.name} as ${local.name} } from ${JSON.stringify(node.source.value)};\n`,
        );
      }
    else if (node.source) index += `${text}\n`;
    else if (declaration?.type === 'VariableDeclaration' || declaration?.type === 'FunctionDeclaration') {
      const declares = namesOf(declaration);
      statements.push({
        text: code.slice(declaration.start, declaration.end),
        declares,
        exports: declaration === node ? [] : declares,
        uses: usesOf(declaration),
      });
    } else return null;
  }

  if (!imported.has('route')) return null;

  const declaredBy = new Map(
    statements.flatMap((each) => each.declares.map((name) => [name, each] as const)),
  );
  const needs = (of: Statement) => [...of.uses].flatMap((name) => declaredBy.get(name) ?? []);
  const reached = new Map(statements.map((each) => [each, reachedFrom(each, needs)]));
  /** What needs each other stays together, in its order. */
  const togetherWith = (one: Statement) =>
    statements.filter(
      (other) => other === one || (reached.get(one)?.has(other) && reached.get(other)?.has(one)),
    );
  const partOf = (one: Statement) => `${id}?part=${togetherWith(one)[0]?.declares[0]}`;

  const parts = new Map<string, string>();
  for (const one of statements) {
    const together = togetherWith(one);
    if (together[0] === one) {
      const uses = new Set(together.flatMap((each) => [...each.uses]));
      let text = '';
      for (const name of uses) {
        const other = declaredBy.get(name);
        if (other && !together.includes(other))
          text += `import { ${name} } from ${JSON.stringify(partOf(other))};\n`;
        else if (!other) text += imported.get(name) ?? '';
      }
      text += together.map((each) => `${each.text}\n`).join('');
      parts.set(
        partOf(one),
        `${text}export { ${together.flatMap(({ declares }) => declares).join(', ')} };\n`,
      );
    }
    if (one.exports.length > 0)
      index += `export { ${one.exports.join(', ')} } from ${JSON.stringify(partOf(one))};\n`;
  }
  return { index, parts };
}

const namesOf = (declaration: Node): string[] =>
  declaration.type === 'FunctionDeclaration'
    ? [declaration.id.name]
    : declaration.declarations.flatMap(({ id }: Node) =>
        id.type === 'Identifier' ? [id.name] : id.properties.map(({ value }: Node) => value.name),
      );

function usesOf(declaration: Node): Set<string> {
  const uses = new Set<string>();
  const look = (node: Node): unknown => {
    if (node.type === 'Identifier') uses.add(node.name);
    if (node.type === 'MemberExpression' && !node.computed) visit(node.object, look);
    else if (node.type === 'Property' && !node.computed) visit(node.value, look);
    else return true;
    return false;
  };
  visit(declaration, look);
  return uses;
}

function reachedFrom<Value>(start: Value, next: (of: Value) => Value[]): Set<Value> {
  const reached = new Set<Value>();
  const follow = (from: Value) => {
    for (const each of next(from))
      if (!reached.has(each)) {
        reached.add(each);
        follow(each);
      }
  };
  follow(start);
  return reached;
}
