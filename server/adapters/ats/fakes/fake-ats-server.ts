import type { z } from 'zod';
import {
  type FakeAnswer,
  type FakeReply,
  type FakeRequest,
  startServer,
} from '../../carrier/fakes/fake-server.ts';

/* What the fakes of all ATSs have in common: routes that refuse what they don't know, faults, and what was asked. */

export interface FakeAtsRequest {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: FakeRequest['headers'];
  /** Parsed: JSON, or the fields of a form. Undefined: none. */
  body: unknown;
}

interface FakeCall<Q, B> {
  /** Of the path's `:name` parts. */
  params: Record<string, string>;
  query: Q;
  body: B;
  request: FakeAtsRequest;
}

export interface FakeRoute<Q = unknown, B = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND' | 'REPORT';
  /** e.g. `/v3/applications/:id/move` */
  path: string;
  /** `signIn` gets tokens, or needs no key: it is neither authenticated nor hit by planned faults. */
  kind: 'read' | 'write' | 'signIn';
  /** Strict objects, of all that the vendor knows. Without: nothing may be sent. Values of a query are strings. */
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  /** What the key must be allowed, as the vendor names it; see `faults.takeRight`. By call where one path does many things. */
  right?: string | ((request: FakeAtsRequest) => string | null);
  handle(call: FakeCall<Q, B>): FakeReply;
}

/** Keeps the types of `query` and `body` for `handle`. */
export function fakeRoute<Q, B>(route: FakeRoute<Q, B>): FakeRoute {
  return route as unknown as FakeRoute;
}

type RouteFacts<Q, B> = Pick<FakeRoute<Q, B>, 'right' | 'query' | 'body'> & { kind?: FakeRoute['kind'] };

/** A line of a vendor's table: what is asked, what may be sent with it, and what is answered. */
const routesBy =
  (method: FakeRoute['method'], usual: FakeRoute['kind']) =>
  <Q, B>(
    path: string,
    { kind = usual, ...facts }: RouteFacts<Q, B>,
    handle: FakeRoute<Q, B>['handle'],
  ): FakeRoute =>
    fakeRoute({ method, path, kind, ...facts, handle });

export const get = routesBy('GET', 'read');
export const post = routesBy('POST', 'write');
export const put = routesBy('PUT', 'write');
export const patch = routesBy('PATCH', 'write');
export const del = routesBy('DELETE', 'write');

export const ok = (body: object, status = 200): FakeReply => ({ status, body });

export const wait = (seconds: number, reply: FakeReply): FakeReply => ({
  ...reply,
  headers: { ...reply.headers, 'retry-after': String(seconds) },
});

/** Ends a handler with the vendor's own refusal. */
export class FakeRefusal extends Error {
  readonly reply: FakeReply;

  constructor(reply: FakeReply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}

/** There is none with that id, in the vendor's format. */
export class NoSuch extends Error {
  readonly what: string;

  constructor(what: string) {
    super(`no such ${what}`);
    this.what = what;
  }
}

export function refuse(reply: FakeReply): never {
  throw new FakeRefusal(reply);
}

export interface FakeVendor {
  routes: FakeRoute[];
  /** Null: it may ask. */
  authenticate(request: FakeAtsRequest): FakeReply | null;
  /** Tokens given so far are taken no more; others can be had. Null: the vendor has none. */
  expireTokens?: (() => void) | null;
  /** How the vendor refuses. */
  says: {
    keyRefused(): FakeReply;
    rightMissing(right: string): FakeReply;
    notFound(what?: string): FakeReply;
    /** `problems`: which parameters or fields, e.g. "query: unknown phone". */
    invalid(problems: string[]): FakeReply;
    throttled(waitSeconds: number): FakeReply;
  };
  /** What is in every reply, e.g. headers with the rate limit. */
  headers?: () => Record<string, string>;
}

export type FakeFault =
  /** Not done. */
  | { kind: 'throttled'; waitSeconds: number }
  /** For what was asked, as if it were odd or gone. */
  | { kind: 'refused' }
  | { kind: 'gone' }
  | { kind: 'down' }
  | { kind: 'html' }
  | { kind: 'hang' }
  /** As the vendor answers, but for what is changed; what it's changed to is sent as JSON, or as it is if it's text. */
  | { kind: 'changed'; change: (body: unknown) => unknown }
  /** Done, and the answer is lost. */
  | { kind: 'lostAnswer' }
  | { kind: 'doneThenDown' };

interface PlannedFault {
  fault: FakeFault;
  left: number;
  on: 'read' | 'write' | 'any';
  path: RegExp;
}

export interface FakeAtsServer {
  url: string;
  requests: FakeAtsRequest[];
  misuse: string[];
  faults: {
    /** Hits the next calls of that kind; `times`: 1 by default. */
    next(fault: FakeFault, where?: { times?: number; on?: 'read' | 'write' | 'any'; path?: RegExp }): void;
    /** Forgets planned ones. */
    clear(): void;
    /** The key is dead, and so are its tokens. */
    revokeKey(): void;
    expireTokens: (() => void) | null;
    takeRight(right: string): void;
  };
  stop(): Promise<void>;
}

export async function startFakeAtsServer(vendor: FakeVendor, misuse: string[] = []): Promise<FakeAtsServer> {
  const { answer, ...rest } = answering(vendor, misuse);
  return { ...(await startServer(answer)), ...rest };
}

/** What the vendor answers, however it is asked. */
export function answering(
  vendor: FakeVendor,
  misuse: string[] = [],
): Omit<FakeAtsServer, 'url' | 'stop'> & { answer(incoming: FakeRequest): FakeAnswer } {
  const requests: FakeAtsRequest[] = [];
  const taken = new Set<string>();
  let revoked = false;
  let planned: PlannedFault[] = [];
  const routes = vendor.routes.map((route) => ({ route, pattern: patternOf(route.path) }));

  function takeFault(route: FakeRoute): FakeFault | null {
    if (route.kind === 'signIn') return null;
    const hit = planned.find(
      ({ on, path }) => (on === 'any' || on === route.kind) && path.test(`${route.method} ${route.path}`),
    );
    if (hit === undefined) return null;
    hit.left -= 1;
    if (hit.left <= 0) planned = planned.filter((each) => each !== hit);
    return hit.fault;
  }

  function answer(incoming: FakeRequest): FakeAnswer {
    const request = parseRequest(incoming);
    requests.push(request);
    const found = routes.find(
      ({ route, pattern }) => route.method === request.method && pattern.test(request.path),
    );
    if (found === undefined) {
      misuse.push(`${request.method} ${request.path}: no such call`);
      return withHeaders(vendor.says.notFound());
    }
    const { route, pattern } = found;
    const work = () => withHeaders(reply(route, paramsOf(pattern, request.path), request));
    const fault = takeFault(route);
    if (fault === null) return work();
    switch (fault.kind) {
      case 'throttled':
        return withHeaders(vendor.says.throttled(fault.waitSeconds));
      case 'refused':
        return withHeaders(vendor.says.invalid(['a fault']));
      case 'gone':
        return withHeaders(vendor.says.notFound());
      case 'down':
        return { status: 503, headers: { 'content-type': 'text/plain' }, body: 'Service Unavailable' };
      case 'html':
        return {
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: '<!doctype html><title>Maintenance</title>',
        };
      case 'hang':
        return 'hang';
      case 'changed': {
        const said = work();
        const isAnswer = said.status < 300 && said.body !== undefined;
        return isAnswer ? { ...said, body: asText(fault.change(asJson(said.body))) } : said;
      }
      case 'lostAnswer':
        work();
        return 'drop';
      case 'doneThenDown':
        work();
        return { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' };
    }
  }

  const withHeaders = (said: FakeReply): FakeReply => ({
    ...said,
    headers: { ...vendor.headers?.(), ...said.headers },
  });

  function reply(route: FakeRoute, params: Record<string, string>, request: FakeAtsRequest): FakeReply {
    if (revoked) return vendor.says.keyRefused();
    const refusal = route.kind === 'signIn' ? null : vendor.authenticate(request);
    if (refusal !== null) return refusal;
    const right = typeof route.right === 'function' ? route.right(request) : route.right;
    if (right !== undefined && right !== null && taken.has(right)) return vendor.says.rightMissing(right);
    const query = check(route.query, request.query, 'query');
    const body = check(route.body, request.body, 'body');
    const problems = [...query.problems, ...body.problems];
    if (problems.length > 0) {
      misuse.push(...problems.map((problem) => `${route.method} ${route.path}: ${problem}`));
      return vendor.says.invalid(problems);
    }
    try {
      return route.handle({ params, query: query.value, body: body.value, request });
    } catch (error) {
      if (error instanceof FakeRefusal) return error.reply;
      if (error instanceof NoSuch) return vendor.says.notFound(error.what);
      throw error;
    }
  }

  return {
    answer,
    requests,
    misuse,
    faults: {
      next: (fault, { times = 1, on = 'any', path = /./ } = {}) => {
        planned.push({ fault, left: times, on, path });
      },
      clear: () => {
        planned = [];
      },
      revokeKey: () => {
        revoked = true;
        vendor.expireTokens?.();
      },
      expireTokens: vendor.expireTokens ?? null,
      takeRight: (right) => {
        taken.add(right);
      },
    },
  };
}

const asText = (body: unknown): string => (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));

const asJson = (body: FakeReply['body']): unknown =>
  typeof body === 'string' ? parseBody(body) : structuredClone(body);

function patternOf(path: string): RegExp {
  const pattern = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '(?<$1>[^/]+)');
  return new RegExp(`^${pattern}$`);
}

function paramsOf(pattern: RegExp, path: string): Record<string, string> {
  const groups = Object.entries(pattern.exec(path)?.groups ?? {});
  return Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
}

function parseRequest(incoming: FakeRequest): FakeAtsRequest {
  const text = incoming.rawBody.toString('utf8');
  const isForm = /x-www-form-urlencoded/.test(String(incoming.headers['content-type'] ?? ''));
  return {
    method: incoming.method,
    path: incoming.path,
    query: fieldsOf(incoming.query),
    headers: incoming.headers,
    body: text === '' ? undefined : isForm ? fieldsOf(new URLSearchParams(text)) : parseBody(text),
  };
}

function fieldsOf(params: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(params.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function check(
  schema: z.ZodType | undefined,
  value: unknown,
  where: 'query' | 'body',
): { value: unknown; problems: string[] } {
  if (schema === undefined) {
    const sent =
      typeof value === 'object' && value !== null ? Object.keys(value) : value === undefined ? [] : ['?'];
    return { value: undefined, problems: sent.map((name) => `${where}: unknown ${name}`) };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data, problems: [] };
  return {
    value: undefined,
    problems: parsed.error.issues.map((issue) => `${where}: ${issue.path.join('.')} ${issue.message}`),
  };
}
