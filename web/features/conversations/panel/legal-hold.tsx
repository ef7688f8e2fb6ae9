import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Candidate } from '../../../../contract/candidates.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import classes from './panel.module.css';
import { useChangeCandidate } from './use-change-candidate.ts';

/** Everyone sees that someone is on hold; admins put them on hold, and lift it. */
export function LegalHold({
  candidate,
  conversationId,
}: {
  candidate: Candidate;
  conversationId: string | null;
}) {
  const { user } = useMe();
  const change = useChangeCandidate(candidate, conversationId);
  const [isLifting, setLifting] = useState(false);
  const { legalHold } = candidate;
  const mayChange = user.userType === 'admin' && user.impersonation === null;
  if (!legalHold && !mayChange) return null;
  return (
    <div className={classes.fact}>
      <div className={classes.factLabel}>Legal hold</div>
      <div className={classes.factLine}>
        <div className={classes.factValue}>
          {legalHold ? 'On' : 'Off'}
          {legalHold && <div className={classes.muted}>Nothing about them is deleted.</div>}
        </div>
        {mayChange && (
          <Button
            size="compact-sm"
            variant="default"
            loading={change.isPending}
            onClick={() => (legalHold ? setLifting(true) : change.run(() => ({ legalHold: true })))}
          >
            {legalHold ? 'Lift hold' : 'Put on hold'}
          </Button>
        )}
      </div>
      {isLifting && (
        <ConfirmDialog
          title={`Lift the legal hold on ${candidateName(candidate)}?`}
          confirm="Lift hold"
          isPending={change.isPending}
          onClose={() => setLifting(false)}
          onConfirm={() => {
            setLifting(false);
            change.run(() => ({ legalHold: false }));
          }}
        >
          From then on, they can be deleted, and your retention rules apply to them and to everything older.
        </ConfirmDialog>
      )}
    </div>
  );
}
