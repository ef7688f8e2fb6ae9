import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import type { TimeOffer } from '../../../contract/time-offers.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { weekdayAndTime } from '../../lib/dates.ts';
import { isImpersonating } from '../../lib/session/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import classes from './time-offers.module.css';
import { offersHeard, offersQuery } from './time-offers-query.ts';
import { bookedTime, dayAndTime, isShown, offerWords, theirs } from './time-words.ts';

/** Times that the candidate was offered, until what was booked is over. */
export function UnfinishedOffers({ candidateId, here }: { candidateId: string; here: string }) {
  const offers = useQuery(offersQuery(candidateId));
  const now = useNow();
  if (offers.isError && !offers.data)
    return <LoadFailure what="The offered times" retry={() => void offers.refetch()} />;
  const shown = offers.data?.items.filter((offer, index) => isShown(offer, index, now)) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul className={classes.offers} aria-label="Offered times">
      {shown.map((offer) => (
        <Offer key={offer.id} offer={offer} here={here} />
      ))}
    </ul>
  );
}

function Offer({ offer, here }: { offer: TimeOffer; here: string }) {
  const { id, candidateId, title, status, withdrawnBecause, times, timezone, chosen, can } = offer;
  const withdraw = useSave({
    save: () => call(routes.withdrawTimeOffer, { params: { id } }),
    done: 'Offer withdrawn',
    changes: (queryClient) => offersHeard(queryClient, candidateId),
  });
  const needsPerson = status === 'needsPerson';
  const booked = bookedTime(offer);
  return (
    <li className={classes.offer}>
      <div className={classes.offerLine}>
        <strong>{title}</strong>
        {can.withdraw && !isImpersonating() && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Withdraw ${title}`}
            loading={withdraw.isPending}
            onClick={() => withdraw.run()}
          >
            Withdraw
          </Button>
        )}
      </div>
      {!booked && (
        <ul className={classes.times} aria-label="Times">
          {times.map(({ number, startsAt, held }) => (
            <li key={number} data-gone={(!held && number !== chosen) || undefined}>
              <time dateTime={startsAt}>
                {number}) {dayAndTime(startsAt, here)}
              </time>
              <span className={classes.theirs}>{theirs(startsAt, timezone, here)}</span>
            </li>
          ))}
        </ul>
      )}
      {needsPerson && chosen !== null && (
        <div className={classes.theirs}>
          They chose {chosen}, but we couldn't book it. Answer them, then withdraw this offer.
        </div>
      )}
      {withdrawnBecause === 'optedOut' && (
        <div className={classes.theirs}>They opted out, so these times are free again.</div>
      )}
      <div>
        <Badge variant="light" tt="none" size="sm" color={needsPerson ? 'orange' : booked ? 'teal' : 'gray'}>
          {booked ? `Booked ${weekdayAndTime(booked.startsAt, here)}` : offerWords[status]}
        </Badge>
      </div>
    </li>
  );
}
