import { Button, CloseButton } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '../../../contract/conversations.ts';
import { findPromise } from '../../../contract/find-promise.ts';
import type { FollowUp } from '../../../contract/follow-ups.ts';
import type { Message } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { weekdayAndTime } from '../../lib/dates.ts';
import { showFailure } from '../../lib/notices.ts';
import { personalStorage } from '../../lib/personal-storage.ts';
import { clockTime, fieldOf } from '../../lib/zoned-time.ts';
import { showUndo } from '../../ui/undo-notice.tsx';
import { messagesQuery, threadOf } from '../messages/message-cache.ts';
import { followUpsChanged, followUpsIn } from './follow-ups-query.ts';
import classes from './promise-bar.module.css';

const dismissedKey = (messageId: string) => `promise-dismissed:${messageId}`;

/** The person's last text, if it promises an answer that is still to come. */
function promiseIn(messages: Message[], me: { id: string; timezone: string }) {
  const last = messages.findLast(({ sender, status }) => sender?.id === me.id && status !== 'canceled');
  if (!last) return null;
  const promise = findPromise(last.body, fieldOf(last.createdAt, me.timezone));
  const at = promise && clockTime(promise.at, me.timezone).instant;
  return at && Date.parse(at) > Date.now() ? { messageId: last.id, at } : null;
}

/** Promises in this conversation that the person still has to keep, and one that their last text seems to make. */
export function PromiseBar({
  conversation: { id },
  user,
}: {
  conversation: Conversation;
  user: { id: string; timezone: string };
}) {
  const queryClient = useQueryClient();
  const open = useQuery(followUpsIn(id));
  const messages = useInfiniteQuery(messagesQuery(id));
  const [, dismissedNow] = useState('');
  const dismiss = (messageId: string) => {
    personalStorage.set(dismissedKey(messageId), 'yes');
    dismissedNow(messageId);
  };
  const remember = useSave({
    save: (body: { messageId: string; dueAt: string }) =>
      call(routes.createFollowUp, { params: { id }, body }),
    changes: followUpsChanged,
  });
  const setDone = (followUp: FollowUp, done: boolean) =>
    call(routes.updateFollowUp, { params: { id: followUp.id }, body: { done } });
  const finish = useSave({
    save: (followUp: FollowUp) => setDone(followUp, true),
    changes: followUpsChanged,
    keep: (_, followUp) => {
      dismiss(followUp.messageId);
      showUndo('Promise kept', () =>
        setDone(followUp, false).then(() => followUpsChanged(queryClient), showFailure),
      );
    },
  });
  const items = open.data?.items;
  if (items === undefined) return null;
  const found = promiseIn(threadOf(messages.data), user);
  const isOffered =
    found !== null &&
    !items.some(({ messageId }) => messageId === found.messageId) &&
    personalStorage.get(dismissedKey(found.messageId)) === null;
  if (!isOffered && items.length === 0) return null;
  return (
    <ul className={classes.bar} aria-label="Promises">
      {items.map((followUp) => (
        <li key={followUp.id} className={classes.promise}>
          You promised an answer by {weekdayAndTime(followUp.dueAt, user.timezone)}
          <Button
            size="compact-xs"
            variant="default"
            disabled={finish.isPending}
            onClick={() => finish.run(followUp)}
          >
            Done
          </Button>
        </li>
      ))}
      {isOffered && (
        <li className={classes.promise}>
          <Button
            size="compact-xs"
            variant="light"
            loading={remember.isPending}
            onClick={() => remember.run({ messageId: found.messageId, dueAt: found.at })}
          >
            Remind me {weekdayAndTime(found.at, user.timezone)}
          </Button>
          <CloseButton size="xs" aria-label="No reminder" onClick={() => dismiss(found.messageId)} />
        </li>
      )}
    </ul>
  );
}
