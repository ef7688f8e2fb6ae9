import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { Failure } from '../failure.ts';
import { hashKey, isSame } from './keys.ts';

/** Load balancers ask every few seconds, and want to hear it before they ask again. */
const READY_LIMIT_MS = 2000;

/** Signed, it is the same on all nodes of one Hiretext and on no other's. */
export const IDENTITY = 'identity of this Hiretext';

async function tooLate(): Promise<never> {
  await wait(READY_LIMIT_MS, null, { ref: false });
  throw new Error('The database did not answer in time');
}

/** For load balancers and monitoring. */
export function healthRoutes(app: FastifyInstance, deps: Deps, metricsToken: string | null): void {
  app.addHook('onResponse', (request, reply, done) => {
    deps.metrics.requestTook(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });

  // `hiretext doctor` recognizes the nodes that have its SECRET_KEY.
  const identity = deps.signer.signPath(IDENTITY);
  app.get('/healthz', async () => ({ status: 'ok', identity }));

  app.get('/readyz', async () => {
    try {
      const asked = deps.pool.query('select 1 from graphile_worker.jobs limit 1');
      await Promise.race([asked, tooLate()]);
      return { status: 'ok' };
    } catch (error) {
      deps.log.warn({ err: error }, 'not ready');
      throw new Failure('unavailable');
    }
  });

  app.get('/metrics', async ({ headers }, reply) => {
    const mayRead =
      metricsToken === null
        ? deps.local
        : isSame(hashKey(headers.authorization ?? ''), hashKey(`Bearer ${metricsToken}`));
    if (!mayRead) throw new Failure('not_found');
    reply.header('content-type', deps.metrics.contentType);
    return deps.metrics.read();
  });
}
