import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconHelpCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { remedyFor } from '../../../../contract/delivery-error.ts';
import type { HeldReason } from '../../../../contract/held-reason.ts';
import { CONTACT_CARD_TYPE, type Media, type MessageMedia } from '../../../../contract/media.ts';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { sameOrigin } from '../../../lib/api/api.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { uploadMedia } from '../../../lib/api/upload.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useNow } from '../../../lib/use-now.ts';
import { giveBack } from '../composer/writing.ts';
import { heldInWords } from '../held-words.ts';
import { newestSeen } from '../message-cache.ts';
import { keyOfRepeat, sendText } from '../outbox.ts';
import { sendTimeInWords } from '../schedule/schedule-times.ts';
import { ScheduledActions } from '../schedule/scheduled-actions.tsx';
import { keepSentCard, sendCard } from '../send-card.ts';
import { takeBackText } from '../take-back-text.ts';
import classes from './message-bubble.module.css';
import { stateWords } from './state-words.ts';

type Icon = ComponentType<{ size: number; className?: string | undefined; 'aria-hidden': true }>;

const marks: Partial<Record<Message['status'], { icon: Icon; tone?: string | undefined }>> = {
  queued: { icon: IconClock },
  sending: { icon: IconClock },
  sent: { icon: IconCheck },
  delivered: { icon: IconChecks, tone: classes.good },
  unknown: { icon: IconHelpCircle, tone: classes.warning },
  undelivered: { icon: IconAlertCircle, tone: classes.danger },
  failed: { icon: IconAlertCircle, tone: classes.danger },
  canceled: { icon: IconAlertCircle, tone: classes.danger },
};

/** It does not reach the candidate. */
export const hasFailed = ({ status }: Message): boolean =>
  status === 'failed' || status === 'undelivered' || status === 'canceled';

export function MessageStatusLine({
  message,
  user,
  isRepeated,
}: {
  message: Message;
  user: User;
  isRepeated: boolean;
}) {
  if (message.status === 'scheduled')
    return message.heldReason ? (
      <Held message={message} reason={message.heldReason} user={user} />
    ) : (
      <Scheduled message={message} user={user} />
    );
  const mark = marks[message.status];
  if (!mark) return null;
  const { icon: Icon, tone } = mark;
  return (
    <span className={classes.status} data-status={message.status}>
      <Icon size={14} className={tone} aria-hidden />
      <span className={tone}>
        {hasFailed(message) && message.errorText ? message.errorText : stateWords[message.status]}
      </span>
      {hasFailed(message) && <FailedActions message={message} user={user} isRepeated={isRepeated} />}
    </span>
  );
}

function FailedActions({ message, user, isRepeated }: { message: Message; user: User; isRepeated: boolean }) {
  const queryClient = useQueryClient();
  const clipboard = useClipboard();
  const isCard = message.media.some(({ contentType }) => contentType === CONTACT_CARD_TYPE);
  const remedy = remedyOf(message, { user, isCard });
  const again = useSave({
    // Its own pictures are spent.
    save: () => Promise.all(message.media.map(uploadCopy)),
    keep: (_, media) => {
      if (remedy === 'reword')
        giveBack(user.id, { ...message, media: media.map((one) => ({ ...one, status: 'stored' as const })) });
      else
        sendText(
          queryClient,
          {
            address: { conversationId: message.conversationId },
            thread: message.conversationId,
            body: message.body,
            media,
            scheduledAt: undefined,
            undoSeconds: user.undoSeconds,
            templateId: message.templateId ?? undefined,
            lastSeenMessageId: newestSeen(queryClient, message.conversationId),
          },
          keyOfRepeat(message),
        );
    },
  });
  // As it is by now: no one can upload one.
  const card = useSave({
    save: () => sendCard(message.conversationId, keyOfRepeat(message)),
    keep: keepSentCard,
  });
  const repeat = isCard ? card : again;
  return (
    <>
      {isRepeated ? (
        <span>Sent again</span>
      ) : remedy ? (
        <Button size="compact-xs" variant="subtle" loading={repeat.isPending} onClick={() => repeat.run()}>
          {remedy === 'again' ? 'Try again' : 'Edit and send'}
        </Button>
      ) : null}
      {message.body && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => clipboard.copy(message.body)}>
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </>
  );
}

/** Staff can't send, and a card has no words to change. */
function remedyOf(message: Message, { user, isCard }: { user: User; isCard: boolean }) {
  const remedy = user.impersonation ? null : remedyFor(message.errorCode);
  return isCard && (remedy !== 'again' || message.sender?.id !== user.id) ? null : remedy;
}

async function uploadCopy({ url, contentType }: MessageMedia): Promise<Media> {
  if (url === null) throw new Error('A picture of a text that was sent is not there');
  const blob = await (await fetch(sameOrigin(url))).blob();
  return uploadMedia(new File([blob], 'Picture', { type: contentType }), {});
}

/** It was due, or would be, and may no longer go out as it is. */
function Held({ message, reason, user }: { message: Message; reason: HeldReason; user: User }) {
  return (
    <span className={classes.status} data-status="held">
      <span className={classes.line}>
        <IconAlertCircle size={14} className={classes.danger} aria-hidden />
        <span className={classes.danger}>{heldInWords(reason)}</span>
      </span>
      <ScheduledActions message={message} user={user} />
    </span>
  );
}

/** Within a minute it is a text held back for undo, which counts down; beyond that it is planned for later. */
const COUNTDOWN_MS = 60_000;
const LOOK_MS = 30_000;

function Scheduled({ message, user }: { message: Message; user: User }) {
  const leftAt = (now: Date) => (message.scheduledAt ? Date.parse(message.scheduledAt) - now.getTime() : 0);
  // One look early, so as not to miss the beginning of the countdown.
  const isNear = leftAt(useNow(LOOK_MS)) < COUNTDOWN_MS + LOOK_MS;
  const now = useNow(isNear ? 500 : LOOK_MS);
  const queryClient = useQueryClient();
  const cancel = useSave({
    save: () => takeBackText(queryClient, user.id, message),
  });
  const left = leftAt(now);
  const counting = left < COUNTDOWN_MS;
  const seconds = Math.max(0, Math.ceil(left / 1000));
  // A banner says why, on every screen.
  const isOnHold = useMe().account.maintenance !== null && seconds === 0;
  return (
    <span className={classes.status} data-status="scheduled">
      <span className={classes.line}>
        <IconClock size={14} aria-hidden />
        {counting || !message.scheduledAt ? (
          <span>{isOnHold ? 'On hold' : seconds > 0 ? `Sending in ${seconds} s` : 'Sending'}</span>
        ) : (
          <ScheduledFor message={message} at={message.scheduledAt} user={user} now={now} />
        )}
      </span>
      {!counting ? (
        <ScheduledActions message={message} user={user} />
      ) : (
        (seconds > 0 || isOnHold) && (
          <Button size="compact-xs" variant="subtle" loading={cancel.isPending} onClick={() => cancel.run()}>
            Undo
          </Button>
        )
      )}
    </span>
  );
}

/** By the candidate's clock, as it was chosen. */
function ScheduledFor({ message, at, user, now }: { message: Message; at: string; user: User; now: Date }) {
  const { data } = useQuery({
    ...routeQuery(routes.getSendability, { params: { id: message.conversationId } }),
    meta: { quiet: true },
  });
  return (
    <span>
      {`Scheduled for ${sendTimeInWords(at, data?.timezone, user.timezone, now)}`}
      {message.cancelIfAnswered && ' · canceled if they answer'}
    </span>
  );
}
