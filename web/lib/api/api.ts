import { API_BASE } from '../../../contract/api.ts';
import type { FailureReply } from '../../../contract/failure.ts';
import type { BodyInput, ParamsInput, QueryInput, ReplyOutput, Route } from '../../../contract/route.ts';
import { goToCell } from '../session/other-cell.ts';
import { endSessionOf, refuseDeleted, sessionToken, tellMfaRequired } from '../session/session.ts';
import { ApiError, NO_TOKEN, offlineError, SERVER_ERROR } from './api-error.ts';

type Named<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<string, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

interface CallOptions {
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** It is sent even if the page closes. */
  keepalive?: boolean;
}

/** What this route needs to be called with, and nothing else. */
export type CallInput<R> = Named<'params', ParamsInput<R>> &
  Named<'query', QueryInput<R>> &
  Named<'body', BodyInput<R>> &
  CallOptions;

interface LooseInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export type AnyRoute = Route;

/** Left out where the route needs nothing. */
export type InputArgument<R> =
  Record<string, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

/** Calls a route of the contract. */
export async function call<R extends AnyRoute>(
  route: R,
  ...[input]: InputArgument<R>
): Promise<ReplyOutput<R>> {
  const { body, idempotencyKey, signal, keepalive, ...address } = (input ?? {}) as LooseInput;
  const token = sessionToken();
  const headers = new Headers(requestHeaders(token));
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  let response: Response;
  try {
    response = await fetch(urlOf(route, address), {
      method: route.method,
      headers,
      credentials: 'include',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw offlineError();
  }
  const text = await response.text();
  if (!response.ok) throw failureOf(response.status, text, token);
  return JSON.parse(text) as ReplyOutput<R>;
}

export function requestHeaders(token = sessionToken()): Record<string, string> {
  return { Accept: 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

export function urlOf(route: AnyRoute, { params, query }: Pick<LooseInput, 'params' | 'query'> = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null && each !== '') search.append(name, String(each));
  }
  const tail = search.size > 0 ? `?${search}` : '';
  return `${API_BASE}${path}${tail}`;
}

/**
 * The server gives absolute addresses, at its public URL, which carriers need too. The page may be open at another name
 * of the same server (localhost, Vite's port), and shows pictures of its origin only.
 */
export function sameOrigin(url: string): string {
  const { pathname, search } = new URL(url, window.location.href);
  return pathname + search;
}

/** Reads a refusal. If it ends the session that asked, that holds for the whole page while the session is the same. */
export function failureOf(status: number, text: string, token = sessionToken()): ApiError {
  const reply = jsonOf(text) as Partial<FailureReply> | null | undefined;
  const error = new ApiError({
    message: typeof reply?.message === 'string' ? reply.message : SERVER_ERROR,
    code: reply?.code ?? (status === 401 ? 'unauthenticated' : 'internal'),
    status,
    details: reply?.details,
    requestId: reply?.requestId,
  });
  if (status === 401 || error.message === NO_TOKEN) endSessionOf(token);
  const deleted = error.code === 'deletion_pending' && error.details?.token;
  if (typeof deleted === 'string') refuseDeleted(deleted);
  if (error.code === 'mfa_required') tellMfaRequired();
  // Someone who signs in brings their email along.
  if (token !== null) goToCell(error);
  return error;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
