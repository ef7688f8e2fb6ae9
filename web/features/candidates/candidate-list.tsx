import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Candidate } from '../../../contract/candidates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { type Column, DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
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
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="Your candidates"
      loading={<DataTableSkeleton className={classes.table} />}
      empty={
        search ? (
          <EmptyState
            title="No match"
            text={`No candidate's name, number or email starts with “${search}”.`}
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
        <DataTable label="Candidates" columns={columns} className={classes.table} isBusy={isBusy}>
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
      )}
    </PagedList>
  );
}
