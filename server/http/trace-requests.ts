import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Span, type Tracer, within } from '../tracing/spans.ts';

/** Load balancers and Prometheus ask these all the time. */
const UNTRACED = ['/healthz', '/readyz', '/metrics'];

/** A trace for each request, by its route's pattern: the address itself may carry names and numbers. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (UNTRACED.includes(route)) return done();
    const span = tracer.start(`${request.method} ${route}`, 'server', {
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'hiretext.request_id': request.id,
      },
    });
    if (span !== undefined) spans.set(request, span);
    within(span, done);
  });
  // A body comes in the course of its connection, not of the request.
  app.addHook('preValidation', (request, _reply, done) => within(spans.get(request), done));
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.add({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? reply.statusCode : undefined);
    done();
  });
}
