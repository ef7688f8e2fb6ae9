import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';
import { replyFailure } from './reply-failure.ts';

/** Addresses that are never a page of the web. A service worker whose script is gone removes itself. */
const NOT_A_PAGE =
  /^\/(v1|sso|oauth|webhooks|media|assets|icons|metrics|healthz|readyz|sw\.js|manifest\.webmanifest|\.well-known)(\/|$)/;
const YEAR_SECONDS = 31_536_000;

/** The built web: files with a hash in their name are kept for ever, and every other address is the page itself. */
export async function webRoutes(app: FastifyInstance, webDir: string): Promise<void> {
  if (!existsSync(join(webDir, 'index.html')))
    throw new Error(`The web is not built: ${webDir} has no index.html`);
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${join(webDir, 'assets')}`);
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || NOT_A_PAGE.test(path)) return replyFailure(new Failure('not_found'), request, reply);
    return reply.sendFile('index.html');
  });
}
