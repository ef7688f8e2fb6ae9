import { Button, Checkbox } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Candidate, ListedCandidate } from '../../../contract/candidates.ts';
import { isImpersonating } from '../../lib/session/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { type Column, DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import { CandidateBulkBar } from './bulk-bar.tsx';
import classes from './candidate-list.module.css';
import { CandidateRow } from './candidate-row.tsx';
import { candidatesQuery } from './candidates-query.ts';
import { type CandidatesSearch, isFiltered } from './candidates-search.ts';

const columns: Column[] = [
  { name: 'name', label: 'Name' },
  { name: 'last', label: 'Last text' },
  { name: 'phone', label: 'Phone' },
  { name: 'job', label: 'Job' },
  { name: 'tags', label: 'Tags' },
  { name: 'actions', label: 'Actions', isHidden: true },
];

export function CandidateList({
  search,
  onAdd,
  onEdit,
  onDelete,
  onClear,
}: {
  search: CandidatesSearch;
  onAdd: () => void;
  onEdit: (candidate: Candidate) => void;
  onDelete: (candidate: Candidate) => void;
  /** Without search and filters. */
  onClear: () => void;
}) {
  const list = useInfiniteQuery(candidatesQuery(search));
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="Your candidates"
      loading={<DataTableSkeleton className={classes.table} />}
      empty={
        search.search || isFiltered(search) ? (
          <EmptyState
            title="No match"
            text={
              search.search
                ? `No candidate has “${search.search}” in their name, number, email, job or tags${isFiltered(search) ? ', with these filters' : ''}.`
                : 'No candidate fits these filters.'
            }
            action={
              isFiltered(search) && (
                <Button variant="default" onClick={onClear}>
                  Show all candidates
                </Button>
              )
            }
          />
        ) : (
          <EmptyState
            icon={<IconUsers size={32} stroke={1.5} />}
            title="No candidates yet"
            text="Add the people you want to text. Anyone who texts you first is added automatically."
            action={<Button onClick={onAdd}>Add candidate</Button>}
          />
        )
      }
    >
      {(candidates, isBusy) => (
        <Rows candidates={candidates} isBusy={isBusy} onEdit={onEdit} onDelete={onDelete} />
      )}
    </PagedList>
  );
}

function Rows({
  candidates,
  isBusy,
  onEdit,
  onDelete,
}: {
  candidates: ListedCandidate[];
  isBusy: boolean;
  onEdit: (candidate: Candidate) => void;
  onDelete: (candidate: Candidate) => void;
}) {
  const now = useNow();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** Of the row that was clicked last: Shift takes all from there. */
  const [last, setLast] = useState<string | null>(null);
  // What a filter hides isn't changed unseen.
  const selected = candidates.filter(({ id }) => chosen.has(id));
  const isAll = selected.length === candidates.length;
  const isReadOnly = isImpersonating();

  function choose(id: string, isChosen: boolean, upToLast: boolean) {
    const at = candidates.findIndex((each) => each.id === id);
    const from = upToLast ? candidates.findIndex((each) => each.id === last) : -1;
    const range =
      from < 0 ? [id] : candidates.slice(Math.min(at, from), Math.max(at, from) + 1).map((each) => each.id);
    const next = new Set(chosen);
    for (const each of range)
      if (isChosen) next.add(each);
      else next.delete(each);
    setChosen(next);
    setLast(id);
  }

  const all: Column = {
    name: 'select',
    label: 'Select',
    head: (
      <Checkbox
        size="xs"
        aria-label={isAll ? 'Select none' : 'Select all shown'}
        checked={isAll}
        indeterminate={selected.length > 0 && !isAll}
        onChange={() => setChosen(new Set(isAll ? [] : candidates.map(({ id }) => id)))}
      />
    ),
  };
  return (
    <>
      {selected.length > 0 && <CandidateBulkBar candidates={selected} onClear={() => setChosen(new Set())} />}
      <DataTable
        label="Candidates"
        columns={isReadOnly ? columns : [all, ...columns]}
        className={classes.table}
        isBusy={isBusy}
      >
        {candidates.map((candidate) => (
          <CandidateRow
            key={candidate.id}
            candidate={candidate}
            now={now}
            selection={
              isReadOnly
                ? null
                : {
                    isSelected: chosen.has(candidate.id),
                    onSelect: (isChosen, upToLast) => choose(candidate.id, isChosen, upToLast),
                  }
            }
            onEdit={() => onEdit(candidate)}
            onDelete={() => onDelete(candidate)}
          />
        ))}
      </DataTable>
    </>
  );
}
