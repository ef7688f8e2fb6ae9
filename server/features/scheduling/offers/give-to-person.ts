import { sql } from 'kysely';
import { inTransaction, type Tx } from '../../../db/connection.ts';
import { inBatches } from '../../../db/sweep.ts';
import type { Deps } from '../../../deps.ts';
import { compose } from '../../../mail/compose.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { nameOrPhone } from '../../../phone.ts';
import { tellThreads } from '../../candidates/tell-threads.ts';
import { stopAwaiting } from '../../texting/conversations/awaited-answers.ts';
import { closeOffer } from './close-offer.ts';
import { atInWords } from './compose-offer.ts';
import { changeOffer, lockOffer, lockOverdue, type OfferRow, releaseTimes } from './store.ts';

type Why = 'unreachable' | 'gone' | 'left' | 'late';

const BECAUSE: Record<Exclude<Why, 'left'>, string> = {
  unreachable: "We couldn't reach your calendar to check that time, so we didn't book it.",
  gone: "That time isn't free anymore, and neither are the others you offered.",
  late: 'Something kept us from booking that time.',
};

/** The candidate chose, and we can't book it: their text waits for a person, who gets a mail. The offer is locked. */
export async function giveToPerson(tx: Tx, deps: Deps, offer: OfferRow, why: Why): Promise<void> {
  await leaveToPerson(tx, offer);
  if (why !== 'left') await mailPerson(tx, deps, offer, BECAUSE[why]);
}

/** Without a mail. */
export async function leaveToPerson(tx: Tx, offer: OfferRow): Promise<void> {
  const { accountId, id, chosen } = offer;
  await changeOffer(tx, accountId, id, { status: 'needsPerson' });
  // What they chose stays free, for the person to confirm it.
  const others = offer.times.filter(({ number }) => number !== chosen).map(({ number }) => number);
  await releaseTimes(tx, accountId, id, others);
  await stopAwaiting(tx, accountId, id);
  await tellThreads(tx, accountId, offer.candidateId);
}

async function mailPerson(tx: Tx, deps: Deps, offer: OfferRow, because: string): Promise<void> {
  const { rows } = await sql<{
    email: string;
    timezone: string;
    firstName: string;
    lastName: string;
    phoneNumber: string;
  }>`
    select u.email, u.timezone, c.first_name as "firstName", c.last_name as "lastName", c.phone_number as "phoneNumber"
      from users u join candidates c on c.account_id = u.account_id and c.id = ${offer.candidateId}
     where u.account_id = ${offer.accountId} and u.id = ${offer.userId} and u.deactivated_at is null`.execute(
    tx,
  );
  const [person] = rows;
  const chosen = offer.times.find(({ number }) => number === offer.chosen);
  if (person === undefined || chosen === undefined) return;
  const name = nameOrPhone(person);
  await enqueueMail(tx, deps, {
    to: person.email,
    ...compose({
      subject: `${name} chose a time, and needs your answer`,
      paragraphs: [`${name} chose ${atInWords(chosen.startsAt, person.timezone)}.`, because],
      button: {
        label: 'Open the conversation',
        url: `${deps.publicUrl}/dashboard/messages/${offer.conversationId}`,
      },
    }),
  });
}

/** Later than any booking ends by itself. */
const LATE_MS = 20 * 60_000;

/** Offers that no one answered in time, and bookings that never came to an end. */
export async function sweepTimeOffers(deps: Deps): Promise<void> {
  const now = deps.clock();
  const answeredBefore = new Date(now.getTime() - LATE_MS);
  await inBatches(
    (limit) =>
      inTransaction(deps.db, async (tx) => {
        const overdue = await lockOverdue(tx, { now, answeredBefore, limit });
        for (const { accountId, id, candidateId, status } of overdue) {
          const offer = status === 'booking' ? await lockOffer(tx, accountId, id) : undefined;
          if (offer === undefined)
            await closeOffer(tx, { accountId, id, candidateId }, { status: 'expired' });
          else await giveToPerson(tx, deps, offer, 'late');
        }
        return overdue.length;
      }),
    { batch: 200 },
  );
}
