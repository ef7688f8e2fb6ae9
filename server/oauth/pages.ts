import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { Failure } from '../failure.ts';
import { browserHashOf, unmarkBrowser } from '../http/browser-mark.ts';
import type { Limit } from '../http/rate-limits.ts';
import type { Came } from './states.ts';

/** An office shares one address. */
const pagesByAddress: Limit = { name: 'oauth address', points: 300, seconds: 15 * 60 };

export interface OauthPages<V extends string> {
  startPath(vendor: string): string;
  callbackPath(vendor: string): string;
  /** Null: there is none of that name. */
  vendorOf(name: string): V | null;
  /** The query parameter for the vendor on the page that shows how it ended. */
  parameter: string;
  /** The vendor's address. */
  goToVendor(came: Came<V>): Promise<string>;
  comeBack(came: Came<V> & { code: string }, request: FastifyRequest): Promise<void>;
}

/** The way to a vendor and back. For browsers, not for programs: the result is shown on a web page. */
export function oauthPages<V extends string>(app: FastifyInstance, deps: Deps, pages: OauthPages<V>): void {
  app.get(pages.startPath(':vendor'), (request, reply) =>
    sendOn(request, reply, (came) => pages.goToVendor(came)),
  );
  app.get(pages.callbackPath(':vendor'), (request, reply) =>
    sendOn(request, reply, async (came, search) => {
      unmarkBrowser(reply, deps.publicUrl);
      await pages.comeBack({ ...came, code: search.get('code') ?? '' }, request);
      return `${deps.publicUrl}/oauthSuccess?${pages.parameter}=${came.vendor}`;
    }),
  );

  async function sendOn(
    request: FastifyRequest,
    reply: FastifyReply,
    where: (came: Came<V>, search: URLSearchParams) => Promise<string>,
  ): Promise<FastifyReply> {
    const vendor = pages.vendorOf((request.params as { vendor: string }).vendor);
    try {
      await deps.rateLimits.consume(pagesByAddress, request.ip);
      if (vendor === null) throw new Failure('not_found');
      const { searchParams } = new URL(request.url, deps.publicUrl);
      const browserHash = browserHashOf(request, deps.publicUrl);
      const came = { vendor, state: searchParams.get('state') ?? '', browserHash };
      return reply.redirect(await where(came, searchParams), 302);
    } catch (error) {
      if (!(error instanceof Failure)) request.log.warn({ err: error }, 'consent at a vendor failed');
      const named = vendor === null ? '' : `?${pages.parameter}=${vendor}`;
      return reply.redirect(`${deps.publicUrl}/oauthFailure${named}`, 302);
    }
  }
}
