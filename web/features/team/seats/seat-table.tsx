import { startTransition, useState } from 'react';
import type { Seat } from '../../../../contract/seats.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type Column, DataTable, DataTableSkeleton } from '../../../ui/data-table.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Loading } from '../../../ui/paged-list.tsx';
import type { SeatAction } from '../seat-actions/seat-actions.ts';
import { SeatRow } from './seat-row.tsx';
import classes from './seat-table.module.css';
import { seatTime } from './seat-time.ts';

const columns: Column[] = [
  { name: 'name', label: 'Name' },
  { name: 'role', label: 'Role' },
  { name: 'number', label: 'Number' },
  { name: 'tags', label: 'Tags' },
  { name: 'active', label: 'Last active' },
  { name: 'actions', label: 'Actions', isHidden: true },
];

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
  /** The search. If it changes, the list starts over. */
  page: string;
  me: string | undefined;
  timezone: string;
  /** The same one each time, or every row is drawn again. */
  onAsk: (seat: Seat, action: SeatAction) => void;
}) {
  const now = useNow();
  const [reached, setReached] = useState({ page, shown: PAGE });
  const shown = reached.page === page ? reached.shown : PAGE;
  // So that scrolling goes on meanwhile.
  const showMore = () => startTransition(() => setReached({ page, shown: shown + PAGE }));
  return (
    <>
      <DataTable label={label} columns={columns} className={classes.table} rowCount={seats.length}>
        {seats.slice(0, shown).map((seat) => (
          <SeatRow
            key={seat.id}
            seat={seat}
            isMe={seat.user?.id === me}
            timezone={timezone}
            {...seatTime(seat, timezone, now)}
            onAsk={onAsk}
          />
        ))}
      </DataTable>
      {shown < seats.length && <LoadMore key={shown} label="Show more" onReach={showMore} />}
    </>
  );
}

export function SeatTableSkeleton() {
  return (
    <Loading what="your team">
      <DataTableSkeleton className={classes.table} />
    </Loading>
  );
}
