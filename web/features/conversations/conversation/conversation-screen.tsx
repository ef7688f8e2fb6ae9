import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useTaskDialog } from '../../../lib/use-task-dialog.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { useHasTeam } from '../../assign/assignees.ts';
import { CardOffer } from '../../contact-card/card-offer.tsx';
import { maySendCard } from '../../contact-card/may-send-card.ts';
import { Composer } from '../../messages/composer/composer.tsx';
import { TouchLine } from '../../messages/composer/touch-line.tsx';
import { conversationQuery } from '../../messages/conversation-cache.ts';
import { Thread } from '../../messages/thread/thread.tsx';
import { useThreadTexts } from '../../messages/thread/use-thread-texts.ts';
import { useOpenConversationId } from '../inbox/inbox-view.ts';
import { useTriage } from '../inbox/use-triage.ts';
import { usePanel } from '../panel/use-panel.ts';
import { TypingPeople } from '../presence/present-marks.tsx';
import { useSayPresence } from '../presence/use-say-presence.ts';
import { HoldBanner, OptedOutBanner } from './conversation-banners.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import classes from './conversation-screen.module.css';
import { OfferTimesButton } from './offer-times-button.tsx';
import { ReturnBanner } from './return-banner.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useThreadLines } from './use-thread-lines.ts';

const ProposalBar = lazy(() =>
  import('../../proposals/proposal-bar.tsx').then((module) => ({ default: module.ProposalBar })),
);

const PromiseBar = lazy(() =>
  import('../../follow-ups/promise-bar.tsx').then((module) => ({ default: module.PromiseBar })),
);
const SendCardDialog = lazy(() =>
  import('../../contact-card/send-card-dialog.tsx').then((module) => ({ default: module.SendCardDialog })),
);
const CandidatePanel = lazy(() =>
  import('../panel/candidate-panel.tsx').then((module) => ({ default: module.CandidatePanel })),
);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Someone was writing to the candidate as the conversation began. */
    writing?: true;
  }
}

export function ConversationScreen() {
  const id = useOpenConversationId();
  // Each conversation has its own draft, scroll position and attachments.
  return id ? <OpenConversation key={id} id={id} /> : null;
}

function OpenConversation({ id }: { id: string }) {
  const conversation = useQuery(conversationQuery(id));
  const { user } = useMe();
  const writing = useLocation({ select: ({ state }) => state.writing === true });
  const panel = usePanel();
  const card = useTaskDialog<Conversation>();
  const { step } = useTriage(id);
  const markRead = useMarkRead(conversation.data);
  const sayTyping = useSayPresence(id, useHasTeam() && !user.impersonation);
  // Not in what opens above it.
  const onInput = ({ target, currentTarget }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement && currentTarget.contains(target)) sayTyping();
  };
  const lines = useThreadLines(id, useThreadTexts(id).range, conversation.data?.textsDeletedUntil ?? null);
  if (conversation.isError && !conversation.data) {
    const gone = conversation.error instanceof ApiError && [404, 422].includes(conversation.error.status);
    return (
      <div className={classes.center}>
        {gone ? (
          <EmptyState title="Conversation not found" text="It may have been deleted." />
        ) : (
          <LoadFailure what="This conversation" retry={() => void conversation.refetch()} />
        )}
      </div>
    );
  }
  if (!conversation.data) return <OpeningSkeleton />;
  const shown = conversation.data;
  const sendCard = maySendCard(shown, user) ? () => card.open(shown) : undefined;
  return (
    <div className={classes.open}>
      <div className={classes.conversation}>
        <ConversationHeader conversation={shown} panel={panel} sendCard={sendCard} />
        {conversation.data.candidate.consent.status === 'optedOut' && (
          <OptedOutBanner candidate={conversation.data.candidate} timezone={user.timezone} />
        )}
        <ReturnBanner conversation={conversation.data} timezone={user.timezone} />
        <Thread conversation={conversation.data} user={user} lines={lines} onSeen={markRead} />
        {conversation.data.hold && (
          <HoldBanner conversation={conversation.data} hold={conversation.data.hold} />
        )}
        <Suspense>
          <ProposalBar conversationId={id} />
          <PromiseBar conversation={conversation.data} user={user} />
        </Suspense>
        {sendCard && shown.seat.id === user.seat?.id && <CardOffer conversationId={id} onSend={sendCard} />}
        <TouchLine candidateId={conversation.data.candidate.id} />
        <div className={classes.writing} onInput={onInput}>
          <Composer
            conversation={conversation.data}
            user={user}
            autoFocus={writing}
            onNext={() => step(1)}
            tools={<OfferTimesButton conversation={conversation.data} />}
            beside={<TypingPeople conversationId={id} />}
          />
        </div>
        {card.asked && (
          <Suspense>
            <SendCardDialog key={card.asked.time} conversation={card.asked.task} {...card.state} />
          </Suspense>
        )}
      </div>
      {panel.isWide ? (
        panel.isShown && (
          <aside ref={panel.aside} tabIndex={-1} className={classes.panel} aria-label="Candidate details">
            <Suspense>
              <CandidatePanel conversation={conversation.data} user={user} panel={panel} />
            </Suspense>
          </aside>
        )
      ) : (
        <Suspense>
          {panel.wasShown && <CandidatePanel conversation={conversation.data} user={user} panel={panel} />}
        </Suspense>
      )}
    </div>
  );
}

function OpeningSkeleton() {
  return (
    <div className={classes.conversation} aria-busy="true" role="status" aria-label="Loading conversation">
      <div className={classes.header}>
        <Skeleton circle height={32} />
        <Skeleton height={14} width={160} />
      </div>
    </div>
  );
}
