import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { JOBS, missingOf } from '../../../../contract/access.ts';
import { type Application, ATS_NAMES } from '../../../../contract/ats.ts';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { User } from '../../../../contract/users.ts';
import { useOfferCommands } from '../../../lib/open-commands.ts';
import { whoIs } from '../../../lib/session/access.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { pluralOf } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { AddToJobDialog } from '../../jobs/add-to-job-dialog.tsx';
import { MoveStageDialog } from './move-stage-dialog.tsx';
import classes from './panel.module.css';

/** What they applied for, and how far they have come. */
export function Applications({ candidate, reader }: { candidate: Candidate; reader: User }) {
  const [moved, setMoved] = useState<Application | null>(null);
  const [isAdding, setAdding] = useState(false);
  const { account } = useMe();
  const keepsJobs = missingOf(JOBS, whoIs(reader, account)) === null;
  const mayAdd = keepsJobs && !isImpersonating();
  useOfferCommands([
    ...candidate.applications
      .filter(({ can }) => can.moveStage && !isImpersonating())
      .map((application) => ({
        label: `Move ${application.jobName ?? 'the application'} to another stage`,
        run: () => setMoved(application),
      })),
    ...(mayAdd ? [{ label: 'Add to a job', run: () => setAdding(true) }] : []),
  ]);
  if (candidate.applications.length === 0 && !mayAdd) return null;
  return (
    <div className={classes.fact}>
      <div className={classes.factLabel} id="applications-label">
        {pluralOf(candidate.applications.length, 'Application')}
      </div>
      {candidate.applications.length === 0 ? (
        <div className={classes.muted}>Not in a job yet</div>
      ) : (
        <ul className={classes.applications} aria-labelledby="applications-label">
          {candidate.applications.map((application) => (
            <li key={application.id}>
              <div className={classes.factLine}>
                <div className={classes.factValue}>
                  {application.atsType === null && application.jobId !== null && keepsJobs ? (
                    <Link to={paths.job} params={{ jobId: application.jobId }}>
                      {application.jobName}
                    </Link>
                  ) : (
                    (application.jobName ?? 'No job yet')
                  )}
                  <div className={classes.muted}>{application.stageName ?? 'No stage'}</div>
                </div>
                {application.can.moveStage && !isImpersonating() && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Move ${application.jobName ?? 'the application'} to another stage`}
                    onClick={() => setMoved(application)}
                  >
                    Move
                  </Button>
                )}
              </div>
              {application.atsType !== null && (
                <div className={classes.muted}>
                  {application.source && <>From {application.source} · </>}
                  {application.profileUrl ? (
                    <Anchor
                      href={application.profileUrl}
                      target="_blank"
                      rel="noreferrer"
                      underline="always"
                      inherit
                    >
                      Open in {ATS_NAMES[application.atsType]}
                    </Anchor>
                  ) : (
                    ATS_NAMES[application.atsType]
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <Button size="xs" variant="default" mt={8} onClick={() => setAdding(true)}>
          Add to a job
        </Button>
      )}
      {isAdding && <AddToJobDialog candidate={candidate} onClose={() => setAdding(false)} />}
      <MoveStageDialog candidate={candidate} application={moved} onClose={() => setMoved(null)} />
    </div>
  );
}
