import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { HoldReview } from '../../../contract/staff/hold-reviews.ts';
import { dateTime, elapsed } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Rows } from './rows.tsx';
import classes from './staff.module.css';
import { StaffFrame } from './staff-frame.tsx';
import { holdsQuery } from './staff-queries.ts';

export function HoldsScreen() {
  return (
    <StaffFrame
      tab={paths.staffHolds}
      lead="Texts that might mean stop, and what people decided. If many of these are ordinary, the wording is too strict."
    >
      {(timezone) => <Holds timezone={timezone} />}
    </StaffFrame>
  );
}

/** Why it was held or asked about. */
function weighedWords({ kind, weighed }: HoldReview): string {
  const what = kind === 'hold' ? 'Held' : 'Asked about';
  return weighed.length === 0 ? what : `${what}: ${weighed.join(', ')}`;
}

function Holds({ timezone }: { timezone: string }) {
  const list = useInfiniteQuery(holdsQuery());
  return (
    <Rows
      list={list}
      label="Reviewed texts"
      empty={
        <EmptyState
          icon={<IconCircleCheck size={32} stroke={1.5} />}
          title="No one has reviewed a text yet"
        />
      }
    >
      {(review) => (
        <div className={classes.who}>
          <span className={classes.name}>{review.wording}</span>
          <div className={classes.below}>
            <span>{review.optedOut ? 'Opted out' : 'Ordinary'}</span>
            <span>{weighedWords(review)}</span>
            <span title={dateTime(review.reviewedAt, timezone)}>{elapsed(review.reviewedAt)} ago</span>
            {review.reviewedBy && <span>{review.reviewedBy.name}</span>}
            <Link to={paths.staffAccount} params={{ accountId: review.account.id }}>
              {review.account.name}
            </Link>
          </div>
        </div>
      )}
    </Rows>
  );
}
