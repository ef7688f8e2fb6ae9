import { CloseButton, Drawer, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Conversation } from '../../../../contract/conversations.ts';
import type { User } from '../../../../contract/users.ts';
import { paths } from '../../../paths.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Calls } from './calls.tsx';
import { CandidateDetails } from './candidate-details.tsx';
import classes from './panel.module.css';
import { candidateQuery } from './panel-query.ts';
import { PanelSection } from './panel-section.tsx';
import { SharedPictures } from './shared-pictures.tsx';
import { ConversationTags } from './tags.tsx';
import type { Panel } from './use-panel.ts';

interface Shown {
  conversation: Conversation;
  user: User;
  panel: Panel;
}

/** Who the candidate is: beside the thread, or in a sheet over it. */
export function CandidatePanel(shown: Shown) {
  const { panel } = shown;
  if (panel.isWide)
    return (
      <>
        <header className={classes.head}>
          <h2 className={classes.title}>Candidate details</h2>
          <CloseButton aria-label="Hide candidate details" onClick={panel.toggle} />
        </header>
        <div className={classes.scroller}>
          <Details {...shown} />
        </div>
      </>
    );
  return (
    <Drawer
      opened={panel.isShown}
      onClose={panel.toggle}
      position="right"
      size={400}
      title="Candidate details"
    >
      <Details {...shown} />
    </Drawer>
  );
}

function Details({ conversation, user, panel }: Shown) {
  const candidate = useQuery(candidateQuery(conversation.candidate.id));
  if (candidate.isPending)
    return (
      <Stack gap="md" role="status" aria-busy="true" aria-label="Loading candidate details">
        {[60, 45, 75, 50].map((width) => (
          <Stack key={width} gap="xs">
            <Skeleton height={10} width="25%" />
            <Skeleton height={14} width={`${width}%`} />
          </Stack>
        ))}
      </Stack>
    );
  if (!candidate.data)
    return <LoadFailure what="The candidate's details" retry={() => void candidate.refetch()} />;
  const { id, seat } = conversation;
  const { timezone } = user;
  return (
    <>
      <Link className={classes.page} to={paths.candidate} params={{ candidateId: candidate.data.id }}>
        Open their page
      </Link>
      <CandidateDetails candidate={candidate.data} conversationId={id} reader={user} named={panel.named} />
      <ConversationTags conversation={conversation} />
      <PanelSection name="Pictures">
        <SharedPictures conversationId={id} timezone={timezone} />
      </PanelSection>
      <PanelSection name="Calls">
        <Calls conversationId={id} timezone={timezone} own={seat.id === user.seat?.id} />
      </PanelSection>
    </>
  );
}
