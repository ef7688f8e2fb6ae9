import { Anchor, Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SeatRole } from '../../../../contract/seats.ts';
import { counted } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import classes from '../people.module.css';
import type { SeatCounts } from './find-seats.ts';

/** How many seats the page lists, where the others are, and the way to more. */
export function SeatSummary({
  counts,
  elsewhere,
  seatRole,
  onPurchase,
}: {
  counts: SeatCounts | undefined;
  /** Seats of the other page's people. */
  elsewhere: number;
  seatRole: SeatRole;
  onPurchase: () => void;
}) {
  if (!counts) return <Skeleton height={64} mb={24} />;
  const figures = [
    { label: 'Used', value: counts.used },
    { label: 'Invited', value: counts.pending },
    { label: 'Available', value: counts.available },
    { label: 'Total', value: counts.total },
  ];
  const other =
    seatRole === 'recruiter'
      ? { to: paths.hiringManagers, one: 'a hiring manager', several: 'hiring managers' }
      : { to: paths.team, one: 'a recruiter', several: 'recruiters' };
  return (
    <section className={classes.summary} aria-label="Seats">
      <dl className={classes.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {elsewhere > 0 && (
        <p className={classes.elsewhere}>
          {counted(elsewhere, 'more seat is', 'more seats are')} for{' '}
          <Anchor component={Link} to={other.to} underline="always" inherit>
            {elsewhere === 1 ? other.one : other.several}
          </Anchor>
          .
        </p>
      )}
      <Button variant="default" onClick={onPurchase}>
        Buy seats
      </Button>
    </section>
  );
}
