import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FailureCode } from '../../../contract/failure.ts';
import { Id } from '../../../contract/primitives.ts';
import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { browserHashOf, markBrowser, unmarkBrowser } from '../../http/browser-mark.ts';
import type { Api } from '../../http/mount.ts';
import { asFailure } from '../../http/reply-failure.ts';
import { actorOf } from '../audit/record-audit.ts';
import { ACS_PATH, addressesOf, METADATA_PATH, OIDC_CALLBACK_PATH, START_PATH } from './providers.ts';
import { ssoByAddress } from './rules.ts';
import {
  presentSingleSignOn,
  removeSingleSignOn,
  saveSingleSignOn,
  testSingleSignOn,
  verifyDomain,
} from './set-up.ts';
import { comeBackByForm, comeBackByQuery, exchangeCode, goToProvider, openAttempt } from './sign-in.ts';
import type { From } from './who-came.ts';

/** An assertion has some ten thousand characters; anything larger isn't one. */
const MAX_FORM_BYTES = 200_000;

const Account = z.object({ accountId: Id });

export function ssoRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  api.on(routes.getSingleSignOn, ({ db, session }) => presentSingleSignOn(db, deps, session));
  api.on(routes.updateSingleSignOn, async ({ db, session, body, request }) => {
    await saveSingleSignOn(db, deps, actorOf(session, request), body);
    return presentSingleSignOn(db, deps, session);
  });
  api.on(routes.verifyDomain, async ({ db, session, request }) => {
    await verifyDomain(deps, actorOf(session, request));
    return presentSingleSignOn(db, deps, session);
  });
  api.on(routes.testSingleSignOn, ({ session }) => testSingleSignOn(deps, session));
  api.on(routes.removeSingleSignOn, async ({ db, session, request }) => {
    await removeSingleSignOn(db, deps, actorOf(session, request));
    return { status: 'ok' as const };
  });

  api.on(routes.getSsoUrl, async ({ query, request, reply }) => {
    await deps.rateLimits.consume(ssoByAddress, request.ip);
    return openAttempt(deps, query.email, markBrowser(reply, deps.publicUrl));
  });
  api.on(routes.exchangeSsoCode, async ({ body, request, reply }) => {
    const session = await exchangeCode(deps, {
      ...body,
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
  app.get(OIDC_CALLBACK_PATH, (request, reply) =>
    sendOn(deps, request, reply, async (answer, browserHash) => {
      const code = await comeBackByQuery(deps, { answer, browserHash, from: whence(request) });
      return landing(deps, 'code', code);
    }),
  );
  app.get(METADATA_PATH, async (request, reply) => {
    const { accountId } = readAccount(request);
    const { entityId, acsUrl } = addressesOf(deps, accountId);
    return reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .send(await deps.saml.describe({ entityId, callbackUrl: acsUrl }));
  });
  void app.register(async (forms) => {
    await forms.register(formBody, { bodyLimit: MAX_FORM_BYTES, parser: (form) => ({ form }) });
    // What can't be read comes from a browser too.
    forms.setErrorHandler((error, request, reply) =>
      sendOn(deps, request, reply, () => Promise.reject(new Failure(asFailure(error).code))),
    );
    forms.post(ACS_PATH, (request, reply) =>
      sendOn(deps, request, reply, async () => {
        const { form = '' } = (request.body ?? {}) as { form?: string };
        const answer = new URLSearchParams(form);
        const { accountId } = readAccount(request);
        const code = await comeBackByForm(deps, { accountId, answer, from: whence(request) });
        return landing(deps, 'code', code);
      }),
    );
  });
}

const whence = (request: FastifyRequest): From => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

function readAccount(request: FastifyRequest): z.infer<typeof Account> {
  const read = Account.safeParse(request.params);
  if (!read.success) throw new Failure('not_found');
  return read.data;
}

/** Behind a #, where neither servers nor logs see it. */
function landing({ publicUrl }: Pick<Deps, 'publicUrl'>, name: 'code' | 'error', value: string): string {
  return `${publicUrl}/callback#${name}=${encodeURIComponent(value)}`;
}

/** For browsers, not for programs: a failure is shown on a web page. */
async function sendOn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  where: (search: URLSearchParams, browserHash: string | null) => Promise<string>,
): Promise<FastifyReply> {
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
