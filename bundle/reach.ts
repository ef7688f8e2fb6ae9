import { type Node, statementsOf, visit } from './syntax-tree.ts';

/** What the bundler knows of a module: its code, and what it imports, without what it only loads later. */
export type Modules = (id: string) => { code: string | null; importedIds: readonly string[] } | null;

interface Import {
  from: string;
  /** Null: all of it. */
  names: string[] | null;
}

/**
 * What is fetched together with these modules. From an index, a module that only hands on what others have, comes what is asked
 * for by name; without that every screen would seem to need the whole of a library.
 */
export function createReach(modules: Modules): (roots: readonly string[]) => Set<string> {
  const read = cached((id): Read => {
    const { code = null, importedIds = [] } = modules(id) ?? {};
    const body = statementsOf(code);
    return { body, importedIds, places: placesOf(body, importedIds) };
  });
  const imports = cached((id) => importsOf(read(id)));
  const index = cached((id) => indexOf(read(id)));

  return (roots) => {
    const reached = new Set<string>();
    const asked = new Set<string>();

    function take(id: string): void {
      if (reached.has(id) || modules(id) === null) return;
      reached.add(id);
      for (const { from, names } of imports(id)) takeFrom(from, names);
    }

    function takeFrom(id: string, names: string[] | null): void {
      const handedOn = names === null ? null : index(id);
      if (handedOn === null || names === null) {
        take(id);
        return;
      }
      for (const name of names) {
        if (asked.has(`${id} ${name}`)) continue;
        asked.add(`${id} ${name}`);
        const found = handedOn.byName.get(name);
        if (found) takeFrom(found.from, found.names);
        else for (const from of handedOn.whole) takeFrom(from, [name]);
      }
    }

    for (const root of roots) take(root);
    return reached;
  };
}

/** A module as it was read, once. */
interface Read {
  body: Node[];
  importedIds: readonly string[];
  /** Which module each source is; null where that isn't known. */
  places: Map<string, string> | null;
}

interface Index {
  byName: Map<string, Import>;
  /** `export *`. */
  whole: string[];
}

/** Null for every module that has its own code. */
function indexOf({ body, importedIds, places }: Read): Index | null {
  if (places === null || body.length === 0 || importedIds.length === 0) return null;
  if (!body.every((statement) => isImport(statement) || handsOn(statement))) return null;
  const byName = new Map<string, Import>();
  const local = new Map<string, Import>();
  const whole: string[] = [];
  for (const statement of body) {
    const from = places.get(statement.source?.value) ?? '';
    if (isImport(statement))
      for (const each of statement.specifiers)
        local.set(each.local.name, { from, names: each.imported ? [nameOf(each.imported)] : null });
    else if (statement.type === 'ExportAllDeclaration') {
      if (statement.exported) byName.set(nameOf(statement.exported), { from, names: null });
      else whole.push(from);
    } else if (statement.source)
      for (const each of statement.specifiers)
        byName.set(nameOf(each.exported), { from, names: [nameOf(each.local)] });
  }
  for (const statement of body)
    if (statement.type === 'ExportNamedDeclaration' && !statement.source)
      for (const each of statement.specifiers) {
        const found = local.get(nameOf(each.local));
        if (found === undefined) return null;
        byName.set(nameOf(each.exported), found);
      }
  return { byName, whole };
}

/** An import of which nothing is used is none. */
function importsOf({ body, importedIds, places }: Read): Import[] {
  if (places === null) return importedIds.map((from) => ({ from, names: null }));
  const uses = usesIn(body);
  const written = body.flatMap((statement) => {
    const from = places.get(statement.source?.value);
    const names = namesOf(statement, uses);
    return from === undefined || names?.length === 0 ? [] : [{ from, names }];
  });
  const added = importedIds.slice(places.size).map((from) => ({ from, names: null }));
  return [...written, ...added];
}

/** An import of nothing, for what it does, and one of everything that isn't only used by its names: all of it. */
function namesOf({ type, specifiers }: Node, uses: Uses): string[] | null {
  if (!specifiers || specifiers.length === 0) return null;
  if (type !== 'ImportDeclaration') return specifiers.map((each: Node) => nameOf(each.local));
  const names = specifiers.flatMap(({ type, imported, local }: Node): (string | null)[] => {
    const members = uses.get(local.name);
    if (members === undefined) return [];
    if (type === 'ImportNamespaceSpecifier') return members === 'itself' ? [null] : [...members];
    return [imported ? nameOf(imported) : null];
  });
  return names.includes(null) ? null : names;
}

/** What a module does with a name: uses only these members of it, or it itself. */
type Uses = Map<string, Set<string> | 'itself'>;

function usesIn(body: Node[]): Uses {
  const uses: Uses = new Map();
  visit(body, ({ type, name, object, property, computed }) => {
    if (type === 'ImportDeclaration') return false;
    if (type === 'Identifier' || type === 'JSXIdentifier') uses.set(name, 'itself');
    if (type !== 'MemberExpression' || object.type !== 'Identifier' || computed) return true;
    const members = uses.get(object.name) ?? new Set();
    if (members !== 'itself') uses.set(object.name, members.add(property.name));
    return false;
  });
  return uses;
}

/** The bundler lists modules in the order in which their sources are named first, then what it adds itself. */
function placesOf(body: Node[], importedIds: readonly string[]): Map<string, string> | null {
  const sources = [...new Set(body.flatMap(({ source }) => (source ? [source.value as string] : [])))];
  if (sources.length > importedIds.length) return null;
  return new Map(sources.map((source, position) => [source, importedIds[position] ?? '']));
}

const isImport = ({ type }: Node): boolean => type === 'ImportDeclaration';

const handsOn = ({ type, declaration }: Node): boolean =>
  type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && !declaration);

const nameOf = (node: Node): string => node.name ?? node.value;

function cached<Value>(make: (id: string) => Value): (id: string) => Value {
  const known = new Map<string, Value>();
  return (id) => {
    let value = known.get(id);
    if (value === undefined) {
      value = make(id);
      known.set(id, value);
    }
    return value;
  };
}
