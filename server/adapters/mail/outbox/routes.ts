import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OutboxMailer } from './outbox.ts';
import { outboxPage } from './page.ts';

const refreshScript = readFileSync(new URL('./refresh.js', import.meta.url), 'utf8');

/** Everyone's mailbox in local mode. Only mounted there: it needs no sign-in. */
export function outboxRoutes(app: FastifyInstance, { outbox }: { outbox: OutboxMailer }): void {
  app.get('/outbox', async (request, reply) => {
    const { mail } = z.object({ mail: z.string().optional() }).parse(request.query);
    const page = outboxPage(await outbox.list(), mail);
    return reply.type('text/html; charset=utf-8').send(page);
  });

  app.get('/outbox/refresh.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(refreshScript),
  );

  app.get('/outbox/messages', async (request, reply) => {
    const { to } = z.object({ to: z.string().optional() }).parse(request.query);
    return reply.send(await outbox.list(to));
  });
}
