import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { moveDraft } from '../../../lib/forms/drafts.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { firstText, numberPageOf } from '../../messages/composer/first-text.ts';
import { SendableEditor, whileWritten } from '../../messages/composer/sendable-editor.tsx';
import { TouchLine } from '../../messages/composer/touch-line.tsx';
import { conversationWithQuery } from '../../messages/conversation-with-query.ts';
import { moveTexts, sendText, useOutbox } from '../../messages/outbox.ts';
import { FirstTexts } from '../../messages/thread/first-texts.tsx';
import type { Recipient } from '../../recipients/recipient.ts';
import classes from '../conversation/conversation-screen.module.css';

/** The first text to someone. As soon as there is a conversation with them, it continues there. */
export function NewText({ recipient, user }: { recipient: Recipient; user: User }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { account } = useMe();
  const { candidate, phoneNumber, phoneNumberFormatted } = recipient;
  const optedOut = candidate?.consent.status === 'optedOut';
  const address = candidate ? { candidateId: candidate.id } : { to: phoneNumber };
  const outgoing = useOutbox().filter(({ thread }) => thread === phoneNumber);
  const conversation = useQuery(conversationWithQuery(phoneNumber));
  const sendability = useQuery({
    ...routeQuery(routes.getSendabilityTo, { query: address }),
    ...whileWritten,
  });
  const conversationId = conversation.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is one
  useEffect(() => {
    if (!conversationId) return;
    moveTexts(phoneNumber, conversationId);
    moveDraft(user.id, phoneNumber, conversationId);
    void navigate({
      to: paths.conversation,
      params: { conversationId },
      // Unless they have left the field, which is gone by now.
      state: document.activeElement === document.body ? { writing: true } : {},
      replace: true,
    });
  }, [conversationId]);

  // Nothing to write in before it is known whether it can be sent.
  const isNew = !conversation.isPending && !conversationId && !sendability.isPending;
  return (
    <>
      {outgoing.length > 0 ? (
        <FirstTexts texts={outgoing} />
      ) : (
        <div className={classes.fill}>
          <EmptyState
            title={optedOut ? recipient.name : `Your first text to ${recipient.name}`}
            text={candidate ? phoneNumberFormatted : "We don't have a name for this number yet."}
          />
        </div>
      )}
      {candidate && <TouchLine candidateId={candidate.id} />}
      {isNew && (
        <SendableEditor
          candidate={candidate ?? { firstName: '', lastName: '', phoneNumber, phoneNumberFormatted }}
          to={recipient.firstName || recipient.name}
          user={user}
          thread={phoneNumber}
          known={optedOut ? 'opted_out' : undefined}
          sendability={sendability.data}
          suggestion={
            outgoing.length === 0
              ? firstText({
                  candidate: recipient.firstName,
                  sender: user,
                  company: account.name,
                  numberPage: numberPageOf(user, account),
                })
              : undefined
          }
          isFirst={outgoing.length === 0}
          // The field that the recipient was picked in, and the focus with it, is gone.
          autoFocus
          onSend={(text) =>
            sendText(queryClient, {
              address,
              thread: phoneNumber,
              ...text,
              undoSeconds: user.undoSeconds,
            })
          }
        />
      )}
    </>
  );
}
