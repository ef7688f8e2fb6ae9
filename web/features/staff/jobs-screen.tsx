import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../../contract/routes.ts';
import type { FailedJob } from '../../../contract/staff.ts';
import { call } from '../../lib/api.ts';
import { dateTime, elapsed } from '../../lib/dates.ts';
import { keyOf } from '../../lib/route-query.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Ask, ReasonDialog } from './reason-dialog.tsx';
import { Rows } from './rows.tsx';
import classes from './staff.module.css';
import { StaffFrame } from './staff-frame.tsx';
import { jobsQuery } from './staff-queries.ts';

export function JobsScreen() {
  return (
    <StaffFrame
      tab={paths.staffJobs}
      lead="Work that was tried as often as it may be, and waits for somebody to decide."
    >
      {(timezone) => <Jobs timezone={timezone} />}
    </StaffFrame>
  );
}

function Jobs({ timezone }: { timezone: string }) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const list = useInfiniteQuery(jobsQuery());
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: keyOf(routes.listFailedJobs) });

  const discard = (job: FailedJob): Ask => ({
    title: `Discard ${job.task}?`,
    text: 'What it was to do is not done, and nobody can try it again.',
    hint: 'It stands in the activity of your own account.',
    button: 'Discard',
    isFinal: true,
    run: async (reason) => {
      try {
        await call(routes.discardJob, { body: { jobId: job.id, reason } });
        notifications.show({ message: 'The job is discarded.', color: 'teal' });
      } finally {
        void reload();
      }
    },
  });

  return (
    <>
      <Rows
        list={list}
        label="Failed jobs"
        empty={<EmptyState icon={<IconCircleCheck size={32} stroke={1.5} />} title="No job has failed" />}
      >
        {(job) => (
          <>
            <div className={classes.who}>
              <span className={classes.name}>{job.task}</span>
              <div className={classes.below}>
                <span>
                  {job.attempts} {job.attempts === 1 ? 'try' : 'tries'}
                </span>
                <span title={dateTime(job.createdAt, timezone)}>From {elapsed(job.createdAt)} ago</span>
                <span title={dateTime(job.failedAt, timezone)}>Tried {elapsed(job.failedAt)} ago</span>
                {job.accountId && (
                  <Link to={paths.staffAccount} params={{ accountId: job.accountId }}>
                    Account
                  </Link>
                )}
              </div>
              <p className={classes.error}>{job.error}</p>
            </div>
            <div className={classes.actions}>
              <RetryButton job={job} onSettled={() => void reload()} />
              <Button
                size="xs"
                variant="default"
                aria-label={`Discard ${job.task} ${job.id}`}
                onClick={() => setAsk(discard(job))}
              >
                Discard
              </Button>
            </div>
          </>
        )}
      </Rows>
      <ReasonDialog ask={ask} onClose={() => setAsk(null)} />
    </>
  );
}

function RetryButton({ job, onSettled }: { job: FailedJob; onSettled: () => void }) {
  const retry = useMutation({
    mutationFn: () => call(routes.retryJob, { body: { jobId: job.id } }),
    onSuccess: () => notifications.show({ message: 'The job is tried again.', color: 'teal' }),
    onSettled,
  });
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Retry ${job.task} ${job.id}`}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      Retry
    </Button>
  );
}
