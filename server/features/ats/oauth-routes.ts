import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AtsType } from '../../../contract/ats.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { originOf } from '../audit/record-audit.ts';
import { browserHashOf, unmarkBrowser } from '../sso/browser.ts';
import { ssoByAddress } from '../sso/rules.ts';
import { callbackPath, comeBack, goToVendor, startPath } from './oauth.ts';

/** For browsers, not for programs: what happens is told on a page of the web. */
export function oauthRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(startPath(':type'), (request, reply) =>
    sendOn(deps, request, reply, (atsType, search) =>
      goToVendor(deps, {
        atsType,
        state: search.get('state') ?? '',
        browserHash: browserHashOf(request, deps.publicUrl),
      }),
    ),
  );
  app.get(callbackPath(':type'), (request, reply) =>
    sendOn(deps, request, reply, async (atsType, search) => {
      const browserHash = browserHashOf(request, deps.publicUrl);
      unmarkBrowser(reply, deps.publicUrl);
      await comeBack(
        deps,
        { atsType, browserHash, state: search.get('state') ?? '', code: search.get('code') ?? '' },
        originOf(request),
      );
      return `${deps.publicUrl}/oauthSuccess?atsType=${atsType}`;
    }),
  );
}

async function sendOn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  where: (atsType: AtsType, search: URLSearchParams) => Promise<string>,
): Promise<FastifyReply> {
  const { type } = request.params as { type: string };
  const atsType = AtsType.safeParse(type);
  try {
    await deps.rateLimits.consume(ssoByAddress, request.ip);
    if (!atsType.success) throw new Failure('not_found');
    const { searchParams } = new URL(request.url, deps.publicUrl);
    return reply.redirect(await where(atsType.data, searchParams), 302);
  } catch (error) {
    if (!(error instanceof Failure)) request.log.warn({ err: error }, 'consent for an ATS failed');
    const named = atsType.success ? `?atsType=${atsType.data}` : '';
    return reply.redirect(`${deps.publicUrl}/oauthFailure${named}`, 302);
  }
}
