import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { enqueueFollowing } from './follow.ts';
import { findAccountOfReference } from './store.ts';

export const registrationWebhookPath = (carrier: string) => `/webhooks/${carrier}/registration`;

/**
 * Where the carrier tells that a brand or campaign has changed. Nothing it says is believed, however well signed: the
 * carrier is asked, only sooner.
 */
export function registrationWebhook(app: FastifyInstance, deps: Deps): void {
  const { carrier } = deps;
  app.register(async (scope) => {
    // The signature is over the exact bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(`${registrationWebhookPath(carrier.name)}/:reference`, async (request, reply) => {
      const verdict = carrier.readWebhook(
        'status',
        {
          url: deps.publicUrl + request.url,
          headers: request.headers,
          rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        },
        deps.clock(),
      );
      if (!verdict.ok) throw new Failure(verdict.reason === 'signature' ? 'bad_signature' : 'malformed');
      const { data } = z.object({ reference: z.uuid() }).safeParse(request.params);
      const accountId = data && (await findAccountOfReference(deps.db, data.reference));
      if (accountId !== undefined) await enqueueFollowing(deps.db, accountId);
      const { contentType, body } = carrier.acknowledgement;
      return reply.header('content-type', contentType).send(body);
    });
  });
}
