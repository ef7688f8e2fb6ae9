import { z } from 'zod';
import { QUARANTINE_DAYS } from '../../../contract/numbers.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { findNumber, findNumbersOfSeats, type NumberRow, setQuarantine, setReleased } from './store.ts';

const DAY_MS = 24 * 3600_000;

/** Gives a number back to the carrier once its quarantine has ended. */
export const releaseNumber = jobKind({
  name: 'releaseNumber',
  payload: z.object({ accountId: z.uuid(), numberId: z.uuid() }),
  maxAttempts: 25,
});

/** The seats no longer text from their numbers; what comes to these still reaches them. */
export async function quarantineNumbersOf(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  accountId: string,
  seatIds: string[],
  keptDays?: number,
): Promise<void> {
  if (seatIds.length === 0) return;
  for (const number of await findNumbersOfSeats(tx, accountId, seatIds))
    await quarantine(tx, deps, number, keptDays);
}

export async function quarantine(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  number: NumberRow,
  keptDays = QUARANTINE_DAYS,
): Promise<void> {
  // One that was rejected never texted, so no one answers to it.
  const days = number.linkStatus === 'rejected' ? 0 : keptDays;
  const until = new Date(deps.clock().getTime() + days * DAY_MS);
  await setQuarantine(tx, number, until);
  await enqueueRelease(tx, number, until);
}

function enqueueRelease(db: Db, { accountId, id }: Pick<NumberRow, 'accountId' | 'id'>, runAt: Date) {
  return enqueue(db, [{ kind: releaseNumber, payload: { accountId, numberId: id }, runAt }]);
}

/** Released at the carrier first: until that is certain, no one else may think that the number is for sale. */
export async function runReleaseNumber(deps: Deps, accountId: string, numberId: string): Promise<void> {
  const number = await findNumber(deps.db, accountId, numberId);
  if (!number?.quarantinedUntil || number.releasedAt !== null) return;
  if (number.quarantinedUntil > deps.clock()) {
    await enqueueRelease(deps.db, number, number.quarantinedUntil);
    return;
  }
  if (number.carrier === deps.carrier.name) {
    const carrierNumberId =
      number.carrierNumberId ??
      (await deps.carrier.findOwnedNumber(number.phoneNumber))?.carrierNumberId ??
      null;
    if (carrierNumberId !== null) await deps.carrier.releaseNumber(carrierNumberId);
  } else {
    deps.log.warn({ numberId, carrier: number.carrier }, 'a number of another carrier was not given back');
  }
  await inTransaction(deps.db, (tx) => setReleased(tx, accountId, numberId, deps.clock()));
}
