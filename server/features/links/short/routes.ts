import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { Limit } from '../../../http/rate-limits.ts';
import { isCode } from './codes.ts';
import { countClick, findUrl } from './store.ts';

/** Many phones of one network share an address. */
const clicksByAddress: Limit = { name: 'short link address', points: 600, seconds: 15 * 60 };

/** For candidates: where a link in their text leads. Links in texts keep working, even if none are made here anymore. */
export function shortLinkRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/l/:code', async (request, reply) => {
    await deps.rateLimits.consume(clicksByAddress, request.ip);
    const { code } = request.params as { code: string };
    const isClick = request.method === 'GET' && !isPreviewer(request.headers['user-agent']);
    const url = !isCode(code)
      ? undefined
      : isClick
        ? await countClick(deps.db, code, deps.clock())
        : await findUrl(deps.db, code);
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const elsewhere =
      url === undefined && isCode(code) ? await deps.cells?.find({ kind: 'shortLink', code }) : null;
    if (elsewhere) return reply.redirect(`${elsewhere.url}/l/${code}`, 302);
    if (url === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    return reply.redirect(url, 302);
  });
}

/**
 * The user agents of apps that fetch a link to show a preview of it; no one has clicked then. Messages on iPhones claims to be
 * Facebook's and Twitter's. From https://github.com/monperrus/crawler-user-agents.
 */
const PREVIEWERS =
  /facebookexternalhit|facebot|twitterbot|whatsapp\/|telegrambot|slackbot|slack-imgproxy|discordbot|linkedinbot|skypeuripreview|bingpreview|embedly/i;

export const isPreviewer = (userAgent: string | undefined): boolean => PREVIEWERS.test(userAgent ?? '');
