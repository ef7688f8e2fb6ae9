import { Button, Skeleton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { userQuery } from '../../lib/me.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import classes from './candidate-list.module.css';
import { CandidateRow } from './candidate-row.tsx';
import { candidatesQuery } from './candidates-query.ts';

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
  const timezone = useQuery(userQuery()).data?.timezone ?? 'UTC';
  // Somebody added meanwhile moves the rest by one page; nobody is shown twice for it.
  const candidates = useMemo(() => {
    const byId = new Map(list.data?.pages.flatMap((page) => page.items.map((item) => [item.id, item])));
    return [...byId.values()];
  }, [list.data]);

  if (list.isPending) return <ListSkeleton />;
  if (list.isError && !list.data) {
    return <LoadFailure what="Your candidates" retry={() => void list.refetch()} />;
  }
  if (candidates.length === 0) {
    if (search)
      return (
        <EmptyState title="No match" text={`No candidate's name, number or email begins with “${search}”.`} />
      );
    return (
      <EmptyState
        icon={<IconUsers size={32} stroke={1.5} />}
        title="No candidates yet"
        text="Add the people you want to text. Whoever texts you first appears here by themselves."
        action={<Button onClick={onAdd}>Add candidate</Button>}
      />
    );
  }
  return (
    <>
      <table className={classes.table} aria-label="Candidates" aria-busy={list.isPlaceholderData}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Phone</th>
            <th scope="col" data-column="job">
              Job title
            </th>
            <th scope="col" data-column="email">
              Email
            </th>
            <th scope="col">Tags</th>
            <th scope="col" data-column="added">
              Added
            </th>
            <th scope="col">
              <span className={classes.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate) => (
            <CandidateRow
              key={candidate.id}
              candidate={candidate}
              timezone={timezone}
              onEdit={() => onEdit(candidate)}
              onDelete={() => onDelete(candidate)}
            />
          ))}
        </tbody>
      </table>
      {list.hasNextPage && (
        <LoadMore loading={list.isFetchingNextPage} onReach={() => void list.fetchNextPage()} />
      )}
    </>
  );
}

const SKELETONS = [40, 52, 34, 60, 45, 50, 38, 56];

function ListSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading candidates">
      {SKELETONS.map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton circle height={28} />
          <Skeleton height={12} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
