import type { FastifyInstance } from 'fastify';
import { BadWebhook } from '../../adapters/ats/failures.ts';
import type { ReceivedWebhook } from '../../adapters/ats/port.ts';
import { handOn } from '../../cells/hand-on.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { hashKey } from '../../http/keys.ts';
import { bytesOf, headersOf, rawWebhooks } from '../../http/raw-webhooks.ts';
import { requireStorable } from '../../http/storable.ts';
import { claimOnce } from '../../queue/claim.ts';
import { type ConnectionRow, findConnection, openAccess, openWebhookKeys } from './connections-store.ts';
import { enqueueEvents } from './events.ts';
import { systemOf } from './open-api.ts';
import { readWebhookToken, versionOf } from './webhook-url.ts';

/**
 * Where systems report changes. Nothing in it is trusted, however well signed: the person it is about is read again from the
 * system. Only IDs are kept before the response.
 */
export function atsWebhooks(app: FastifyInstance, deps: Deps): void {
  rawWebhooks(app, (scope) => {
    scope.post<{ Params: { type: string; token: string } }>(
      '/webhooks/ats/:type/:token',
      async (request, reply) => {
        const address = readWebhookToken(deps, request.params);
        if (address === null) throw new Failure('bad_signature');
        const { accountId } = address;
        const elsewhere = await handOn(deps, { request, reply }, { kind: 'account', accountId });
        if (elsewhere !== null) return elsewhere;
        const row = await findConnection(deps.db, address.accountId, address.atsType);
        if (row === undefined || versionOf(row) !== address.version) throw new Failure('not_found');
        const called = { headers: headersOf(request), body: bytesOf(request) };
        const received = readOrRefuse(deps, row, called);
        const events = requireStorable(received.events);
        await inTransaction(deps.db, async (tx) => {
          // Vendors choose the ID; another connection of theirs has another one.
          const act = `atsWebhook:${row.accountId}:${row.atsType}:${hashKey(received.id)}`;
          if (await claimOnce(tx, act, deps.clock())) await enqueueEvents(tx, row, events);
        });
        return reply.headers(received.replyHeaders).send({ received: true });
      },
    );
  });
}

function readOrRefuse(
  deps: Deps,
  row: ConnectionRow,
  { headers, body }: { headers: Record<string, string | undefined>; body: Buffer },
): ReceivedWebhook {
  const { webhooks } = systemOf(deps, row.atsType).connector;
  if (webhooks === null) throw new Failure('not_found');
  // Some systems expect an answer while the webhook is set up, before there are keys; nothing is signed with none.
  const sealed = row.sealedWebhookKeys;
  const keys = sealed === null ? { secrets: {}, ids: [] } : openWebhookKeys(deps.sealer, sealed);
  try {
    return webhooks.read({
      headers,
      body,
      keys,
      access: openAccess(deps.sealer, row.sealedAccess),
      now: deps.clock(),
    });
  } catch (error) {
    if (error instanceof BadWebhook) throw new Failure('bad_signature');
    throw error;
  }
}
