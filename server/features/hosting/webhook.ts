import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { enqueueFollowing } from './schedule.ts';
import { findByCarrierOrder } from './store.ts';

/**
 * Where the carrier tells that an order has changed. Nothing it says is believed, however well signed: the carrier is
 * asked, only sooner. So it may come twice, and in any order.
 */
export function hostingWebhook(app: FastifyInstance, deps: Deps): void {
  const { carrier } = deps;
  app.register(async (scope) => {
    // The signature is over the exact bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(`/webhooks/${carrier.name}/hosting`, async (request, reply) => {
      const verdict = carrier.hosting.readHostingWebhook(
        {
          url: deps.publicUrl + request.url,
          headers: request.headers,
          rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        },
        deps.clock(),
      );
      if (!verdict.ok) throw new Failure(verdict.reason === 'signature' ? 'bad_signature' : 'malformed');
      const { orderId } = verdict;
      const order = orderId === null ? undefined : await findByCarrierOrder(deps.db, carrier.name, orderId);
      if (order !== undefined) await enqueueFollowing(deps.db, order);
      const { contentType, body } = carrier.acknowledgement;
      return reply.header('content-type', contentType).send(body);
    });
  });
}
