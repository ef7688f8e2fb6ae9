import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SeatRole } from '../../../contract/seats.ts';
import classes from './analytics.module.css';
import { type AnalyticsRange, type AnalyticsSearch, RANGES } from './analytics-search.ts';
import { daysOf, rangeNames } from './days.ts';
import type { Choice, Choices } from './use-choices.ts';

export const roleChoices: { value: SeatRole; label: string }[] = [
  { value: 'recruiter', label: 'Recruiters' },
  { value: 'hiringManager', label: 'Hiring managers' },
];

const ranges = RANGES.map((value) => ({ value, label: rangeNames[value] }));

export function AnalyticsFilters({
  search,
  choices,
  today,
  isAdmin,
  seatRole,
  onChange,
}: {
  search: AnalyticsSearch;
  choices: Choices;
  today: string;
  isAdmin: boolean;
  /** Of the screen, which has no filter for it then. */
  seatRole: SeatRole | undefined;
  onChange: (change: AnalyticsSearch) => void;
}) {
  const range = search.range ?? '30d';
  function choose(chosen: AnalyticsRange) {
    const days = daysOf(search, today);
    // Own dates begin with those that were shown.
    const dates = chosen === 'dates' && 'date' in days ? { from: days.date, to: days.enddate } : {};
    onChange({
      range: chosen === '30d' ? undefined : chosen,
      from: undefined,
      to: undefined,
      ...dates,
    });
  }
  return (
    <search className={classes.filters} aria-label="Filter figures">
      <Select
        label="Days"
        data={ranges}
        value={range}
        allowDeselect={false}
        onChange={(chosen) => chosen && choose(chosen)}
      />
      {range === 'dates' && <DateFields search={search} today={today} onChange={onChange} />}
      {isAdmin && (
        <FilterField
          label="Person"
          placeholder="Everyone"
          choices={choices.people}
          value={search.person}
          onChange={(person) => onChange({ person })}
        />
      )}
      {seatRole === undefined && (
        <FilterField
          label="Seats"
          placeholder="All seats"
          choices={roleChoices}
          value={search.role}
          onChange={(role) => onChange({ role: role as SeatRole | undefined })}
        />
      )}
      {isAdmin && choices.tags.length > 0 && (
        <FilterField
          label="Tag"
          placeholder="All tags"
          choices={choices.tags}
          value={search.tag}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      {choices.jobs.length > 0 && (
        <FilterField
          label="Job"
          placeholder="All jobs"
          choices={choices.jobs}
          value={search.job}
          onChange={(job) => onChange({ job })}
        />
      )}
    </search>
  );
}

function FilterField({
  label,
  placeholder,
  choices,
  value,
  onChange,
}: {
  label: string;
  placeholder: string;
  choices: Choice[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={choices}
      value={value ?? null}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      nothingFoundMessage="No match"
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

/** What isn't a range of days yet stays here. */
function DateFields({
  search,
  today,
  onChange,
}: {
  search: AnalyticsSearch;
  today: string;
  onChange: (change: AnalyticsSearch) => void;
}) {
  const [draft, setDraft] = useState<Pick<AnalyticsSearch, 'from' | 'to'> | null>(null);
  const shown = { range: 'dates', from: search.from, to: search.to, ...draft } as const;
  const days = daysOf(shown, today);
  const problem = 'problem' in days ? days.problem : {};
  function change(part: Pick<AnalyticsSearch, 'from' | 'to'>) {
    const next = { ...shown, ...part };
    const isWhole = 'date' in daysOf(next, today);
    setDraft(isWhole ? null : { from: next.from, to: next.to });
    if (isWhole) onChange({ from: next.from, to: next.to });
  }
  return (
    <>
      <TextInput
        type="date"
        label="From"
        value={shown.from ?? ''}
        max={today}
        error={problem.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={shown.to ?? ''}
        min={shown.from}
        max={today}
        error={problem.to}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </>
  );
}
