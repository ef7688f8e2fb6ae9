import { z } from 'zod';
import type { NumberRejection } from '../../../contract/numbers.ts';
import type { LinkStatus } from '../../../contract/seats.ts';
import type { OwnedNumber } from '../../adapters/carrier/port.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { lockAccount } from '../accounts/store.ts';
import { putInPlace } from './put-in-place.ts';
import { quarantine } from './quarantine.ts';
import { settleNumber } from './rules.ts';
import { deleteNumber, findNumber, type NumberRow, setLink } from './store.ts';

/** Asks the carrier how far the linking of a number is, again and again until it is settled. */
export const followLink = jobKind({
  name: 'followLink',
  payload: z.object({ accountId: z.uuid(), numberId: z.uuid() }),
  maxAttempts: 25,
});

type NumberId = Pick<NumberRow, 'accountId' | 'id'>;

const jobFor = ({ accountId, id }: NumberId) => ({ kind: followLink, payload: { accountId, numberId: id } });

export function enqueueFollowLink(db: Db, number: NumberId, runAt: Date): Promise<void> {
  return enqueue(db, [{ ...jobFor(number), runAt }]);
}

/** The next look; however many ask for it, there is one. */
function enqueueNextLook(db: Db, number: NumberId, runAt: Date): Promise<void> {
  return enqueue(db, [{ ...jobFor(number), runAt, key: `followLink:${number.id}` }]);
}

/** The job: settle what can be settled, and come back later for the rest. */
export async function runFollowLink(deps: Deps, accountId: string, numberId: string): Promise<void> {
  const number = await findNumber(deps.db, accountId, numberId);
  if (number === undefined || number.linkStatus !== 'linking') return;
  const status = await refreshLink(deps, number);
  if (status !== 'linking') return;
  const age = deps.clock().getTime() - number.createdAt.getTime();
  await enqueueNextLook(deps.db, number, new Date(deps.clock().getTime() + nextLook(age)));
}

/** Every few seconds at first, every ten minutes after the first hour: registration may take days. */
function nextLook(ageMs: number): number {
  return Math.min(600_000, Math.max(1_000, ageMs / 6));
}

/** Asks the carrier now. `null`: the carrier never sold us this number, and it is gone from here too. */
export async function refreshLink(deps: Deps, number: NumberRow): Promise<LinkStatus | null> {
  if (number.linkStatus !== 'linking') return number.linkStatus;
  const owned = await deps.carrier.findOwnedNumber(number.phoneNumber);
  if (settleNumber(number, owned, deps.clock()) === 'wait') return 'linking';
  return inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, number.accountId);
    // While the carrier was asked, someone else may have settled it, or put it in its place.
    const present = await findNumber(tx, number.accountId, number.id);
    return present === undefined ? null : settle(tx, deps, present, owned);
  });
}

async function settle(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  number: NumberRow,
  owned: OwnedNumber | null,
): Promise<LinkStatus | null> {
  if (number.linkStatus !== 'linking') return number.linkStatus;
  const decision = settleNumber(number, owned, deps.clock());
  if (decision === 'wait') return 'linking';
  if (decision !== 'remove') {
    await settleLink(tx, deps, number, decision);
    return decision.linkStatus;
  }
  const { accountId, id, receivingSeatId } = number;
  await deleteNumber(tx, accountId, id);
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: receivingSeatId }]);
  return null;
}

/** What was found out about a number that is linking. The caller holds the account's row, and has read the number behind it. */
export async function settleLink(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  number: NumberRow,
  link: { linkStatus: LinkStatus; carrierNumberId: string | null; rejection: NumberRejection | null },
): Promise<void> {
  const { accountId, id, receivingSeatId } = number;
  const isReplacement = number.seatId === null && number.quarantinedUntil === null;
  await setLink(tx, accountId, id, { ...link, at: deps.clock() });
  if (isReplacement) {
    // A number that can't text takes no one's place.
    if (link.linkStatus === 'rejected') await quarantine(tx, deps, number);
    else await putInPlace(tx, deps, accountId, id);
  }
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: receivingSeatId }]);
}
