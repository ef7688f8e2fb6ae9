import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { carrierRequest, rawWebhooks, requireVerified } from '../../../http/raw-webhooks.ts';
import { requireStorable } from '../../../http/storable.ts';
import { ordersChanged } from '../../landlines/orders-changed.ts';
import { createKeepEvent } from './carrier-events.ts';

const StatusParams = z.object({ accountId: z.uuid(), messageId: z.uuid() });

/** Where the carrier calls us: verified, stored, answered. The content is processed afterwards. */
export function carrierWebhooks(app: FastifyInstance, deps: Deps): void {
  const keep = createKeepEvent(deps);
  const base = `/webhooks/${deps.carrier.name}`;

  rawWebhooks(app, (scope) => {
    const receive = async (request: FastifyRequest, kind: 'inbound' | 'status') => {
      const called = carrierRequest(request, deps.publicUrl);
      const verdict = requireVerified(deps.carrier.readWebhook(kind, called, deps.clock()));
      const params = StatusParams.safeParse(request.params);
      const about = params.success ? params.data : { accountId: null, messageId: null };
      const receivedAt = deps.clock();
      await Promise.all(
        verdict.events.map((event) => keep({ carrier: deps.carrier.name, ...about, event, receivedAt })),
      );
      await ordersChanged(deps, requireStorable(verdict.landlineOrders ?? []));
    };
    const { contentType, body } = deps.carrier.acknowledgement;

    for (const [path, kind] of [
      ['/inbound', 'inbound'],
      ['/status', 'status'],
      ['/status/:accountId/:messageId', 'status'],
    ] as const) {
      scope.post(base + path, async (request, reply) => {
        await receive(request, kind);
        return reply.header('content-type', contentType).send(body);
      });
    }
  });
}
