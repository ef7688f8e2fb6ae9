import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { type Column, DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import classes from './candidate-list.module.css';
import { CandidateRow } from './candidate-row.tsx';
import { candidatesQuery } from './candidates-query.ts';

const columns: Column[] = [
  { name: 'name', label: 'Name' },
  { name: 'phone', label: 'Phone' },
  { name: 'job', label: 'Job title' },
  { name: 'email', label: 'Email' },
  { name: 'tags', label: 'Tags' },
  { name: 'added', label: 'Added' },
  { name: 'actions', label: 'Actions', isHidden: true },
];

export function CandidateList({
  search,
  onAdd,
  onEdit,
  onDelete,
}: {
  search: string;
  onAdd: () => void;
  onEdit: (candidate: Candidate) => void;
  onDelete: (candidate: Candidate) => void;
}) {
  const list = useInfiniteQuery(candidatesQuery(search));
  const { timezone } = useMe().user;
  // A candidate added in between moves the rest down by one, but no one is shown twice.
  const candidates = useMemo(() => {
    const byId = new Map(list.data?.pages.flatMap((page) => page.items.map((item) => [item.id, item])));
    return [...byId.values()];
  }, [list.data]);

  if (list.isPending) return <DataTableSkeleton label="Loading candidates" className={classes.table} />;
  if (list.isError && !list.data) {
    return <LoadFailure what="Your candidates" retry={() => void list.refetch()} />;
  }
  if (candidates.length === 0 && !list.hasNextPage) {
    if (search)
      return (
        <EmptyState title="No match" text={`No candidate's name, number or email starts with “${search}”.`} />
      );
    return (
      <EmptyState
        icon={<IconUsers size={32} stroke={1.5} />}
        title="No candidates yet"
        text="Add the people you want to text. Anyone who texts you first is added automatically."
        action={<Button onClick={onAdd}>Add candidate</Button>}
      />
    );
  }
  return (
    <>
      <DataTable
        label="Candidates"
        columns={columns}
        className={classes.table}
        isBusy={list.isPlaceholderData}
      >
        {candidates.map((candidate) => (
          <CandidateRow
            key={candidate.id}
            candidate={candidate}
            timezone={timezone}
            onEdit={() => onEdit(candidate)}
            onDelete={() => onDelete(candidate)}
          />
        ))}
      </DataTable>
      {list.hasNextPage && (
        <LoadMore
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onReach={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}
