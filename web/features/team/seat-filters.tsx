import { ActionIcon, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { SeatFilter, StatusFilter, TypeFilter } from './find-seats.ts';
import classes from './people.module.css';

const statuses: { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'used', label: 'Used' },
  { value: 'available', label: 'Available' },
  { value: 'pendingInvitation', label: 'Pending' },
];

const types: { value: TypeFilter; label: string }[] = [
  { value: 'all', label: 'Everyone' },
  { value: 'texter', label: 'Texters' },
  { value: 'nonTexter', label: 'Non-texters' },
];

export function SeatFilters({
  filter,
  onChange,
  field,
}: {
  filter: SeatFilter;
  onChange: (filter: SeatFilter) => void;
  /** Where to go on when a row with the focus is gone. */
  field: RefObject<HTMLInputElement | null>;
}) {
  const type = (search: string) => onChange({ ...filter, search });
  return (
    <search className={classes.filters}>
      <TextInput
        ref={field}
        className={classes.search}
        type="search"
        placeholder="Search name, email, number or tag"
        aria-label="Search people"
        leftSection={<IconSearch size={16} />}
        rightSection={
          filter.search && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label="Clear search"
              onClick={() => {
                type('');
                field.current?.focus();
              }}
            >
              <IconX size={14} />
            </ActionIcon>
          )
        }
        value={filter.search}
        maxLength={100}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') type('');
        }}
      />
      <SegmentedControl
        className={classes.status}
        aria-label="Seats shown"
        size="sm"
        value={filter.status}
        onChange={(status) => onChange({ ...filter, status: status as StatusFilter })}
        data={statuses}
      />
      <Select
        className={classes.type}
        aria-label="Who texts"
        allowDeselect={false}
        comboboxProps={{ keepMounted: false }}
        data={types}
        value={filter.type}
        onChange={(value) => value && onChange({ ...filter, type: value as TypeFilter })}
      />
    </search>
  );
}
