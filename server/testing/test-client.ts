import { expect } from 'vitest';
import { API_BASE } from '../../contract/api.ts';
import { FailureReply } from '../../contract/failure.ts';
import type { BodyInput, ParamsInput, QueryInput, ReplyOutput, Route } from '../../contract/route.ts';

/** What a caller sends: only the parts that the route has. */
export type Input<R> = (R extends { params: unknown } ? { params: ParamsInput<R> } : unknown) &
  (R extends { body: unknown } ? { body: BodyInput<R> } : unknown) &
  (R extends { query: unknown } ? { query?: Partial<QueryInput<R>> } : unknown) & {
    headers?: Record<string, string>;
  };

/** The same without types, for requests that are wrong on purpose. */
export interface LooseInput {
  params?: Record<string, string> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** Calls the API over HTTP as a program would, by the rows of the route table. */
export function createClient(url: string, token: string | null) {
  async function ask(route: Route, input: LooseInput = {}): Promise<Answer> {
    const isForm = input.body instanceof FormData;
    const answer = await fetch(url + pathOf(route, input), {
      method: route.method,
      headers: {
        ...(input.body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...input.headers,
      },
      ...(input.body === undefined
        ? {}
        : { body: isForm ? (input.body as FormData) : JSON.stringify(input.body) }),
    });
    const isText = /^(?:text\/csv|application\/(?:pdf|zip))/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, body: await (isText ? answer.text() : answer.json()) };
  }

  return {
    ask,
    /** The reply of a success, which has to fit the contract. */
    async call<R extends Route>(route: R, input: NoInfer<Input<R>>): Promise<ReplyOutput<R>> {
      const { status, body } = await ask(route, input as LooseInput);
      expect(body ?? {}, `${route.method} ${route.path}: ${status}`).not.toHaveProperty('requestId');
      expect(status).toBe(route.status ?? 200);
      return route.reply.parse(body) as ReplyOutput<R>;
    },
    /** The code of a refusal and its status, e.g. `409 number_taken`. */
    async refusal<R extends Route>(route: R, input: NoInfer<Input<R>>): Promise<string> {
      return refusalOf(await ask(route, input as LooseInput));
    },
  };
}

export type Client = ReturnType<typeof createClient>;

/** `409 number_taken`; a success, or an error of another shape, is a failed test. */
export function refusalOf({ status, body }: Answer): string {
  return `${status} ${FailureReply.parse(body).code}`;
}

/** The same in every place of its address. */
export function everyParam({ path }: Route, value: string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, value]));
}

export function pathOf(route: Route, input: Pick<LooseInput, 'params' | 'query'>): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input.params?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.append(name, String(value));
  return `${API_BASE}${path}${query.size > 0 ? `?${query}` : ''}`;
}
