import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { keepDraft, useDraft } from '../../../lib/forms/drafts.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { messagesQuery, newestSeen, threadOf } from '../message-cache.ts';
import { NoteEditor } from '../notes/note-editor.tsx';
import { sendText } from '../outbox.ts';
import { firstText, numberPageOf } from './first-text.ts';
import { chooseKind, forgetKind, useKind } from './kind.ts';
import { KindSwitch } from './kind-switch.tsx';
import { SendableEditor, whileWritten } from './sendable-editor.tsx';

/** Writes into an existing conversation. */
export function Composer({
  conversation,
  user,
  autoFocus = false,
  onNext,
  tools,
  beside,
}: {
  conversation: Conversation;
  user: User;
  autoFocus?: boolean;
  onNext?: () => void;
  /** Beside the composer's own tools. */
  tools?: ReactNode;
  /** Beside the choice between a text and a note. */
  beside?: ReactNode;
}) {
  const queryClient = useQueryClient();
  const messages = useInfiniteQuery(messagesQuery(conversation.id));
  const { account } = useMe();
  const sendability = useQuery({
    ...routeQuery(routes.getSendability, { params: { id: conversation.id } }),
    ...whileWritten,
  });
  const { id, candidate } = conversation;

  const thread = messages.data && threadOf(messages.data);
  const isEmpty = thread?.every((message) => message.call !== null);
  const isFirst =
    thread?.every((message) => message.call !== null || message.direction === 'inbound') &&
    !messages.hasNextPage;

  const kind = useKind(id);
  useEffect(() => forgetKind, []);
  const noteDraft = noteDraftOf(id);
  const keptNote = useDraft(user.id, noteDraft);
  const keptText = useDraft(user.id, id);
  const [note, setNote] = useState(keptNote);
  const writeNote = (body: string) => {
    setNote(body);
    keepDraft(user.id, noteDraft, body);
  };

  const textEditor = (
    <SendableEditor
      candidate={candidate}
      to={candidate.firstName || candidateName(candidate)}
      user={user}
      thread={id}
      conversationId={id}
      known={
        candidate.consent.status === 'optedOut'
          ? 'opted_out'
          : conversation.hold?.kind === 'hold'
            ? 'conversation_held'
            : undefined
      }
      sendability={sendability.data}
      suggestion={
        isEmpty
          ? firstText({
              candidate: candidate.firstName,
              sender: user,
              company: account.name,
              // A colleague's number has a colleague's name on its page.
              numberPage: conversation.seat.id === user.seat?.id ? numberPageOf(user, account) : null,
            })
          : undefined
      }
      isFirst={isFirst ?? false}
      autoFocus={autoFocus || kind === 'text'}
      onNext={onNext}
      tools={tools}
      onSend={(text) => {
        sendText(queryClient, {
          address: { conversationId: id },
          thread: id,
          ...text,
          lastSeenMessageId: newestSeen(queryClient, id),
          undoSeconds: user.undoSeconds,
        });
      }}
    />
  );
  if (user.impersonation) return textEditor;
  const hidden = kind === 'note' ? keptText : note;
  return (
    <>
      <KindSwitch
        kind={kind ?? 'text'}
        begun={hidden.trim() === '' ? undefined : kind === 'note' ? 'text' : 'note'}
        onChange={(next) => chooseKind(id, next)}
      >
        {beside}
      </KindSwitch>
      {kind === 'note' ? <NoteEditor conversationId={id} body={note} onChange={writeNote} /> : textEditor}
    </>
  );
}

/** Under another name than the draft of a text, so that neither can become the other. */
const noteDraftOf = (conversationId: string) => `note:${conversationId}`;
