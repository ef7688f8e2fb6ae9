import { ActionIcon, Badge, Button, Menu, SegmentedControl, Skeleton } from '@mantine/core';
import { IconDots, IconMessage, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, notFound, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { isImpersonating } from '../../lib/session/session.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { RowSkeletons } from '../../ui/paged-list.tsx';
import { CandidateDetails } from '../conversations/panel/candidate-details.tsx';
import { candidateQuery } from '../conversations/panel/panel-query.ts';
import { TouchLine } from '../messages/composer/touch-line.tsx';
import { conversationWithQuery } from '../messages/conversation-with-query.ts';
import classes from './candidate-screen.module.css';
import { DeleteCandidateDialog } from './delete-candidate-dialog.tsx';
import { Timeline } from './timeline.tsx';

/** Everything about one candidate: what happened with them, and what is known about them. */
export function CandidateScreen() {
  const { candidateId = '' } = useParams({ strict: false });
  const candidate = useQuery(candidateQuery(candidateId));
  // 422: no candidate has such an ID.
  if (candidate.error instanceof ApiError && [404, 422].includes(candidate.error.status)) throw notFound();
  // Another one begins with nothing of this one opened.
  return candidate.data ? (
    <OneCandidate key={candidateId} candidate={candidate.data} />
  ) : (
    <Page title="Candidate" width="full" back={{ to: paths.candidates, label: 'Candidates' }}>
      {candidate.isPending ? (
        <div role="status" aria-busy="true" aria-label="Loading the candidate">
          <Skeleton height={24} width={220} mb="lg" />
          <RowSkeletons />
        </div>
      ) : (
        <LoadFailure what="The candidate" retry={() => void candidate.refetch()} />
      )}
    </Page>
  );
}

type Part = 'timeline' | 'details';

const parts: { value: Part; label: string }[] = [
  { value: 'timeline', label: 'Timeline' },
  { value: 'details', label: 'Details' },
];

function OneCandidate({ candidate }: { candidate: Candidate }) {
  const { user } = useMe();
  const navigate = useNavigate();
  const conversation = useQuery(conversationWithQuery(candidate.phoneNumber));
  const [isDeleting, setDeleting] = useState(false);
  const [part, setPart] = useState<Part>('timeline');
  const optedOut = candidate.consent.status === 'optedOut';
  const name = candidateName(candidate);
  return (
    <Page
      title={name}
      width="full"
      back={{ to: paths.candidates, label: 'Candidates' }}
      actions={
        <div className={classes.actions}>
          {(!optedOut || conversation.data) && (
            <Button
              renderRoot={(props) => (
                <Link to={paths.newConversation} search={{ candidateId: candidate.id }} {...props} />
              )}
              leftSection={<IconMessage size={16} />}
              variant={optedOut ? 'default' : 'filled'}
            >
              {optedOut ? 'Open conversation' : 'Text'}
            </Button>
          )}
          {candidate.can.delete && !isImpersonating() && (
            <Menu position="bottom-end" width={180}>
              <Menu.Target>
                <ActionIcon variant="default" size={36} aria-label={`More for ${name}`}>
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconTrash size={16} />}
                  color="var(--danger)"
                  onClick={() => setDeleting(true)}
                >
                  Delete candidate
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      }
    >
      <div className={classes.about}>
        {/* On a phone the bar above says "Candidate". */}
        <p className={classes.name} aria-hidden>
          {name}
        </p>
        {optedOut && (
          <Badge variant="outline" color="var(--danger)" tt="none" size="md">
            Opted out
          </Badge>
        )}
        {candidate.legalHold && (
          <Badge variant="outline" color="gray" tt="none" size="md">
            Legal hold
          </Badge>
        )}
      </div>
      <SegmentedControl
        className={classes.parts}
        aria-label="Shown"
        fullWidth
        data={parts}
        value={part}
        onChange={setPart}
      />
      <div className={classes.columns} data-part={part}>
        <section className={classes.timeline} aria-label="Timeline">
          <h2 className={classes.title}>Timeline</h2>
          <TouchLine candidateId={candidate.id} />
          <Timeline candidate={candidate} user={user} />
        </section>
        <section className={classes.details} aria-label="Details">
          <h2 className={classes.title}>Details</h2>
          <CandidateDetails candidate={candidate} conversationId={conversation.data ?? null} reader={user} />
        </section>
      </div>
      <DeleteCandidateDialog
        candidate={isDeleting ? candidate : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate({ to: paths.candidates })}
      />
    </Page>
  );
}
