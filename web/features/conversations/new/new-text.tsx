import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Media } from '../../../../contract/media.ts';
import { routes } from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { keyOf } from '../../../lib/api/route-query.ts';
import { accountQuery } from '../../../lib/session/me.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { firstText } from '../../messages/composer/first-text.ts';
import { ReadOnlyNotice } from '../../messages/composer/sendability-notice.tsx';
import { TextEditor } from '../../messages/composer/text-editor.tsx';
import classes from '../conversation/conversation-screen.module.css';
import { findConversation } from './find-conversation.ts';
import type { Recipient } from './recipient.ts';

/** The first text to someone; if there is a conversation with them already, it opens instead. */
export function NewText({ recipient, user }: { recipient: Recipient; user: User }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const account = useQuery(accountQuery());
  const existing = useQuery({
    queryKey: ['conversationWith', recipient.phoneNumber] as const,
    queryFn: () => findConversation(recipient.phoneNumber),
    meta: { quiet: true },
    staleTime: 0,
  });
  const open = (conversationId: string) =>
    navigate({ to: paths.conversation, params: { conversationId }, replace: true });
  const existingId = existing.data?.id;
  const isNew = !existing.isPending && !existingId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is found
  useEffect(() => {
    if (existingId) void open(existingId);
  }, [existingId]);

  // One key as long as the text stays the same, so trying again can't send it twice.
  const attempt = useRef({ key: crypto.randomUUID(), of: '' });
  const [round, setRound] = useState(0);
  const send = useMutation({
    mutationFn: ({ body, media }: { body: string; media: Media[] }) => {
      const of = JSON.stringify([recipient.phoneNumber, body, media]);
      if (attempt.current.of !== of) attempt.current = { key: crypto.randomUUID(), of };
      return call(routes.sendMessage, {
        body: {
          ...(recipient.candidate ? { candidateId: recipient.candidate.id } : { to: recipient.phoneNumber }),
          body,
          ...(media.length > 0 ? { mediaIds: media.map((one) => one.id) } : {}),
          undoSeconds: user.undoSeconds,
        },
        idempotencyKey: attempt.current.key,
      });
    },
    onSuccess: async (message) => {
      setRound(round + 1);
      await queryClient.invalidateQueries({ queryKey: keyOf(routes.listConversations) });
      await open(message.conversationId);
    },
  });

  if (recipient.candidate?.consent.status === 'optedOut') {
    return (
      <div className={classes.center}>
        <EmptyState
          title={`${recipient.name} has opted out of texts`}
          text="Only they can opt back in, by texting START."
        />
      </div>
    );
  }
  return (
    <>
      <div className={classes.fill}>
        <EmptyState
          title={`Your first text to ${recipient.name}`}
          text={recipient.candidate ? recipient.phoneNumberFormatted : 'This number has no name yet.'}
        />
      </div>
      {isNew && user.impersonation && <ReadOnlyNotice />}
      {isNew && !user.impersonation && (
        <TextEditor
          // Emptied once the text is on its way.
          key={round}
          to={recipient.firstName || recipient.name}
          initialText=""
          suggestion={
            account.data
              ? firstText({
                  candidate: recipient.firstName,
                  sender: user,
                  company: account.data.name,
                })
              : undefined
          }
          sendLabel="Send"
          sending={send.isPending}
          // The field that the recipient was picked in, and the focus with it, is gone.
          autoFocus
          onSend={(body, media) => {
            send.mutate({ body, media });
            return 'keep';
          }}
        />
      )}
    </>
  );
}
