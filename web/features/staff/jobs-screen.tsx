import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import type { FailedJob } from '../../../contract/staff/jobs.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { dateTime, elapsed } from '../../lib/dates.ts';
import { showDone } from '../../lib/notices.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Ask, ReasonDialog } from './reason-dialog.tsx';
import { Rows } from './rows.tsx';
import classes from './staff.module.css';
import { StaffFrame } from './staff-frame.tsx';
import { jobsQuery } from './staff-queries.ts';

interface Way {
  button: string;
  title: (task: string) => string;
  /** What will happen. */
  text: (task: string) => string;
  done: string;
  route: typeof routes.retryJob | typeof routes.discardJob;
}

const retry: Way = {
  button: 'Retry',
  title: (task) => `Retry ${task}?`,
  text: () => 'It runs again right away, with as many tries as a new job.',
  done: 'Job retried',
  route: routes.retryJob,
};
const discard: Way = {
  button: 'Discard',
  title: (task) => `Discard ${task}?`,
  text: (task) =>
    task === 'receiveText'
      ? 'The candidate may have asked to stop. No one will read their text, and they can be texted again.'
      : "Its work won't be done, and no one can retry it.",
  done: 'Job discarded',
  route: routes.discardJob,
};

export function JobsScreen() {
  return (
    <StaffFrame
      tab={paths.staffJobs}
      lead="Inbound texts that failed, and jobs that ran out of tries. Retry or discard each one."
    >
      {(timezone) => <Jobs timezone={timezone} />}
    </StaffFrame>
  );
}

function Jobs({ timezone }: { timezone: string }) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const list = useInfiniteQuery(jobsQuery());
  const queryClient = useQueryClient();
  const reload = () => loadAgain(queryClient, routes.listFailedJobs);

  const askFor = (job: FailedJob, way: Way): Ask => ({
    title: way.title(job.task),
    text: way.text(job.task),
    hint: job.accountId
      ? "The account's admins see it, with your name, in its activity."
      : "It shows up in your own account's activity.",
    button: way.button,
    isFinal: way === discard,
    run: async (reason) => {
      try {
        await call(way.route, { body: { jobId: job.id, reason } });
        showDone(way.done);
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
                <span>{counted(job.attempts, 'try', 'tries')}</span>
                <span title={dateTime(job.createdAt, timezone)}>Created {elapsed(job.createdAt)} ago</span>
                <span title={dateTime(job.failedAt, timezone)}>Last tried {elapsed(job.failedAt)} ago</span>
                {job.accountId && (
                  <Link to={paths.staffAccount} params={{ accountId: job.accountId }}>
                    Account
                  </Link>
                )}
              </div>
              <p className={classes.error}>{job.error}</p>
            </div>
            <div className={classes.actions}>
              {[retry, discard].map((way) => (
                <Button
                  key={way.button}
                  size="xs"
                  variant="default"
                  aria-label={`${way.button} ${job.task} ${job.id}`}
                  onClick={() => setAsk(askFor(job, way))}
                >
                  {way.button}
                </Button>
              ))}
            </div>
          </>
        )}
      </Rows>
      <ReasonDialog ask={ask} onClose={() => setAsk(null)} />
    </>
  );
}
