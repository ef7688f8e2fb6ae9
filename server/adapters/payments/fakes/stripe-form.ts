/* How Stripe is asked: forms with brackets, with no parameter that it doesn't know. */

export type Params = { [name: string]: string | Params };

export class StripeFault extends Error {
  readonly status: number;
  readonly fault: { type: string; code?: string; decline_code?: string; param?: string };
  /** Nothing was begun, so that the key isn't used up. */
  readonly isUnbegun: boolean;

  constructor(status: number, fault: StripeFault['fault'], message: string, isUnbegun = false) {
    super(message);
    this.status = status;
    this.fault = fault;
    this.isUnbegun = isUnbegun;
  }
}

export const invalid = (message: string, code?: string, param?: string) =>
  new StripeFault(
    400,
    { type: 'invalid_request_error', ...(code ? { code } : {}), ...(param ? { param } : {}) },
    message,
  );

export const noSuch = (what: string, id: string, param = 'id') =>
  new StripeFault(
    404,
    { type: 'invalid_request_error', code: 'resource_missing', param },
    `No such ${what}: '${id}'`,
  );

export function decodeForm(form: URLSearchParams): Params {
  const decoded: Params = {};
  for (const [name, value] of form) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    let at = decoded;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      const inner: Params = typeof next === 'object' ? next : {};
      at[part] = inner;
      at = inner;
    }
    at[path.at(-1) ?? name] = value;
  }
  return decoded;
}

/** What a parameter may be: words to choose from, nested parameters, or a list of such (with index names). */
export type Shape = {
  [name: string]:
    | 'text'
    | 'integer'
    | 'boolean'
    | 'metadata'
    | 'texts'
    | readonly string[]
    | Shape
    | { each: Shape };
};

const refuse = (message: string, code: string, param: string) =>
  new StripeFault(400, { type: 'invalid_request_error', code, param }, message, true);

/** Refuses what isn't in the shape; what has a `!` must be there. */
export function check(shape: Shape, params: Params, path = ''): void {
  const at = (name: string) => (path === '' ? name : `${path}[${name}]`);
  for (const name of Object.keys(shape))
    if (name.endsWith('!') && params[name.slice(0, -1)] === undefined)
      throw refuse(
        `Missing required param: ${at(name.slice(0, -1))}.`,
        'parameter_missing',
        name.slice(0, -1),
      );
  for (const [name, value] of Object.entries(params)) {
    const kind = shape[name] ?? shape[`${name}!`];
    if (kind === undefined)
      throw refuse(`Received unknown parameter: ${at(name)}`, 'parameter_unknown', at(name));
    checkValue(kind, value, at(name));
  }
}

function checkValue(kind: Shape[string], value: string | Params, name: string): void {
  if (kind === 'metadata' || kind === 'texts') {
    if (typeof value === 'string') throw refuse(`Invalid hash: ${name}`, 'parameter_invalid', name);
    return;
  }
  if (typeof kind === 'object' && !Array.isArray(kind)) {
    if (typeof value === 'string') throw refuse(`Invalid hash: ${name}`, 'parameter_invalid', name);
    if (!('each' in kind) || typeof kind.each !== 'object') {
      check(kind as Shape, value, name);
      return;
    }
    for (const [index, each] of Object.entries(value)) {
      if (typeof each === 'string') throw refuse(`Invalid hash: ${name}`, 'parameter_invalid', name);
      check(kind.each as Shape, each, `${name}[${index}]`);
    }
    return;
  }
  if (typeof value !== 'string') throw refuse(`Invalid value: ${name}`, 'parameter_invalid', name);
  if (kind === 'integer' && !/^-?\d+$/.test(value))
    throw refuse(`Invalid integer: ${value}`, 'parameter_invalid_integer', name);
  if (kind === 'boolean' && !['true', 'false'].includes(value))
    throw refuse(`Invalid boolean: ${value}`, 'parameter_invalid', name);
  if (Array.isArray(kind) && !kind.includes(value))
    throw refuse(`Invalid ${name}: must be one of ${kind.join(', ')}`, 'parameter_invalid', name);
}

export const textOf = (params: Params, name: string): string | undefined => {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
};
export const partOf = (params: Params, name: string): Params => {
  const value = params[name];
  return typeof value === 'object' ? value : {};
};
export const textsOf = (params: Params): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
