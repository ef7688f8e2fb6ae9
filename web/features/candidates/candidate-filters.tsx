import { Button, Select } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './candidate-filters.module.css';
import { type CandidatesSearch, CONTACTED, isFiltered, SORTS } from './candidates-search.ts';
import { useFilterChoices } from './use-filter-choices.ts';

const sortNames: Record<(typeof SORTS)[number], string> = {
  added: 'Newest first',
  name: 'Name, A to Z',
  lastContact: 'Last contact',
};

const contactNames: Record<(typeof CONTACTED)[number], string> = {
  within7Days: 'Last 7 days',
  within30Days: 'Last 30 days',
  over30Days: 'Over 30 days ago',
  never: 'Never',
};

const consents = [
  { value: 'false', label: 'Not opted out' },
  { value: 'true', label: 'Opted out' },
];

const choicesOf = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value, label: names[value] }));

/** What the list shows, and in which order. Where it is narrow, only once it's asked for. */
export function CandidateFilters({
  search,
  onChange,
}: {
  search: CandidatesSearch;
  /** What is different now. */
  onChange: (change: CandidatesSearch) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const choices = useFilterChoices(search);
  const count = Object.values({ ...search, search: undefined, sort: undefined }).filter(
    (value) => value !== undefined,
  ).length;
  return (
    <>
      <Button
        className={classes.toggle}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? `Filter and sort (${count})` : 'Filter and sort'}
      </Button>
      <search className={classes.filters} data-open={isOpen || undefined} aria-label="Filter candidates">
        <FilterField
          label="Tag"
          choices={choices.tags}
          value={search.tag}
          onChange={(tag) => onChange({ tag })}
        />
        <FilterField
          label="Job"
          choices={choices.jobs}
          value={search.job}
          // Stages of another job mean nothing in this one.
          onChange={(job) => onChange({ job, stage: undefined })}
        />
        <FilterField
          label="Stage"
          choices={choices.stages}
          value={search.stage}
          onChange={(stage) => onChange({ stage })}
        />
        <FilterField
          label="Last contact"
          choices={choicesOf(CONTACTED, contactNames)}
          value={search.contact}
          onChange={(contact) => onChange({ contact: CONTACTED.find((known) => known === contact) })}
        />
        <FilterField
          label="Opted out"
          choices={consents}
          value={search.optedOut === undefined ? undefined : String(search.optedOut)}
          onChange={(chosen) => onChange({ optedOut: chosen === undefined ? undefined : chosen === 'true' })}
        />
        <Select
          label="Sort by"
          allowDeselect={false}
          disabled={search.search !== undefined}
          data={search.search === undefined ? choicesOf(SORTS, sortNames) : ['Best match']}
          value={search.search === undefined ? (search.sort ?? 'added') : 'Best match'}
          onChange={(chosen) => {
            const sort = SORTS.find((known) => known === chosen);
            onChange({ sort: sort === 'added' ? undefined : sort });
          }}
        />
        {isFiltered(search) && (
          <Button
            className={classes.clear}
            variant="subtle"
            color="gray"
            onClick={() =>
              onChange({
                tag: undefined,
                job: undefined,
                stage: undefined,
                contact: undefined,
                optedOut: undefined,
              })
            }
          >
            Clear filters
          </Button>
        )}
      </search>
    </>
  );
}

function FilterField({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  return (
    <Select
      label={label}
      placeholder="Any"
      data={choices}
      value={value ?? null}
      clearable
      searchable={choices.length > 8}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      nothingFoundMessage="No match"
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
