import { z } from 'zod';
import type { Route } from '../../../contract/route.ts';

/* A request for each call that an API key can make, in three languages, made from the contract. */

export interface Sample {
  lang: 'Shell' | 'JavaScript' | 'Python';
  label: 'curl' | 'Node' | 'Python';
  source: string;
}

interface Schema {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** By the name of a field. */
const EXAMPLES: Record<string, unknown> = {
  to: '+14155550123',
  phoneNumber: '+14155550123',
  from: undefined,
  firstName: 'Kim',
  lastName: 'Lee',
  name: 'First text',
  body: 'Hi Kim, this is Ana at Harborview. Do you have ten minutes tomorrow?',
  url: 'https://example.com/hiretext',
  types: ['message.received', 'message.delivered'],
  tags: ['night shift'],
  method: 'Application form',
  wording: 'I agree to get texts about jobs.',
  timezone: 'America/New_York',
};
const ID = '00000000-0000-4000-8000-000000000000';
const TIME = '2026-12-01T15:00:00.000Z';

/** What a call needs beyond what its schema requires. */
const SHOWN: Record<string, string[]> = { 'POST /messages': ['to', 'body'] };

export function bodyOf(route: Pick<Route, 'method' | 'path' | 'body'>): unknown {
  if (route.body === undefined) return undefined;
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Schema;
  const shown = SHOWN[`${route.method} ${route.path}`];
  return example({ ...schema, required: shown ?? schema.required ?? [] }, '');
}

function example(schema: Schema, name: string): unknown {
  if (EXAMPLES[name] !== undefined) return EXAMPLES[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (choice) return example(choice, name);
  const type = [schema.type].flat().find((each) => each !== 'null');
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return schema.items ? [example(schema.items, '')] : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    default:
      return schema.format === 'uuid' ? ID : schema.format === 'date-time' ? TIME : 'Example';
  }
}

/** What is required; or else one field, so that the request does something. */
function objectOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const names = Object.keys(properties);
  const shown =
    required.length > 0 ? required : names.filter((name) => EXAMPLES[name] !== undefined).slice(0, 1);
  const chosen = shown.length > 0 ? shown : names.slice(0, 1);
  return Object.fromEntries(chosen.map((name) => [name, example(properties[name] ?? {}, name)]));
}

/** candidates/{id} is CANDIDATE_ID: what the reader fills in. */
function addressOf(route: Pick<Route, 'path' | 'query'>, base: string): string {
  const parts = route.path.split('/');
  const path = parts
    .map((part, index) => {
      if (!part.startsWith('{')) return part;
      const name = part.slice(1, -1);
      if (name !== 'id') return upper(name);
      return `${upper(singular(parts[index - 1] ?? ''))}_ID`;
    })
    .join('/');
  const schema = (
    route.query ? z.toJSONSchema(route.query, { io: 'input', unrepresentable: 'any' }) : {}
  ) as Schema;
  const query = new URLSearchParams(
    (schema.required ?? []).map((name) => [name, String(example(schema.properties?.[name] ?? {}, name))]),
  ).toString();
  return `${base}${path}${query && `?${query}`}`;
}

/** What a call makes: a candidate, a note. */
const nounOf = ({ path }: Pick<Route, 'path'>) =>
  singular(path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '').toLowerCase();

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');

const upper = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

interface Request {
  method: string;
  url: string;
  /** Beside the key. */
  headers: Record<string, string>;
  body: unknown;
  isUpload: boolean;
  isJson: boolean;
}

export function samplesOf(route: Route, base: string): Sample[] {
  const body = bodyOf(route);
  const request: Request = {
    method: route.method,
    url: addressOf(route, base),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(route.idempotent ? { 'Idempotency-Key': `your-id-of-this-${nounOf(route)}` } : {}),
      ...(route.replyInJson ? { Accept: 'application/json' } : {}),
    },
    body,
    isUpload: route.transport === 'multipart',
    isJson:
      route.transport === undefined || route.transport === 'multipart' || route.replyInJson !== undefined,
  };
  return [
    { lang: 'Shell', label: 'curl', source: inCurl(request) },
    { lang: 'JavaScript', label: 'Node', source: inNode(request) },
    { lang: 'Python', label: 'Python', source: inPython(request) },
  ];
}

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function inCurl({ method, url, headers, body, isUpload }: Request): string {
  return [
    `curl ${method === 'GET' || (method === 'POST' && (body !== undefined || isUpload)) ? '' : `-X ${method} `}"${url}"`,
    '-H "Authorization: Bearer $HIRETEXT_API_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(isUpload ? ['-F "file=@picture.jpg"'] : []),
    ...(body === undefined ? [] : [`-d ${inShell(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

const indented = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

function inNode({ method, url, headers, body, isUpload, isJson }: Request): string {
  // Where the reader's program has it.
  const key = `\${${['process', 'env'].join('.')}.HIRETEXT_API_KEY}`;
  const all = [`Authorization: \`Bearer ${key}\``].concat(
    Object.entries(headers).map(([name, value]) => `'${name}': '${value}'`),
  );
  return [
    ...(isUpload
      ? [
          "import { openAsBlob } from 'node:fs';",
          '',
          'const form = new FormData();',
          "form.append('file', await openAsBlob('picture.jpg', { type: 'image/jpeg' }), 'picture.jpg');",
          '',
        ]
      : []),
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...all.map((line) => `    ${line},`),
    '  },',
    ...(isUpload ? ['  body: form,'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
    '});',
    `console.log(response.status, await response.${isJson ? 'json' : 'text'}());`,
  ].join('\n');
}

/** JSON is Python but for three words. */
function pythonOf(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const deeper = `${indent}    `;
  if (Array.isArray(value)) return `[${value.map((each) => pythonOf(each, indent)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([name, each]) => `${deeper}${JSON.stringify(name)}: ${pythonOf(each, deeper)},`,
  );
  return ['{', ...lines, `${indent}}`].join('\n');
}

function inPython({ method, url, headers, body, isUpload, isJson }: Request): string {
  if (isUpload)
    return [
      'import os',
      'import requests  # pip install requests',
      '',
      'response = requests.post(',
      `    "${url}",`,
      '    headers={"Authorization": "Bearer " + os.environ["HIRETEXT_API_KEY"]},',
      '    files={"file": ("picture.jpg", open("picture.jpg", "rb"), "image/jpeg")},',
      ')',
      'print(response.status_code, response.json())',
    ].join('\n');
  return [
    ...(isJson || body !== undefined ? ['import json'] : []),
    'import os',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["HIRETEXT_API_KEY"],',
    ...Object.entries(headers).map(([name, value]) => `        "${name}": "${value}",`),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonOf(body, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    `    print(response.status, ${isJson ? 'json.load(response)' : 'response.read().decode()'})`,
  ].join('\n');
}
