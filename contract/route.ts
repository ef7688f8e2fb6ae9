import type { z } from 'zod';
import type { Restriction } from './access.ts';
import type { FailureCode } from './failure.ts';
import type { Scope } from './scopes.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the API. The same value mounts the route on the server, types the web's client, and becomes a page of the
 * API reference.
 */
export interface Route {
  method: Method;
  /** Below /v1; parameters as `{id}`. */
  path: `/${string}`;
  /** One sentence for the API reference. */
  summary: string;
  /** `none`: open to anyone. `session`: needs a live id_token. */
  auth: 'none' | 'session';
  /** What an API key needs to call it; `any` key can, or none when absent. The key's owner has to pass `may` too. */
  scope?: Scope | 'any';
  /** A GET that changes something, so read-only sessions are refused. */
  changes?: true;
  /** Available even while the account requires a second step that the person hasn't set up yet. */
  beforeMfa?: true;
  /** Who may call it; anyone with a session when absent. */
  may?: Restriction;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Fields that aren't named here can't leave the server. */
  reply: z.ZodType;
  /** What it replies instead to a caller that accepts only JSON, where `transport` differs from it. */
  replyInJson?: z.ZodType;
  /** Status of a success; defaults to 200. */
  status?: 200 | 201 | 202;
  /** Accepts an Idempotency-Key header: the same key returns the first reply for 24 hours. */
  idempotent?: true;
  /** How the request or the reply differs from JSON. */
  transport?: 'multipart' | 'event-stream' | 'csv' | 'pdf' | 'csv-or-pdf' | 'svg' | 'zip';
  /** Failures a caller should expect besides malformed, unauthenticated, invalid and rate_limited. */
  failures?: readonly FailureCode[];
}

/** Keeps the exact types of a route value. */
export function route<const R extends Route>(value: R): R {
  return value;
}

type Part<
  R,
  K extends 'params' | 'query' | 'body' | 'reply',
  Direction extends 'input' | 'output',
> = R extends { [P in K]?: infer S }
  ? NonNullable<S> extends infer T extends z.ZodType
    ? Direction extends 'input'
      ? z.input<T>
      : z.output<T>
    : undefined
  : undefined;

/** What a handler receives. */
export type ParamsOf<R> = Part<R, 'params', 'output'>;
export type QueryOf<R> = Part<R, 'query', 'output'>;
export type BodyOf<R> = Part<R, 'body', 'output'>;
/** What a handler returns. */
export type ReplyOf<R> = Part<R, 'reply', 'input'>;

/** What a caller sends. */
export type ParamsInput<R> = Part<R, 'params', 'input'>;
export type QueryInput<R> = Part<R, 'query', 'input'>;
export type BodyInput<R> = Part<R, 'body', 'input'>;
/** What a caller gets. */
export type ReplyOutput<R> = Part<R, 'reply', 'output'>;
