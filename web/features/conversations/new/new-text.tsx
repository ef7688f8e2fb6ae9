import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { User } from '../../../../contract/users.ts';
import { keepDraft, moveDraft, readDraft } from '../../../lib/forms/drafts.ts';
import { accountQuery } from '../../../lib/session/me.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { firstText } from '../../messages/composer/first-text.ts';
import { ReadOnlyNotice } from '../../messages/composer/sendability-notice.tsx';
import { TextEditor } from '../../messages/composer/text-editor.tsx';
import { moveTexts, sendText, useOutbox } from '../../messages/outbox.ts';
import { FirstTexts } from '../../messages/thread/first-texts.tsx';
import classes from '../conversation/conversation-screen.module.css';
import { conversationWithQuery } from './conversation-with-query.ts';
import type { Recipient } from './recipient.ts';

/** The first text to someone. As soon as there is a conversation with them, it goes on there. */
export function NewText({ recipient, user }: { recipient: Recipient; user: User }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const account = useQuery(accountQuery());
  const { candidate, phoneNumber } = recipient;
  const outgoing = useOutbox().filter(({ thread }) => thread === phoneNumber);
  const conversation = useQuery(conversationWithQuery(phoneNumber));
  const conversationId = conversation.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is one
  useEffect(() => {
    if (!conversationId) return;
    moveTexts(phoneNumber, conversationId);
    moveDraft(user.id, phoneNumber, conversationId);
    void navigate({ to: paths.conversation, params: { conversationId }, replace: true });
  }, [conversationId]);

  if (candidate?.consent.status === 'optedOut') {
    return (
      <div className={classes.center}>
        <EmptyState
          title={`${recipient.name} has opted out of texts`}
          text="Only they can opt back in, by texting START."
        />
      </div>
    );
  }
  const isNew = !conversation.isPending && !conversationId;
  return (
    <>
      {outgoing.length > 0 ? (
        <FirstTexts texts={outgoing} />
      ) : (
        <div className={classes.fill}>
          <EmptyState
            title={`Your first text to ${recipient.name}`}
            text={candidate ? recipient.phoneNumberFormatted : 'This number has no name yet.'}
          />
        </div>
      )}
      {isNew && user.impersonation && <ReadOnlyNotice />}
      {isNew && !user.impersonation && (
        <TextEditor
          to={recipient.firstName || recipient.name}
          initialText={readDraft(user.id, phoneNumber)}
          onTextChange={(text) => keepDraft(user.id, phoneNumber, text)}
          suggestion={
            account.data && outgoing.length === 0
              ? firstText({
                  candidate: recipient.firstName,
                  sender: user,
                  company: account.data.name,
                })
              : undefined
          }
          sendLabel="Send"
          // The field that the recipient was picked in, and the focus with it, is gone.
          autoFocus
          onSend={(body, media) =>
            sendText(queryClient, {
              address: candidate ? { candidateId: candidate.id } : { to: phoneNumber },
              thread: phoneNumber,
              body,
              media,
              scheduledAt: undefined,
              undoSeconds: user.undoSeconds,
            })
          }
        />
      )}
    </>
  );
}
