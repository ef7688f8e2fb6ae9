import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ATS_NAMES, type AtsType } from '../../../../contract/ats.ts';
import type { Candidate } from '../../../../contract/candidates.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { unlessGone } from '../../../lib/api/unless-gone.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import classes from './panel.module.css';
import { candidateChanged } from './panel-query.ts';

interface Linked {
  atsType: AtsType;
  externalId: string;
}

/** The people of connected systems that the candidate is linked to. */
export function LinkedPeople({ candidate }: { candidate: Candidate }) {
  const [asked, setAsked] = useState<Linked | null>(null);
  const linked = Object.entries(candidate.externalIds).flatMap(([type, externalId]): Linked[] =>
    Object.hasOwn(ATS_NAMES, type) ? [{ atsType: type as AtsType, externalId }] : [],
  );
  if (linked.length === 0) return null;
  return (
    <div className={classes.fact}>
      <div className={classes.factLabel} id="linked-label">
        Linked to
      </div>
      <ul className={classes.applications} aria-labelledby="linked-label">
        {linked.map((each) => (
          <li key={each.atsType}>
            <div className={classes.factLine}>
              <div className={classes.factValue}>
                {ATS_NAMES[each.atsType]}
                <div className={classes.muted} style={{ overflowWrap: 'anywhere' }}>
                  ID {each.externalId}
                </div>
              </div>
              {candidate.can.changeNumber && !isImpersonating() && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Unlink from ${ATS_NAMES[each.atsType]}`}
                  onClick={() => setAsked(each)}
                >
                  Unlink
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {asked && <UnlinkDialog candidate={candidate} linked={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Asks before a candidate and a person of a system are kept apart. */
export function UnlinkDialog({
  candidate,
  linked: { atsType, externalId, name },
  onClose,
}: {
  candidate: Pick<Candidate, 'id' | 'firstName' | 'lastName' | 'phoneNumberFormatted'>;
  linked: Linked & { name?: string };
  onClose: () => void;
}) {
  useFocusBack();
  const system = ATS_NAMES[atsType];
  const unlink = useSave({
    save: () =>
      unlessGone(
        call(routes.unlinkCandidate, { params: { id: candidate.id }, body: { atsType, externalId } }),
      ),
    keep: (queryClient) => {
      candidateChanged(queryClient, candidate.id);
      void loadAgain(queryClient, routes.listDoubtfulPairs, routes.listCandidates);
    },
    done: `Unlinked from ${system}`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Unlink ${candidateName(candidate)} from ${system}?`}
      confirm="Unlink"
      isPending={unlink.isPending}
      onConfirm={() => unlink.run()}
      onClose={onClose}
    >
      <Text>
        Do this if they aren't the same person as {name ?? externalId} in {system}. Their texts are no longer
        noted there, {system} no longer changes their name, and jobs and interviews from there no longer show
        with them. Their conversations stay. We keep the two apart from then on.
      </Text>
    </ConfirmDialog>
  );
}
