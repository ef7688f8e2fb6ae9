import type { FastifyInstance } from 'fastify';
import { BadSignature, Unreadable } from '../../adapters/payments/port.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { enqueueLook } from './schedule.ts';
import { findAccountOfCustomer } from './subscriptions/store.ts';

/**
 * Where the gateway tells that something has changed. Nothing it says is believed, however well signed: the gateway is asked, so a
 * second, late or overtaken event changes nothing.
 */
export function paymentWebhooks(app: FastifyInstance, deps: Deps): void {
  const gateway = deps.billing?.gateway;
  if (gateway === undefined) return;
  app.register(async (scope) => {
    // The signature is over the exact bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(`/webhooks/payments/${gateway.vendor}`, async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value[0] : value,
        ]),
      );
      const event = readOrRefuse(() => gateway.readWebhook({ headers, body }));
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
