import { z } from 'zod';
import type { Restriction } from '../../contract/access.ts';
import { API_BASE } from '../../contract/api.ts';
import { AtsType } from '../../contract/ats.ts';
import { CalendarProvider } from '../../contract/calendar-connections.ts';
import { type FailureCode, FailureReply, failures } from '../../contract/failure.ts';
import type { Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { TAGS, tagOf } from './reference/groups.ts';
import { quickStart } from './reference/quick-start.ts';
import { samplesOf } from './reference/samples.ts';
import { isInTestMode } from './test-mode.ts';

const EVERYWHERE: FailureCode[] = ['malformed', 'invalid', 'rate_limited', 'internal'];

/** OpenAPI 3.1, made from the very values that the server mounts. */
export function openApi(publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  const rows = (Object.entries(routes) as [string, Route][]).sort(([, a], [, b]) =>
    a.path.localeCompare(b.path),
  );
  for (const [name, route] of rows) {
    // Not for those who read this.
    if (route.may?.staffOnly) continue;
    const path = API_BASE + route.path;
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operation(name, route, publicUrl + API_BASE),
    };
  }
  Object.assign(
    paths,
    oauthPages('atsIntegration', 'type', AtsType),
    oauthPages('calendarConnections', 'provider', CalendarProvider),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hiretext API',
      version: '1',
      description: quickStart(publicUrl + API_BASE, publicUrl),
    },
    servers: [{ url: publicUrl }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The `id_token` of a person who signed in.' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ht_live_... or ht_test_...',
          description:
            'An API key. `x-scope` of a call names the scope that it takes; `any` key can make those with `any`. Test keys make those with `x-test-mode`.',
        },
      },
      schemas: { Failure: jsonSchema(FailureReply, 'output') },
    },
  };
}

/** Where a pop-up goes to a vendor and comes back. No rows of the route table: they answer with a redirect, not with JSON. */
function oauthPages(noun: string, parameter: string, vendors: z.ZodType): Record<string, object> {
  const page = (operationId: string, summary: string, query: string[], description: string) => ({
    get: {
      operationId,
      summary,
      tags: [tagOf({ path: `/${noun}/{${parameter}}` })],
      security: [],
      parameters: [
        { name: parameter, in: 'path', required: true, schema: jsonSchema(vendors, 'input') },
        ...query.map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } })),
      ],
      responses: {
        '302': { description, headers: { Location: { schema: { type: 'string', format: 'uri' } } } },
      },
    },
  });
  const start = `${API_BASE}/${noun}/{${parameter}}/oauth`;
  return {
    [`${start}/`]: page(
      `${noun}OauthPage`,
      'Sign in at the vendor, in a pop-up of the browser that asked for the state.',
      ['state'],
      'To the vendor, or to `/oauthFailure` if the state is wrong, used or expired.',
    ),
    [`${start}/callback`]: page(
      `${noun}OauthCallback`,
      'Come back from the vendor.',
      ['state', 'code'],
      'To `/oauthSuccess` once connected, otherwise to `/oauthFailure`.',
    ),
  };
}

function operation(name: string, route: Route, base: string): object {
  return {
    operationId: name,
    summary: route.summary,
    ...(route.may ? { description: whoMay(route.may) } : {}),
    tags: [tagOf(route)],
    ...(route.scope ? { 'x-scope': route.scope, 'x-codeSamples': samplesOf(route, base) } : {}),
    ...(isInTestMode(route) ? { 'x-test-mode': true } : {}),
    security: securityOf(route),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', maxLength: 200 },
              description: 'For 24 hours, the same key returns the first reply.',
            },
          ]
        : []),
    ],
    ...(requestBody(route) ?? {}),
    responses: { [String(route.status ?? 200)]: success(route), ...failureResponses(route) },
  };
}

/** An API key does where a scope opens the call, and a person's token everywhere. */
function securityOf({ auth, scope }: Route): object[] {
  if (auth === 'none') return [];
  return [{ session: [] }, ...(scope === undefined ? [] : [{ bearer: [] }])];
}

/** A restriction in words. */
function whoMay(may: Restriction): string {
  const sentences = [
    (may.userType === 'admin' || (may.accountType && !may.membersAllowed)) && 'For admins.',
    may.seatRole && 'For recruiters and admins.',
    may.accountType && 'For team accounts.',
    may.seatType && 'For people without a number.',
    may.plans && `Needs one of these plans: ${may.plans.join(', ')}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

function refusals({ plans, ...person }: Restriction): FailureCode[] {
  return [
    ...(Object.keys(person).length > 0 ? (['forbidden'] as const) : []),
    ...(plans ? (['plan_required'] as const) : []),
  ];
}

function requestBody(route: Route): object | null {
  if (route.transport === 'multipart') {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: ['file'],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (route.body === undefined) return null;
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchema(route.body, 'input') } },
    },
  };
}

function success(route: Route): object {
  const types = {
    'event-stream': ['text/event-stream'],
    csv: ['text/csv'],
    pdf: ['application/pdf'],
    'csv-or-pdf': ['text/csv', 'application/pdf'],
    svg: ['image/svg+xml'],
    zip: ['application/zip'],
    multipart: ['application/json'],
    json: ['application/json'],
  }[route.transport ?? 'json'];
  const schema = jsonSchema(route.reply, 'output');
  const inJson = route.replyInJson && {
    'application/json': { schema: jsonSchema(route.replyInJson, 'output') },
  };
  return {
    description: 'Success',
    content: { ...Object.fromEntries(types.map((type) => [type, { schema }])), ...inJson },
  };
}

function failureResponses(route: Route): Record<string, object> {
  const codes = new Set<FailureCode>([
    ...EVERYWHERE,
    ...(route.auth === 'session'
      ? (['unauthenticated', 'session_ended', 'removed_from_account'] as const)
      : []),
    ...(route.auth === 'session' && !route.beforeMfa ? (['mfa_required'] as const) : []),
    ...(route.scope === undefined
      ? []
      : (['key_invalid', 'key_elsewhere', 'address_refused', 'scope_missing'] as const)),
    ...(route.scope === undefined || isInTestMode(route) ? [] : (['not_for_test_keys'] as const)),
    ...(route.may ? refusals(route.may) : []),
    ...(route.failures ?? []),
  ]);
  const byStatus = new Map<number, FailureCode[]>();
  for (const code of codes) {
    const { status } = failures[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      {
        description: of.map((code) => `\`${code}\`: ${failures[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  );
}

interface ObjectSchema {
  properties?: Record<string, { description?: string }>;
  required?: string[];
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(property.description ? { description: property.description } : {}),
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
