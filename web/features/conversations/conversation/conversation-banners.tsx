import { Button, Group } from '@mantine/core';
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateFirstName, candidateName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { dayName } from '../../../lib/dates.ts';
import { showFailure } from '../../../lib/notices.ts';
import { showUndo } from '../../../ui/undo-notice.tsx';
import { putConversation } from '../../messages/conversation-cache.ts';
import { messagesQuery, threadOf } from '../../messages/message-cache.ts';
import classes from './conversation-screen.module.css';

export function OptedOutBanner({
  candidate,
  timezone,
}: {
  candidate: Conversation['candidate'];
  timezone: string;
}) {
  const since = candidate.consent.changedAt;
  return (
    <div className={classes.banner} data-tone="danger" role="status">
      <span className={classes.bannerText}>
        {candidateFirstName(candidate)} opted out of texts{since ? ` · ${dayName(since, timezone)}` : ''}
      </span>
    </div>
  );
}

/** Works while another conversation is open, too. */
async function undoReview(queryClient: QueryClient, id: string): Promise<void> {
  try {
    putConversation(queryClient, await call(routes.undoReview, { params: { id } }), undefined);
    await loadAgain(queryClient, routes.getSendability);
  } catch (error) {
    showFailure(error);
  }
}

const UNDO_SECONDS = 10;

const HOLD_WORDS = {
  hold: { label: 'To review', yes: 'They opted out', no: "It's fine, continue" },
  ask: { label: 'Does this mean "stop"?', yes: 'Yes, they opted out', no: "No, it doesn't" },
} as const;

/** The text that may mean "stop", for a person to decide. */
export function HoldBanner({
  conversation,
  hold,
}: {
  conversation: Conversation;
  hold: NonNullable<Conversation['hold']>;
}) {
  const messages = useInfiniteQuery(messagesQuery(conversation.id));
  const text = threadOf(messages.data).find((message) => message.id === hold.messageId)?.body;
  const review = useSave({
    save: async (optOut: boolean) => {
      const body = { optOut, undoSeconds: optOut ? UNDO_SECONDS : 0 };
      return { optOut, reviewed: await call(routes.reviewHold, { params: { id: conversation.id }, body }) };
    },
    keep: async (queryClient, { optOut, reviewed }) => {
      putConversation(queryClient, reviewed, reviewed.id);
      if (optOut)
        showUndo(
          `Opted out ${candidateName(conversation.candidate)}`,
          () => undoReview(queryClient, reviewed.id),
          {
            forMs: UNDO_SECONDS * 1000,
          },
        );
      await loadAgain(queryClient, routes.getSendability);
    },
  });
  const words = HOLD_WORDS[hold.kind];
  const name = candidateFirstName(conversation.candidate);
  return (
    <section className={classes.banner} aria-label={words.label}>
      <div className={classes.bannerText}>
        {hold.kind === 'hold'
          ? `${name} may have asked you to stop. Nothing goes out until you decide.`
          : 'Does this mean "stop"? Automatic texts wait until you decide or reply.'}
        {text && <blockquote className={classes.quote}>{text}</blockquote>}
      </div>
      {conversation.can.reviewHold && (
        <Group gap="sm">
          <Button size="xs" disabled={review.isPending} onClick={() => review.run(true)}>
            {words.yes}
          </Button>
          <Button size="xs" variant="default" disabled={review.isPending} onClick={() => review.run(false)}>
            {words.no}
          </Button>
        </Group>
      )}
    </section>
  );
}
