import type { FastifyInstance } from 'fastify';
import { BadSignature, Unreadable } from '../../adapters/payments/port.ts';
import { handOn } from '../../cells/hand-on.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { bytesOf, headersOf, rawWebhooks } from '../../http/raw-webhooks.ts';
import { enqueueLook } from './schedule.ts';
import { findAccountOfCustomer } from './subscriptions/store.ts';

/**
 * Where the gateway reports changes. Nothing in it is trusted, however well signed: the gateway is asked, so a second, late or
 * overtaken event changes nothing.
 */
export function paymentWebhooks(app: FastifyInstance, deps: Deps): void {
  const gateway = deps.billing?.gateway;
  if (gateway === undefined) return;
  rawWebhooks(app, (scope) => {
    scope.post(`/webhooks/payments/${gateway.vendor}`, async (request, reply) => {
      const received = { headers: headersOf(request), body: bytesOf(request) };
      const event = readOrRefuse(() => gateway.readWebhook(received));
      const lead = event && {
        kind: 'customer' as const,
        vendor: gateway.vendor,
        customerId: event.customerId,
      };
      const elsewhere = await handOn(deps, { request, reply }, lead ?? undefined);
      if (elsewhere !== null) return elsewhere;
      const accountId = event && (await findAccountOfCustomer(deps.db, gateway.vendor, event.customerId));
      if (accountId) await inTransaction(deps.db, (tx) => enqueueLook(tx, accountId));
      return { received: true };
    });
  });
}

function readOrRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadSignature) throw new Failure('bad_signature');
    if (error instanceof Unreadable) throw new Failure('malformed');
    throw error;
  }
}
