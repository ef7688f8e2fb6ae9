import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateFirstName, candidateName } from '../../../../contract/person-name.ts';
import { routes } from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { upcomingTime } from '../../../lib/dates.ts';
import { keepDraft, readDraft } from '../../../lib/forms/drafts.ts';
import { accountQuery } from '../../../lib/session/me.ts';
import { messagesQuery, threadOf } from '../message-cache.ts';
import { sendText } from '../outbox.ts';
import { firstText } from './first-text.ts';
import { blockingReason, ReadOnlyNotice, SendabilityNotice } from './sendability-notice.tsx';
import { TextEditor, type TextEditorHandle } from './text-editor.tsx';
import { onGivenBack, onTextBack } from './to-composer.ts';

const RECHECK_MS = 60_000;

/** Writes into an existing conversation. */
export function Composer({ conversation, user }: { conversation: Conversation; user: User }) {
  const queryClient = useQueryClient();
  const editor = useRef<TextEditorHandle>(null);
  const messages = useInfiniteQuery(messagesQuery(conversation.id));
  const account = useQuery(accountQuery());
  const sendability = useQuery({
    ...routeQuery(routes.getSendability, { params: { id: conversation.id } }),
    refetchInterval: RECHECK_MS,
    meta: { quiet: true },
  });
  const { id, candidate } = conversation;

  useEffect(() => onTextBack(id, () => editor.current?.focus()), [id]);
  useEffect(() => onGivenBack(id, (message) => editor.current?.giveBack(message)), [id]);

  if (user.impersonation) return <ReadOnlyNotice />;
  const reason =
    candidate.consent.status === 'optedOut'
      ? 'opted_out'
      : conversation.hold
        ? 'conversation_held'
        : blockingReason(sendability.data?.reasons ?? []);
  if (reason) return <SendabilityNotice reason={reason} candidate={candidate} />;

  const later = sendability.data?.reasons.includes('quiet_hours') ? sendability.data.nextSendAt : null;
  const isFirst =
    messages.data !== undefined && threadOf(messages.data).every((message) => message.call !== null);

  return (
    <TextEditor
      ref={editor}
      to={candidate.firstName || candidateName(candidate)}
      initialText={readDraft(user.id, id)}
      onTextChange={(text) => keepDraft(user.id, id, text)}
      suggestion={
        isFirst && account.data
          ? firstText({
              candidate: candidate.firstName,
              sender: user,
              company: account.data.name,
            })
          : undefined
      }
      hint={
        later
          ? `It's outside texting hours for ${candidateFirstName(candidate, 'this candidate')}.`
          : undefined
      }
      sendLabel={later ? `Send at ${upcomingTime(later, user.timezone)}` : 'Send'}
      onSend={(body, media) => {
        sendText(queryClient, {
          address: { conversationId: id },
          thread: id,
          body,
          media,
          scheduledAt: later ?? undefined,
          undoSeconds: user.undoSeconds,
        });
      }}
    />
  );
}
