import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

/**
 * What every reply tells browsers about what they may do, and keep. It never changes, so Helmet works it out for the first reply
 * only: doing it for each takes a twentieth of what accepting a text does.
 */
export async function securityHeaders(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: contentSecurityPolicy(deps),
    crossOriginEmbedderPolicy: false,
  });
  let headers: [name: string, value: string][] | null = null;
  app.addHook('onRequest', (_request, reply, done) => {
    if (headers === null) {
      reply.helmet();
      // Replies are personal. A route whose reply may be cached says so itself.
      reply.raw.setHeader('cache-control', 'no-store');
      headers = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]);
    } else {
      // On the raw reply, as Helmet does: event streams are written past Fastify.
      for (const [name, value] of headers) reply.raw.setHeader(name, value);
    }
    done();
  });
}
