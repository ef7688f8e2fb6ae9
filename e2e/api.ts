import { API_BASE } from '../contract/api.ts';
import type { BodyInput, ParamsInput, ReplyOutput, Route } from '../contract/route.ts';

interface Input<R> {
  token?: string;
  params?: ParamsInput<R>;
  query?: Record<string, string>;
  body?: BodyInput<R>;
}

/** Calls a route of the contract, to bring about what a journey begins with. */
export async function call<R extends Route>(
  address: string,
  route: R,
  { token, params, query, body }: Input<R> = {},
): Promise<ReplyOutput<R>> {
  const values = (params ?? {}) as Record<string, string>;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = query ? `?${new URLSearchParams(query)}` : '';
  return send(`${address}${API_BASE}${path}${search}`, route.method, body, token);
}

/** Any call that takes and answers JSON. */
export async function send<Reply>(
  url: string,
  method: string,
  body?: unknown,
  token?: string,
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Reply;
}
