import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { missingOf } from '../../contract/access.ts';
import { API_BASE, type RouteName } from '../../contract/api.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { causedBy } from '../db/cause.ts';
import { type Db, inTransaction, type ReadDb, type Tx } from '../db/connection.ts';
import type { Replicas } from '../db/replicas.ts';
import { Failure } from '../failure.ts';
import { planRequired, requireScope, whoIs } from './access.ts';
import { fingerprintOf, idempotently, type KeyedRequest } from './idempotency.ts';
import type { RequestLimits } from './limit-requests.ts';
import { noteCaller } from './log-requests.ts';
import { isStaffWithSecondStep, type Session } from './session.ts';
import { requireStorable } from './storable.ts';
import { isInTestMode } from './test-mode.ts';
import { bodyFrom, replyFor, versionOf } from './versions.ts';
import { createRequireSession } from './why-session-ended.ts';

type AnyRoute = Route;

export interface Call<R> {
  db: Db;
  session: R extends { auth: 'session' } ? Session : null;
  /** The date of the API's version that is answered in. */
  version: string;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** The request with its Idempotency-Key, for an answer that keeps the key itself. */
  keyed: KeyedRequest | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A call that only reads, and may be answered by a replica. */
type ReadCall<R> = Omit<Call<R>, 'db'> & { db: ReadDb };

/** A call of a row that accepts an Idempotency-Key. */
export interface KeyedCall<R> extends Call<R> {
  /**
   * The work, in the transaction that also keeps the reply, which is what `work` returns. Everything that may wait comes
   * before it, such as counting limits: a transaction that waits for a second connection can wait for good.
   */
  once(work: (tx: Tx) => Promise<ReplyOf<R>>): Promise<void>;
}

interface MountOptions {
  /** The answer keeps the Idempotency-Key itself, in a transaction that it shares with other requests. */
  keepsKey?: boolean;
}

export interface Api {
  /** Answers one row of the route table; `this` row can be mounted once. */
  on<R extends AnyRoute>(
    route: R,
    answer: (call: Call<NoInfer<R>>) => Promise<ReplyOf<NoInfer<R>>>,
    options?: MountOptions,
  ): void;
  /**
   * The same for a row that reads much: from a replica, where there is one, which has all that was committed before the call. The
   * answer may run twice. Never for what decides about a text, money, access, or what a form is filled with.
   */
  read<R extends AnyRoute & { method: 'GET'; changes?: never }>(
    route: R,
    answer: (call: ReadCall<NoInfer<R>>) => Promise<ReplyOf<NoInfer<R>>>,
  ): void;
  /** The same for a row that accepts an Idempotency-Key. The answer calls `once`, and that is its reply. */
  once<R extends AnyRoute & { idempotent: true }>(
    route: R,
    answer: (call: KeyedCall<NoInfer<R>>) => Promise<void>,
  ): void;
  /** For rows whose request or reply isn't JSON (multipart, event streams): validated and authenticated, then left to the handler. */
  raw<R extends AnyRoute>(route: R, answer: (call: Call<R>) => Promise<unknown>): void;
  /** Rows of the route table that weren't mounted. */
  missing(): RouteName[];
}

export function createApi(
  app: FastifyInstance,
  deps: { db: Db; replicas: Pick<Replicas, 'read'>; clock: () => Date } & RequestLimits,
): Api {
  const mounted = new Set<AnyRoute>();
  const requireSession = createRequireSession(deps);

  function mount<R extends AnyRoute>(route: R, respond: (call: Call<R>) => Promise<unknown>): void {
    if (mounted.has(route)) throw new Error(`${route.method} ${route.path} is mounted twice`);
    mounted.add(route);
    app.route({
      method: route.method,
      url: API_BASE + route.path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: deps.countRequest,
      handler: async (request, reply) => {
        const session = route.auth === 'session' ? await requireSession(request) : null;
        if (session) {
          noteCaller(request, session);
          requireOpen(route, session);
          requireAccess(route, session);
        }
        const version = versionOf(request, session);
        reply.header('hiretext-version', version);
        const params = parseParams(route.params, request.params);
        const query = parse(route.query, request.query);
        const body = parse(route.body, bodyFrom(version, route, request.body));
        const keyed =
          session && route.idempotent
            ? keyedOf(request, session, { route, request: [route.path, params, body] })
            : null;
        const call = { db: deps.db, session, version, params, query, body, keyed, request, reply } as Call<R>;
        return session === null || route.method === 'GET'
          ? respond(call)
          : causedBy(causeOf(request, session), () => respond(call));
      },
    });
  }

  return {
    on: (route, answer, options) => {
      if (route.idempotent && !options?.keepsKey) throw new Error(`${route.path} needs "once"`);
      mount(route, async (call) => replyJson(route, call, presented(route, await answer(call))));
    },
    read: (route, answer) =>
      mount(route, async (call) => {
        const body = await deps.replicas.read((db) => answer({ ...call, db }));
        return replyJson(route, call, presented(route, body));
      }),
    once: (route, answer) =>
      mount(route, async (call) => {
        const { db, keyed } = call;
        const replies: unknown[] = [];
        const once = async (work: (tx: Tx) => Promise<unknown>) => {
          const present = async (tx: Tx) => presented(route, await work(tx));
          replies.push(
            await (keyed === null ? inTransaction(db, present) : idempotently(db, keyed, present)),
          );
        };
        await answer({ ...call, once });
        if (replies.length !== 1) throw new Error(`${route.path} has to call "once", and only once`);
        return replyJson(route, call, replies[0]);
      }),
    raw: (route, answer) =>
      mount(route, async (call) => {
        try {
          return await answer(call);
        } catch (error) {
          // After a hijack no reply can be sent anymore. Left open, the connection would look as if all were well.
          if (!call.reply.sent) throw error;
          call.request.log.error({ err: error }, 'request failed');
          call.reply.raw.destroy();
        }
      }),
    missing: () =>
      (Object.entries(routes) as [RouteName, AnyRoute][]).flatMap(([name, row]) =>
        mounted.has(row) ? [] : [name],
      ),
  };
}

function replyJson(
  route: AnyRoute,
  { reply, version }: { reply: FastifyReply; version: string },
  body: unknown,
): string {
  reply.status(route.status ?? 200).type('application/json; charset=utf-8');
  return JSON.stringify(replyFor(version, route, body));
}

/** What no scope opens, no key can call, whatever its owner may do. */
function requireOpen(route: AnyRoute, session: Session): void {
  const { scope } = route;
  if (session.key !== null && scope === undefined) throw new Failure('not_for_keys');
  if (session.key?.mode === 'test' && !isInTestMode(route)) throw new Failure('not_for_test_keys');
  if (scope !== undefined && scope !== 'any') requireScope(session, scope);
}

const causeOf = (request: FastifyRequest, { userId, key }: Session) => ({
  requestId: request.id,
  userId,
  ...(key && { keyId: key.id }),
});

/** Enforces the restrictions of the route table, before anything else of the request is read. */
function requireAccess(route: AnyRoute, session: Session): void {
  if (session.impersonatedBy && (route.method !== 'GET' || route.changes)) throw new Failure('read_only');
  if (session.mfaMissing && !route.beforeMfa) throw new Failure('mfa_required');
  if (route.may === undefined) return;
  const missing = missingOf(route.may, whoIs(session));
  // For everyone else, staff routes look as if nothing were there.
  if (missing === 'staff') throw new Failure('not_found');
  if (route.may.staffOnly && !isStaffWithSecondStep(session)) throw new Failure('mfa_missing');
  if (missing === null) return;
  throw missing === 'plan'
    ? planRequired(route.may.plans ?? [], session)
    : new Failure('forbidden', { missing });
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

/**
 * What the reply schema does not name cannot leave; a reply that does not fit is our own fault (500). A serializer compiled from
 * the schema was slower: 112 us for a page of the inbox, against 39 for this and 37 for JSON.stringify.
 */
export function presented(route: AnyRoute, value: unknown): unknown {
  const result = route.reply.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`The reply of ${route.method} ${route.path} breaks its contract: ${result.error.message}`);
}

/** What sends texts is never repeated by software that got no answer. Copies of attachments are only uploads. */
const needsKey = ({ scope, path }: AnyRoute) =>
  scope === 'texts:send' && path !== routes.copyTemplateAttachments.path;

function keyedOf(
  call: FastifyRequest,
  { accountId, userId, key: apiKey }: Session,
  { route, request }: { route: AnyRoute; request: unknown },
): KeyedRequest | null {
  const header = call.headers['idempotency-key'];
  if (header === undefined) {
    if (apiKey !== null && needsKey(route)) throw new Failure('idempotency_key_required');
    return null;
  }
  const clientKey = Array.isArray(header) ? header[0] : header;
  if (clientKey === undefined || !/^[\x21-\x7e]{1,200}$/.test(clientKey)) throw new Failure('malformed');
  // No header has a space in it.
  const key = apiKey === null ? clientKey : `${apiKey.id} ${clientKey}`;
  return { accountId, userId, key, clientKey, fingerprint: fingerprintOf(request) };
}
