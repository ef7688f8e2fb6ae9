import type { TimeOfferStatus } from '../../../../contract/time-offers.ts';
import type { Tx } from '../../../db/connection.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { tellThreads } from '../../candidates/tell-threads.ts';
import { requireVisible } from '../../hiring/records/hidden.ts';
import { stopAwaiting } from '../../texting/conversations/awaited-answers.ts';
import { changeOffer, lockOffer, type OfferRow, releaseTimes } from './store.ts';

const CLOSABLE: TimeOfferStatus[] = ['open', 'needsPerson'];

export function mayWithdraw(session: Session, offer: Pick<OfferRow, 'userId' | 'status'>): boolean {
  return isTheirs(session, offer) && CLOSABLE.includes(offer.status);
}

const isTheirs = (session: Session, { userId }: { userId: string }) =>
  session.userType === 'admin' || session.userId === userId;

/** The offer is locked. */
export async function closeOffer(
  tx: Tx,
  offer: { accountId: string; id: string; candidateId: string },
  change: Parameters<typeof changeOffer>[3],
): Promise<void> {
  const { accountId, id, candidateId } = offer;
  await changeOffer(tx, accountId, id, change);
  await releaseTimes(tx, accountId, id);
  await stopAwaiting(tx, accountId, id);
  await tellThreads(tx, accountId, candidateId);
}

/** Doing it twice is harmless. */
export async function withdrawOffer(tx: Tx, session: Session, id: string): Promise<void> {
  const offer = await lockOffer(tx, session.accountId, id);
  if (offer === undefined) throw new Failure('not_found');
  await requireVisible(tx, session, offer.candidateId);
  if (!isTheirs(session, offer)) throw new Failure('forbidden');
  if (offer.status === 'withdrawn') return;
  if (!CLOSABLE.includes(offer.status)) throw new Failure('time_offer_answered');
  await closeOffer(tx, offer, { status: 'withdrawn' });
}
