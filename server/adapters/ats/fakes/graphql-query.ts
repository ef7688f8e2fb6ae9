import { INPUTS, MOST_RECORDS, TYPES } from './onboarding-facts.ts';

/* As much of GraphQL as our queries need: reading one, checking it against the schema, and counting what it costs. */

export interface Selection {
  alias: string;
  name: string;
  /** Variables are replaced by their values; null ones are left out. */
  args: Record<string, unknown>;
  selections: Selection[];
}

export class QueryProblem extends Error {}

const TOKEN = /"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|-?\d+|[{}()[\]:!$]/g;

export function parseQuery(text: string, variables: Readonly<Record<string, unknown>>): Selection[] {
  const tokens = text.match(TOKEN) ?? [];
  const declared = new Map<string, string>();
  let at = 0;
  const peek = () => tokens[at];
  const take = (): string => {
    const token = tokens[at];
    at += 1;
    if (token === undefined) throw new QueryProblem('Unexpected end of document');
    return token;
  };
  const expect = (token: string) => {
    if (take() !== token) throw new QueryProblem(`Expected ${token}`);
  };

  function value(argType: string | undefined): unknown {
    const token = take();
    if (token === '$') {
      const name = take();
      if (!declared.has(name)) throw new QueryProblem(`Variable $${name} is not defined`);
      if (argType !== undefined && declared.get(name) !== argType)
        throw new QueryProblem(`Variable $${name} must be ${argType}`);
      return variables[name];
    }
    if (/^-?\d+$/.test(token)) return Number(token);
    if (token.startsWith('"')) return JSON.parse(token);
    if (token === 'true' || token === 'false') return token === 'true';
    throw new QueryProblem(`Unexpected ${token}`);
  }

  function selectionSet(type: string): Selection[] {
    const fields = TYPES[type];
    if (fields === undefined) throw new QueryProblem(`${type} has no fields`);
    const found: Selection[] = [];
    expect('{');
    while (peek() !== '}') {
      const first = take();
      const isAlias = peek() === ':';
      if (isAlias) take();
      const name = isAlias ? take() : first;
      const field = fields[name];
      if (field === undefined) throw new QueryProblem(`Field '${name}' doesn't exist on type '${type}'`);
      const args: Record<string, unknown> = {};
      if (peek() === '(') {
        take();
        while (peek() !== ')') {
          const argument = take();
          const argType = field.args?.[argument];
          if (argType === undefined)
            throw new QueryProblem(`Field '${name}' doesn't accept argument '${argument}'`);
          expect(':');
          const given = value(argType) ?? undefined;
          if (given !== undefined) args[argument] = checked(given, argType);
        }
        take();
      }
      const isObject = TYPES[field.type] !== undefined;
      if (isObject !== (peek() === '{')) throw new QueryProblem(`Field '${name}' has a wrong selection`);
      found.push({ alias: first, name, args, selections: isObject ? selectionSet(field.type) : [] });
    }
    take();
    return found;
  }

  if (peek() === 'query') {
    take();
    if (peek() === '(') {
      take();
      while (peek() !== ')') {
        expect('$');
        const name = take();
        expect(':');
        declared.set(name, take());
      }
      take();
    }
  }
  const unknown = Object.keys(variables).filter((name) => !declared.has(name));
  if (unknown.length > 0) throw new QueryProblem(`Unknown variables: ${unknown.join(', ')}`);
  const selections = selectionSet('Query');
  if (at !== tokens.length) throw new QueryProblem('Unexpected rest of the document');
  return selections;
}

function checked(value: unknown, type: string): unknown {
  const known = INPUTS[type];
  if (type === 'Int' && !Number.isInteger(value)) throw new QueryProblem('Expected an Int');
  if (type === 'String' && typeof value !== 'string') throw new QueryProblem('Expected a String');
  if (known === undefined) return value;
  const odd = Object.keys(value as object).filter((name) => !known.includes(name));
  if (odd.length > 0) throw new QueryProblem(`${type} has no ${odd.join(', ')}`);
  return value;
}

/** Fields, times the records of a connection. */
export function complexityOf(selections: Selection[]): number {
  return selections.reduce((sum, { name, args, selections: inner }) => {
    if (name !== 'employees') return sum + 1 + complexityOf(inner);
    const records = Number(args.first ?? args.last ?? 0);
    if (records < 1) throw new QueryProblem('Provide a value for either first or last');
    if (records > MOST_RECORDS) throw new QueryProblem(`At most ${MOST_RECORDS} records can be asked for`);
    return sum + records * complexityOf(inner);
  }, 0);
}

/** What was asked for, of what there is. */
export function project(value: unknown, selections: Selection[]): unknown {
  if (value === null || value === undefined) return null;
  if (selections.length === 0) return value;
  if (Array.isArray(value)) return value.map((each) => project(each, selections));
  const record = value as Record<string, unknown>;
  return Object.fromEntries(
    selections.map(({ alias, name, selections: inner }) => [alias, project(record[name], inner)]),
  );
}
