import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { findKeySecret } from '../../http/key-token.ts';
import { originOf, recordAudit } from '../audit/record-audit.ts';
import { mailOwner } from './mail-owner.ts';
import { keyLeaked } from './mails.ts';
import { deleteKey, endOldSecret, findLeaked } from './store.ts';

/**
 * A key in an address is in the logs of every proxy on the way, and in browsers' histories. It's refused before anything is looked at,
 * and it's dead: only someone who has the secret can do that to it.
 */
export function refuseKeyInUrl(app: FastifyInstance, deps: Deps): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!request.url.includes('ht_')) return payload;
    const named = findKeySecret(request.url);
    if (named === null) return payload;
    await revoke(deps, request, named);
    throw new Failure('key_in_url');
  });
}

function revoke(
  deps: Deps,
  request: FastifyRequest,
  { keyId, secretHash }: { keyId: string; secretHash: string },
): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const key = await findLeaked(tx, keyId, { secretHash, now: deps.clock() });
    if (key === undefined) return;
    const { name, isCurrent, ...owner } = key;
    await (isCurrent ? deleteKey : endOldSecret)(tx, owner.accountId, keyId);
    const done = {
      action: 'apiKey.revoked',
      subjectId: keyId,
      subject: name,
      details: { isCurrent },
    } as const;
    await recordAudit(tx, deps, { ...owner, ...originOf(request) }, done);
    await mailOwner(tx, deps, owner, keyLeaked({ name, isCurrent }, deps));
  });
}
