import { SegmentedControl, Select } from '@mantine/core';
import type { RefObject } from 'react';
import { SearchField } from '../../../ui/search-field.tsx';
import classes from '../people.module.css';
import type { SeatFilter } from './find-seats.ts';

const ALL = 'all';

const statuses: { value: NonNullable<SeatFilter['status']> | typeof ALL; label: string }[] = [
  { value: ALL, label: 'All' },
  { value: 'used', label: 'Used' },
  { value: 'pendingInvitation', label: 'Invited' },
  { value: 'available', label: 'Available' },
];

const types: { value: NonNullable<SeatFilter['type']> | typeof ALL; label: string }[] = [
  { value: ALL, label: 'Everyone' },
  { value: 'texter', label: 'Texters' },
  { value: 'nonTexter', label: 'Non-texters' },
];

/** The chosen value; undefined for all. */
const chosen = <Value extends string>(value: Value | typeof ALL) => (value === ALL ? undefined : value);

export function SeatFilters({
  filter,
  onChange,
  field,
}: {
  filter: SeatFilter;
  /** What is different now; typing is one change, however long it takes. */
  onChange: (change: SeatFilter) => void;
  /** Where to go on when a row with the focus is gone. */
  field: RefObject<HTMLInputElement | null>;
}) {
  return (
    <search className={classes.filters}>
      <SearchField
        className={classes.search}
        label="Search people"
        placeholder="Search name, email, number or tag"
        search={filter.search ?? ''}
        onSearch={(search) => onChange({ search: search || undefined })}
        field={field}
      />
      <SegmentedControl
        className={classes.status}
        aria-label="Seats shown"
        size="sm"
        value={filter.status ?? ALL}
        onChange={(status) => onChange({ status: chosen(status) })}
        data={statuses}
      />
      <Select
        className={classes.type}
        aria-label="Who texts"
        allowDeselect={false}
        data={types}
        value={filter.type ?? ALL}
        onChange={(type) => type && onChange({ type: chosen(type) })}
      />
    </search>
  );
}
