import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { missingOf, seatTypeBy } from '../../contract/access.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '../../contract/route.ts';
import { API_BASE, type RouteName, routes } from '../../contract/routes.ts';
import type { Db } from '../db/connection.ts';
import { Failure } from '../failure.ts';
import { idempotently, type KeyedRequest } from './idempotency.ts';
import type { RequestLimits } from './limit-requests.ts';
import { isStaffWithSecondStep, type Session } from './session.ts';
import { requireStorable } from './storable.ts';

type AnyRoute = Route;

export interface Call<R> {
  /** With an Idempotency-Key this is the transaction that also keeps the reply. */
  db: Db;
  session: R extends { auth: 'session' } ? Session : null;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** The request with its Idempotency-Key, for an answer that keeps the key itself. */
  keyed: KeyedRequest | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface MountOptions {
  /** The answer keeps the Idempotency-Key, in a transaction that it shares with other requests. */
  keepsKey?: boolean;
}

export interface Api {
  /** Answers one row of the route table; `this` row can be mounted once. */
  on<R extends AnyRoute>(
    route: R,
    answer: (call: Call<NoInfer<R>>) => Promise<ReplyOf<NoInfer<R>>>,
    options?: MountOptions,
  ): void;
  /** For rows whose request or reply isn't JSON (multipart, event streams): validated and authenticated, then left to the handler. */
  raw<R extends AnyRoute>(route: R, answer: (call: Call<R>) => Promise<unknown>): void;
  /** Rows of the route table that nobody mounted. */
  missing(): RouteName[];
}

export function createApi(app: FastifyInstance, deps: { db: Db; clock: () => Date } & RequestLimits): Api {
  const mounted = new Set<AnyRoute>();

  function mount<R extends AnyRoute>(route: R, respond: (call: Call<R>) => Promise<unknown>): void {
    if (mounted.has(route)) throw new Error(`${route.method} ${route.path} is mounted twice`);
    mounted.add(route);
    app.route({
      method: route.method,
      url: API_BASE + route.path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: deps.countRequest,
      handler: async (request, reply) => {
        const session = route.auth === 'session' ? await deps.readSession(request) : null;
        if (session?.impersonatedBy && (route.method !== 'GET' || route.changes))
          throw new Failure('read_only');
        if (session?.mfaMissing && !route.beforeMfa) throw new Failure('mfa_required');
        if (session) requireAccess(route, session);
        const params = parseParams(route.params, request.params);
        const query = parse(route.query, request.query);
        const body = parse(route.body, request.body);
        const keyed =
          session && route.idempotent ? keyedOf(request, session, [route.path, params, body]) : null;
        return respond({ db: deps.db, session, params, query, body, keyed, request, reply } as Call<R>);
      },
    });
  }

  return {
    on: (route, answer, options) =>
      mount(route, async (call) => {
        const work = async (db: Db) => presented(route, await answer({ ...call, db }));
        const body =
          call.keyed === null || options?.keepsKey
            ? await work(call.db)
            : await idempotently(call.db, call.keyed, work);
        call.reply.status(route.status ?? 200).type('application/json; charset=utf-8');
        return JSON.stringify(body);
      }),
    raw: (route, answer) => mount(route, answer),
    missing: () =>
      (Object.keys(routes) as RouteName[]).filter((name) => !mounted.has(routes[name] as AnyRoute)),
  };
}

/** The restrictions of the route table are kept here, before anything else of the request is looked at. */
function requireAccess(route: AnyRoute, session: Session): void {
  if (route.may === undefined) return;
  const missing = missingOf(route.may, {
    isStaff: session.isStaff,
    userType: session.userType,
    accountType: session.accountType,
    planType: session.planType,
    seatRole: session.seatRole,
    seatType: seatTypeBy(session),
  });
  // What is for staff looks to everybody else as if nothing were there.
  if (missing === 'staff') throw new Failure('not_found');
  if (route.may.staffOnly && !isStaffWithSecondStep(session)) throw new Failure('mfa_missing');
  if (missing === null) return;
  throw new Failure(missing === 'plan' ? 'plan_required' : 'forbidden', { missing });
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema === undefined ? undefined : requireStorable(schema.parse(value ?? {}));
}

/** A path with something that can't be an id leads nowhere. */
function parseParams(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw new Failure('not_found');
  return result.data;
}

/** What the reply schema does not name cannot leave; a reply that does not fit is our own fault (500). */
export function presented(route: AnyRoute, value: unknown): unknown {
  const result = route.reply.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`The reply of ${route.method} ${route.path} breaks its contract: ${result.error.message}`);
}

function keyedOf(
  call: FastifyRequest,
  { accountId, userId }: Session,
  request: unknown,
): KeyedRequest | null {
  const header = call.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header[0] : header;
  if (key === undefined || !/^[\x21-\x7e]{1,200}$/.test(key)) throw new Failure('malformed');
  return { accountId, userId, key, request };
}
