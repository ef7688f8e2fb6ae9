import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { type Application, ATS_NAMES } from '../../../../contract/ats.ts';
import type { Candidate } from '../../../../contract/candidates.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { MoveStageDialog } from './move-stage-dialog.tsx';
import classes from './panel.module.css';

/** What they applied for, and how far they have come. */
export function Applications({ candidate }: { candidate: Candidate }) {
  const [moved, setMoved] = useState<Application | null>(null);
  if (candidate.applications.length === 0) return null;
  return (
    <div className={classes.fact}>
      <div className={classes.factLabel} id="applications-label">
        {candidate.applications.length === 1 ? 'Application' : 'Applications'}
      </div>
      <ul className={classes.applications} aria-labelledby="applications-label">
        {candidate.applications.map((application) => (
          <li key={application.id}>
            <div className={classes.factLine}>
              <div className={classes.factValue}>
                {application.jobName ?? 'No job yet'}
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
      <MoveStageDialog candidate={candidate} application={moved} onClose={() => setMoved(null)} />
    </div>
  );
}
