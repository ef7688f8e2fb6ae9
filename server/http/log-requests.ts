import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from './session.ts';

const callers = new WeakMap<FastifyRequest, Session>();

/** Who was let in, for the line of their request. */
export function noteCaller(request: FastifyRequest, session: Session): void {
  callers.set(request, session);
}

function idsOf(session: Session | undefined) {
  if (session === undefined) return {};
  const { accountId, userId, impersonatedBy, key } = session;
  return {
    accountId,
    userId,
    ...(impersonatedBy && { staffUserId: impersonatedBy.userId }),
    ...(key && { keyId: key.id }),
  };
}

/**
 * One line a request: who, by id, and the route's pattern, never the address itself, which may carry names and numbers.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...idsOf(callers.get(request)),
      },
      'request',
    );
    done();
  });
}
