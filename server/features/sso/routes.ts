import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FailureCode } from '../../../contract/failure.ts';
import { routes } from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { browserHashOf, markBrowser, unmarkBrowser } from './browser.ts';
import { ssoByAddress } from './limits.ts';
import {
  CALLBACK_PATH,
  presentSingleSignOn,
  saveSingleSignOn,
  testSingleSignOn,
  verifyDomain,
} from './set-up.ts';
import { comeBack, exchangeCode, goToProvider, openAttempt, START_PATH } from './sign-in.ts';
import { deleteConnection } from './store.ts';

export function ssoRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  api.on(routes.getSingleSignOn, ({ db, session }) => presentSingleSignOn(db, deps, session));
  api.on(routes.updateSingleSignOn, async ({ db, session, body }) => {
    await saveSingleSignOn(db, deps, session, body);
    return presentSingleSignOn(db, deps, session);
  });
  api.on(routes.verifyDomain, async ({ db, session }) => {
    await verifyDomain(deps, session);
    return presentSingleSignOn(db, deps, session);
  });
  api.on(routes.testSingleSignOn, ({ session }) => testSingleSignOn(deps, session));
  api.on(routes.removeSingleSignOn, async ({ db, session }) => {
    await deleteConnection(db, session.accountId);
    return { status: 'ok' as const };
  });

  api.on(routes.getSsoUrl, async ({ query, request, reply }) => {
    await deps.rateLimits.consume(ssoByAddress, request.ip);
    reply.header('cache-control', 'no-store');
    return openAttempt(deps, query.email, markBrowser(reply, deps.publicUrl));
  });
  api.on(routes.exchangeSsoCode, async ({ body, request, reply }) => {
    const session = await exchangeCode(deps, {
      code: body.code,
      browserHash: browserHashOf(request, deps.publicUrl),
      userAgent: request.headers['user-agent'] ?? null,
    });
    unmarkBrowser(reply, deps.publicUrl);
    return session;
  });

  app.get(START_PATH, (request, reply) =>
    sendOn(deps, request, reply, (search, browserHash) =>
      goToProvider(deps, { state: search.get('state') ?? '', browserHash }),
    ),
  );
  app.get(CALLBACK_PATH, (request, reply) =>
    sendOn(deps, request, reply, async (answer, browserHash) => {
      const code = await comeBack(deps, { answer, browserHash });
      return landing(deps, 'code', code);
    }),
  );
}

/** Behind a #, where neither servers nor logs see it. */
function landing({ publicUrl }: Pick<Deps, 'publicUrl'>, name: 'code' | 'error', value: string): string {
  return `${publicUrl}/callback#${name}=${encodeURIComponent(value)}`;
}

/** For browsers, not for programs: a failure is told on a page of the web. */
async function sendOn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  where: (search: URLSearchParams, browserHash: string | null) => Promise<string>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  try {
    await deps.rateLimits.consume(ssoByAddress, request.ip);
    const { search } = new URL(request.url, deps.publicUrl);
    return reply.redirect(
      await where(new URLSearchParams(search), browserHashOf(request, deps.publicUrl)),
      303,
    );
  } catch (error) {
    if (!(error instanceof Failure)) request.log.error({ err: error }, 'request failed');
    const code: FailureCode = error instanceof Failure ? error.code : 'internal';
    return reply.redirect(landing(deps, 'error', code), 303);
  }
}
