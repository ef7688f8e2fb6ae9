/* The parts of Bullhorn's two languages that a fake needs: of Lucene for `search`, of one like SQL for `query`. */

export type Row = Record<string, unknown>;
type Condition = (row: Row) => boolean;

function valueAt(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

const COMPARED: Record<string, (one: number, other: number) => boolean> = {
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
};

/** Conditions joined by AND. Null: it can't be read. */
export function parseWhere(where: string): Condition | null {
  const term =
    /\s*([\w.]+)\s*(>=|<=|>|<|=|\bIN\b|\bIS\b)\s*('(?:[^']|'')*'|\([\d,\s]*\)|-?\d+|true|false|NULL)\s*(AND\b|$)/y;
  const conditions: Condition[] = [];
  while (term.lastIndex < where.length) {
    const found = term.exec(where);
    if (found === null) return null;
    const [, path = '', operator = '', literal = ''] = found;
    conditions.push((row) => compares(valueAt(row, path), operator, literal));
  }
  return (row) => conditions.every((condition) => condition(row));
}

function compares(value: unknown, operator: string, literal: string): boolean {
  if (operator === 'IS') return value === null || value === undefined;
  if (operator === 'IN') return literal.slice(1, -1).split(',').map(Number).includes(Number(value));
  const compare = COMPARED[operator];
  if (compare !== undefined) return compare(Number(value), Number(literal));
  if (literal.startsWith("'")) {
    const text = literal.slice(1, -1).replaceAll("''", "'");
    return String(value ?? '').toLowerCase() === text.toLowerCase();
  }
  return String(value) === literal;
}

/** `field:value`, `field:(value OR value)`, AND, OR and parentheses. Special characters count as such outside of phrases. */
export function parseLucene(query: string): Condition | null {
  const tokens = query.match(/"(?:[^"\\]|\\.)*"|[()]|\bAND\b|\bOR\b|\w+:|[^\s()"]+|"/g) ?? [];
  let at = 0;
  const take = (token: string) => {
    if (tokens[at] !== token) return false;
    at += 1;
    return true;
  };

  function either(field: string | null): Condition | null {
    const parts: Condition[] = [];
    do {
      const part = both(field);
      if (part === null) return null;
      parts.push(part);
    } while (take('OR'));
    return (row) => parts.some((part) => part(row));
  }

  function both(field: string | null): Condition | null {
    const parts: Condition[] = [];
    do {
      const part = single(field);
      if (part === null) return null;
      parts.push(part);
    } while (take('AND'));
    return (row) => parts.every((part) => part(row));
  }

  function single(field: string | null): Condition | null {
    const token = tokens[at];
    if (token === undefined || token === ')') return null;
    if (take('(')) {
      const inner = either(field);
      return take(')') ? inner : null;
    }
    at += 1;
    if (/^\w+:$/.test(token)) return field === null ? single(token.slice(0, -1)) : null;
    const text = textOf(token);
    return field === null || text === null ? null : (row) => holds(row[field], text);
  }

  const found = either(null);
  return at === tokens.length ? found : null;
}

/** Null: the token has a character with a special meaning. */
function textOf(token: string): string | null {
  if (/^"(?:[^"\\]|\\.)*"$/.test(token)) return token.slice(1, -1).replace(/\\(.)/g, '$1');
  return /^\w+$/.test(token) ? token : null;
}

function holds(value: unknown, text: string): boolean {
  if (typeof value === 'boolean') return value === (text === '1');
  return String(value ?? '').toLowerCase() === text.toLowerCase();
}
