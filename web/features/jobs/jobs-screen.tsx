import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconLayoutKanban, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job } from '../../../contract/jobs.ts';
import { monthDay } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { JobDialog } from './job-dialog.tsx';
import { JobMenu } from './job-menu.tsx';
import classes from './jobs.module.css';
import { jobsQuery, stagesQuery, systemsIn } from './jobs-query.ts';

const route = getRouteApi(`/asking${paths.jobs}`);

/** The account's own jobs. */
export function JobsScreen() {
  const { status = 'open' } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(jobsQuery(status));
  const { timezone } = useMe().user;
  const systems = systemsIn(useQuery({ ...stagesQuery(), meta: { quiet: true } }).data ?? []);
  const [isAdding, setAdding] = useState(false);
  const jobs = [
    ...new Map(list.data?.pages.flatMap((page) => page.items.map((job) => [job.id, job]))).values(),
  ];
  return (
    <Page
      title="Jobs"
      width="account"
      lead={
        systems
          ? `Jobs in ${systems} stay there, and you see them beside each conversation. Add a job that isn't in your ATS.`
          : undefined
      }
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          New job
        </Button>
      }
    >
      <SegmentedControl
        className={classes.status}
        aria-label="Show jobs that are"
        value={status}
        data={[
          { value: 'open', label: 'Open' },
          { value: 'closed', label: 'Closed' },
        ]}
        onChange={(value) =>
          void navigate({ search: value === 'closed' ? { status: 'closed' } : {}, replace: true })
        }
      />
      {list.isPending ? (
        <div role="status" aria-busy="true" aria-label="Loading jobs">
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className={classes.skeleton}>
              <Skeleton height={14} width="30%" />
              <Skeleton height={12} width="45%" />
            </div>
          ))}
        </div>
      ) : list.isError && !list.data ? (
        <LoadFailure what="Your jobs" retry={() => void list.refetch()} />
      ) : jobs.length > 0 ? (
        <ul className={classes.list} aria-label="Jobs" aria-busy={list.isPlaceholderData}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} timezone={timezone} />
          ))}
        </ul>
      ) : status === 'closed' ? (
        <EmptyState title="No closed jobs" text="Close a job when you're done hiring for it." />
      ) : (
        <EmptyState
          icon={<IconLayoutKanban size={32} stroke={1.5} />}
          title="No open jobs"
          text="Add a job to see at a glance how far each candidate has come."
          action={<Button onClick={() => setAdding(true)}>New job</Button>}
        />
      )}
      {list.hasNextPage && (
        <LoadMore
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onReach={() => void list.fetchNextPage()}
        />
      )}
      {isAdding && (
        <JobDialog
          job={null}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => void navigate({ to: paths.job, params: { jobId: id } })}
        />
      )}
    </Page>
  );
}

function JobRow({ job, timezone }: { job: Job; timezone: string }) {
  const { id, name, candidates, createdAt } = job;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Link className={classes.name} to={paths.job} params={{ jobId: id }}>
          {name}
        </Link>
        <p className={classes.facts}>
          {candidates === 1 ? '1 candidate' : `${candidates.toLocaleString('en-US')} candidates`} · Added{' '}
          {monthDay(createdAt, timezone)}
        </p>
      </div>
      <JobMenu job={job} />
    </li>
  );
}
