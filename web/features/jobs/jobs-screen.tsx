import { Button, SegmentedControl } from '@mantine/core';
import { IconLayoutKanban, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job } from '../../../contract/jobs.ts';
import { monthDay } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { JobDialog } from './job-dialog.tsx';
import { JobMenu } from './job-menu.tsx';
import classes from './jobs.module.css';
import { jobsQuery, stagesQuery, systemsIn } from './jobs-query.ts';

const route = getRouteApi(paths.jobs);

/** The account's own jobs. */
export function JobsScreen() {
  const { status = 'open' } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(jobsQuery(status));
  const { timezone } = useMe().user;
  const systems = systemsIn(useQuery({ ...stagesQuery(), meta: { quiet: true } }).data ?? []);
  const [isAdding, setAdding] = useState(false);
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
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="Your jobs"
        empty={
          status === 'closed' ? (
            <EmptyState title="No closed jobs" text="Close a job when you're done hiring for it." />
          ) : (
            <EmptyState
              icon={<IconLayoutKanban size={32} stroke={1.5} />}
              title="No open jobs"
              text="Add a job to see at a glance how far each candidate has come."
              action={<Button onClick={() => setAdding(true)}>New job</Button>}
            />
          )
        }
      >
        {(jobs, isBusy) => (
          <ul className={rows.list} aria-label="Jobs" aria-busy={isBusy}>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} timezone={timezone} />
            ))}
          </ul>
        )}
      </PagedList>
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
    <li className={rows.row}>
      <div className={rows.what}>
        <Link className={rows.name} to={paths.job} params={{ jobId: id }}>
          {name}
        </Link>
        <p className={rows.facts}>
          {counted(candidates, 'candidate')} · Added {monthDay(createdAt, timezone)}
        </p>
      </div>
      <JobMenu job={job} />
    </li>
  );
}
