import { Badge, Button, Skeleton } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { AddCandidateDialog } from './add-candidate-dialog.tsx';
import classes from './board.module.css';
import { Board } from './board.tsx';
import { JobMenu } from './job-menu.tsx';
import { jobQuery } from './jobs-query.ts';
import { StagesDialog } from './stages-dialog.tsx';
import { useLookAgain } from './use-move.ts';

/** How far the candidates of one job have come. */
export function BoardScreen() {
  const { jobId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const query = useQuery({ ...jobQuery(jobId), refetchInterval: useLookAgain(jobId) });
  const { user } = useMe();
  const [asking, setAsking] = useState<'candidate' | 'stages' | null>(null);
  const close = () => setAsking(null);
  const job = query.data;
  const isGone = query.error instanceof ApiError && query.error.code === 'not_found';
  return (
    <Page
      title={job?.name ?? 'Job'}
      width="full"
      back={{ to: paths.jobs, label: 'Jobs' }}
      actions={
        job && (
          <div className={classes.actions}>
            {job.status === 'open' && (
              <Button leftSection={<IconUserPlus size={16} />} onClick={() => setAsking('candidate')}>
                Add candidate
              </Button>
            )}
            {user.userType === 'admin' && (
              <Button variant="default" onClick={() => setAsking('stages')}>
                Edit stages
              </Button>
            )}
            <JobMenu job={job} onDeleted={() => void navigate({ to: paths.jobs })} />
          </div>
        )
      }
    >
      {query.isPending ? (
        <div role="status" aria-busy="true" aria-label="Loading the job" className={classes.board}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} height={320} className={classes.column} />
          ))}
        </div>
      ) : job ? (
        <>
          <div className={classes.about}>
            <p className={classes.jobName} aria-hidden>
              {job.name}
            </p>
            {job.status === 'closed' && (
              <Badge variant="default" tt="none" fw={500}>
                Closed
              </Badge>
            )}
          </div>
          <Board job={job} user={user} />
        </>
      ) : isGone ? (
        <EmptyState title="This job was deleted" text="Someone deleted it." />
      ) : (
        <LoadFailure what="The job" retry={() => void query.refetch()} />
      )}
      {asking === 'candidate' && job && <AddCandidateDialog job={job} onClose={close} />}
      {asking === 'stages' && <StagesDialog onClose={close} />}
    </Page>
  );
}
