import { useEffect, useState } from 'react';
import type { Seat } from '../../../contract/seats.ts';
import { useNow } from '../../lib/use-now.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import type { SeatAction } from './seat-actions.ts';
import { SeatRow } from './seat-row.tsx';
import classes from './seat-table.module.css';

/** Rows drawn at once; the rest follows while the person scrolls. */
const PAGE = 50;

export function SeatTable({
  label,
  seats,
  page,
  me,
  timezone,
  onAsk,
}: {
  label: string;
  seats: Seat[];
  /** What is looked for: with anything else, the list begins anew. */
  page: string;
  me: string | undefined;
  timezone: string;
  onAsk: (seat: Seat, action: SeatAction) => void;
}) {
  const now = useNow();
  const [shown, setShown] = useState(PAGE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with what is looked for
  useEffect(() => setShown(PAGE), [page]);
  return (
    <>
      <table className={classes.table} aria-label={label} aria-rowcount={seats.length + 1}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Number</th>
            <th scope="col" data-column="tags">
              Tags
            </th>
            <th scope="col" data-column="active">
              Last active
            </th>
            <th scope="col">
              <span className={classes.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {seats.slice(0, shown).map((seat) => (
            <SeatRow
              key={seat.id}
              seat={seat}
              isMe={seat.user?.id === me}
              timezone={timezone}
              now={now}
              onAsk={(action) => onAsk(seat, action)}
            />
          ))}
        </tbody>
      </table>
      {shown < seats.length && (
        <LoadMore key={shown} label="Show more" onReach={() => setShown(shown + PAGE)} />
      )}
    </>
  );
}
