import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { WebhookVerdict } from '../../../adapters/carrier/port.ts';
import { handOn } from '../../../cells/hand-on.ts';
import type { Lead } from '../../../cells/questions.ts';
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
    const { contentType, body } = deps.carrier.acknowledgement;
    const receive = async (request: FastifyRequest, reply: FastifyReply, kind: 'inbound' | 'status') => {
      const called = carrierRequest(request, deps);
      const verdict = requireVerified(deps.carrier.readWebhook(kind, called, deps.clock()));
      const params = StatusParams.safeParse(request.params);
      const about = params.success ? params.data : { accountId: null, messageId: null };
      const elsewhere = await handOn(
        deps,
        { request, reply },
        leadOf(deps.carrier.name, verdict, about.accountId),
      );
      if (elsewhere !== null) return elsewhere;
      const receivedAt = deps.clock();
      await Promise.all(
        verdict.events.map((event) => keep({ carrier: deps.carrier.name, ...about, event, receivedAt })),
      );
      await ordersChanged(deps, requireStorable(verdict.landlineOrders ?? []));
      return reply.header('content-type', contentType).send(body);
    };
    for (const [path, kind] of [
      ['/inbound', 'inbound'],
      ['/status', 'status'],
      ['/status/:accountId/:messageId', 'status'],
    ] as const) {
      scope.post(base + path, (request, reply) => receive(request, reply, kind));
    }
  });
}

/** A webhook is about one number, one message or one order; a carrier that sends several sends those of one. */
function leadOf(
  carrier: string,
  { events, landlineOrders }: Pick<Extract<WebhookVerdict, { ok: true }>, 'events' | 'landlineOrders'>,
  accountId: string | null,
): Lead | undefined {
  if (accountId !== null) return { kind: 'account', accountId };
  const [orderId] = landlineOrders ?? [];
  if (orderId !== undefined) return { kind: 'landlineOrder', carrier, orderId };
  const [event] = events;
  return event?.type === 'inbound' ? { kind: 'number', phoneNumber: event.to } : undefined;
}
