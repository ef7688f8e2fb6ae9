import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { numberWebhooks } from './number-webhooks.ts';
import { findNumber, listNumbersAskingElsewhere, setCallsUrl } from './store.ts';

/**
 * Sets at the carrier where to report texts to a number and ask about calls. A purchase does so too, but its answer may get lost, a
 * number may be older than calls are, our address may change, and an account may move to another cell.
 */
export const configureCalls = jobKind({
  name: 'configureCalls',
  payload: z.object({ accountId: z.uuid(), numberId: z.uuid() }),
  // The sweep restarts it every five minutes; until then it's listed where staff see it.
  maxAttempts: 5,
});

export async function runConfigureCalls(deps: Deps, accountId: string, numberId: string): Promise<void> {
  const number = await findNumber(deps.db, accountId, numberId);
  if (number === undefined || number.carrierNumberId === null || number.linkStatus !== 'linked') return;
  if (number.isLandline) return;
  const webhooks = numberWebhooks(deps);
  await deps.carrier.configureWebhooks(number.carrierNumberId, webhooks);
  await setCallsUrl(deps.db, accountId, numberId, webhooks.calls.incomingUrl);
}

/** Finds the numbers whose carrier never got an address, or got another one. */
export const sweepCallUrls = jobKind({ name: 'sweepCallUrls', payload: z.unknown(), maxAttempts: 1 });

const BATCH = 200;

export async function runSweepCallUrls(deps: Deps): Promise<void> {
  const { incomingUrl } = numberWebhooks(deps).calls;
  const numbers = await listNumbersAskingElsewhere(deps.db, {
    carrier: deps.carrier.name,
    callsUrl: incomingUrl,
    limit: BATCH,
  });
  await enqueue(
    deps.db,
    numbers.map(({ accountId, id }) => ({
      kind: configureCalls,
      payload: { accountId, numberId: id },
      // The carrier is asked for one number at a time.
      queue: 'configureCalls',
      key: `configureCalls ${id}`,
    })),
  );
}
