import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { handOn } from '../../cells/hand-on.ts';
import type { Deps } from '../../deps.ts';
import { carrierRequest, rawWebhooks, requireVerified } from '../../http/raw-webhooks.ts';
import { enqueueFollowing } from './follow.ts';
import { findAccountOfReference } from './store.ts';

export const registrationWebhookPath = (carrier: string) => `/webhooks/${carrier}/registration`;

/**
 * Where the carrier reports changes of a brand or campaign. Nothing in it is trusted, however well signed: the carrier is asked,
 * only sooner.
 */
export function registrationWebhook(app: FastifyInstance, deps: Deps): void {
  const { carrier } = deps;
  rawWebhooks(app, (scope) => {
    scope.post(`${registrationWebhookPath(carrier.name)}/:reference`, async (request, reply) => {
      requireVerified(carrier.readWebhook('status', carrierRequest(request, deps), deps.clock()));
      const { data } = z.object({ reference: z.uuid() }).safeParse(request.params);
      const lead = data && { kind: 'registration' as const, ...data };
      const elsewhere = await handOn(deps, { request, reply }, lead);
      if (elsewhere !== null) return elsewhere;
      const accountId = data && (await findAccountOfReference(deps.db, data.reference));
      if (accountId !== undefined) await enqueueFollowing(deps.db, accountId);
      const { contentType, body } = carrier.acknowledgement;
      return reply.header('content-type', contentType).send(body);
    });
  });
}
