import type { Tx } from '../../../db/connection.ts';
import { enqueue } from '../../../queue/job.ts';
import { tellThreads } from '../../candidates/tell-threads.ts';
import { bookTime } from './book-time.ts';
import { closeOffer } from './close-offer.ts';
import { readChoice } from './read-choice.ts';
import { changeOffer, lockOffer } from './store.ts';

interface Answer {
  accountId: string;
  candidateId: string;
  offerId: string;
  body: string;
  /** Something else has been asked since. */
  isAskedSince: boolean;
  /** When it arrived. */
  at: Date;
}

/**
 * Whether what a candidate just wrote answers the offer; in the transaction that works the text in. A time that they choose is
 * booked by a job, since calendars have to be asked. The conversation waits for a person until then.
 */
export async function answerOffer(tx: Tx, answer: Answer): Promise<boolean> {
  const { accountId, offerId, at } = answer;
  const offer = await lockOffer(tx, accountId, offerId);
  if (offer?.status !== 'open' || offer.expiresAt <= at) return false;
  const choice = readChoice(answer.body, offer.times, offer.timezone, answer);
  if (choice === null) return false;
  if (choice === 'none') {
    await closeOffer(tx, offer, { status: 'declined', answeredAt: at });
    return true;
  }
  await changeOffer(tx, accountId, offerId, { status: 'booking', chosen: choice, answeredAt: at });
  await tellThreads(tx, accountId, offer.candidateId);
  await enqueue(tx, [{ kind: bookTime, payload: { accountId, offerId } }]);
  return true;
}
