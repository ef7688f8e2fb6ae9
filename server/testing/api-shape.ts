import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEWEST_VERSION } from '../../contract/versions.ts';
import { openApi } from '../http/openapi.ts';

/* What software can rely on, in lines: what each call that a key can make takes and answers. */

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

interface Operation {
  'x-scope'?: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** Values that it can have have their own lines: one more is no break, one less may be. */
function linesOf(place: string, schema: Schema, isRequired: boolean): string[] {
  const own = [
    schema.type ?? (schema.enum ? 'string' : schema.const === undefined ? 'any' : typeof schema.const),
  ]
    .flat()
    .map((type) => `${place}: ${type}${isRequired ? '' : '?'}`);
  const values = (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).map(
    (value) => `${place} = ${JSON.stringify(value)}`,
  );
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    linesOf(`${place}.${name}`, field, schema.required?.includes(name) ?? false),
  );
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...(choices.length > 0 ? [] : own),
    ...values,
    ...fields,
    ...(schema.items ? linesOf(`${place}[]`, schema.items, true) : []),
    ...choices.flatMap((choice) => linesOf(place, choice, isRequired)),
  ];
}

export function shapeOfApi(): string[] {
  const { paths } = openApi('') as { paths: Record<string, Record<string, Operation>> };
  const lines = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      if (operation['x-scope'] === undefined) return [];
      const call = `${method.toUpperCase()} ${path}`;
      const [status = '', reply] =
        Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
      return [
        `${call} scope ${operation['x-scope']}`,
        ...operation.parameters.flatMap((each) =>
          linesOf(`${call} takes ${each.in} ${each.name}`, each.schema, each.required),
        ),
        ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
          linesOf(`${call} takes body`, schema, true),
        ),
        ...Object.values(reply?.content ?? {}).flatMap(({ schema }) =>
          linesOf(`${call} answers ${status}`, schema, true),
        ),
      ];
    }),
  );
  return [...new Set(lines)].sort();
}

/** What is gone, and what callers now have to send. */
export function breaksBetween(before: string[], now: string[]): string[] {
  const [had, has] = [new Set(before), new Set(now)];
  const calls = new Set(before.map((line) => line.split(' ', 2).join(' ')));
  return [
    ...before.filter((line) => !has.has(line)).map((line) => `gone: ${line}`),
    ...now
      .filter((line) => !had.has(line) && / takes .*[^?]$/.test(line) && !line.includes(' = '))
      .filter((line) => calls.has(line.split(' ', 2).join(' ')) && !had.has(`${line}?`))
      .map((line) => `required now: ${line}`),
  ];
}

export const recordedFile = (version: string) =>
  join(import.meta.dirname, '../http/recorded', `${version}.txt`);

/* `node run/with-node.js server/testing/api-shape.ts` records it for the newest version. */
if (import.meta.main) writeFileSync(recordedFile(NEWEST_VERSION), `${shapeOfApi().join('\n')}\n`);
