import { Button, Skeleton } from '@mantine/core';
import classes from '../people.module.css';
import type { SeatCounts } from './find-seats.ts';

/** How many seats the account has, and the way to more. */
export function SeatSummary({
  counts,
  onPurchase,
}: {
  counts: SeatCounts | undefined;
  onPurchase: () => void;
}) {
  if (!counts) return <Skeleton height={64} mb={24} />;
  const figures = [
    { label: 'Used', value: counts.used },
    { label: 'Invited', value: counts.pending },
    { label: 'Available', value: counts.available },
    { label: 'Total', value: counts.total },
  ];
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
      <Button variant="default" onClick={onPurchase}>
        Purchase seats
      </Button>
    </section>
  );
}
