import type { TimeOffer } from '../../../../contract/time-offers.ts';
import type { Db } from '../../../db/connection.ts';
import type { Session } from '../../../http/session.ts';
import { mayWithdraw } from './close-offer.ts';
import type { OfferRow } from './store.ts';

/** As the person sees them; the wording is that of their texts. */
export async function presentOffers(db: Db, session: Session, offers: OfferRow[]): Promise<TimeOffer[]> {
  if (offers.length === 0) return [];
  const texts = await db
    .selectFrom('messages')
    .select(['id', 'body'])
    .where('account_id', '=', session.accountId)
    .where(
      'id',
      'in',
      offers.map(({ messageId }) => messageId),
    )
    .execute();
  const bodies = new Map(texts.map(({ id, body }) => [id, body]));
  return offers.map(({ accountId: _, earliestHours: __, ...offer }) => ({
    ...offer,
    times: offer.times.map(({ number, startsAt, endsAt, held }) => ({
      number,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      held,
    })),
    body: bodies.get(offer.messageId) ?? '',
    answeredAt: offer.answeredAt?.toISOString() ?? null,
    bookedAt: offer.bookedAt?.toISOString() ?? null,
    createdAt: offer.createdAt.toISOString(),
    expiresAt: offer.expiresAt.toISOString(),
    can: { withdraw: mayWithdraw(session, offer) },
  }));
}
