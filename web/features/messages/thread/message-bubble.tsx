import { lazy, Suspense, useState } from 'react';
import type { Message } from '../../../../contract/messages.ts';
import { personName } from '../../../../contract/person-name.ts';
import type { User } from '../../../../contract/users.ts';
import { fullTime, timeOfDay } from '../../../lib/dates.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { answerInWords } from '../../interviews/answer-words.ts';
import { BubbleActions } from './bubble-actions.tsx';
import { LinkedText } from './linked-text.tsx';
import classes from './message-bubble.module.css';
import { MessageMediaList } from './message-media.tsx';
import { hasFailed, MessageStatusLine } from './message-status.tsx';
import type { ThreadItem } from './thread-items.ts';
import { useLongPress } from './use-long-press.ts';

const TextDetails = lazy(() =>
  import('./text-details.tsx').then((module) => ({ default: module.TextDetails })),
);

/** Above a text that isn't your own, or that a broadcast is about. */
function writtenBy({ broadcastId, direction }: Message, colleague: Message['sender']): string {
  if (broadcastId) return direction === 'outbound' ? 'Broadcast' : 'Answer to a broadcast';
  return colleague ? personName(colleague) || 'A former colleague' : 'Automatic text';
}

/** The software that sent it. */
const viaInWords = ({ name }: NonNullable<Message['via']>) => `via ${name ?? 'the API'}`;

export function MessageBubble({
  item,
  user,
  isRepeated,
  isStop,
}: {
  item: Extract<ThreadItem, { kind: 'message' }>;
  user: User;
  /** It failed, and was sent again. */
  isRepeated: boolean;
  isStop: boolean;
}) {
  const [details, setDetails] = useState(false);
  const longPress = useLongPress(() => setDetails(true));
  const { message, joined, last } = item;
  const own = message.direction === 'outbound';
  const settled = !own || message.status === 'delivered' || message.status === 'sent';
  const colleague = own && message.sender && message.sender.id !== user.id ? message.sender : null;
  const automatic = own && message.sender === null;
  return (
    <div className={classes.message} data-own={own || undefined} data-joined={joined || undefined}>
      {!joined && (colleague || automatic || message.broadcastId) && (
        <div className={classes.sender}>
          {colleague && <PersonAvatar person={colleague} size={18} />}
          <span>{writtenBy(message, colleague)}</span>
        </div>
      )}
      <div className={classes.content} {...longPress}>
        <MessageMediaList media={message.media} message={message} />
        {message.body && (
          <div
            className={classes.bubble}
            data-failed={hasFailed(message) || message.heldReason !== null || undefined}
            title={fullTime(message.createdAt, user.timezone)}
          >
            <LinkedText text={message.body} />
          </div>
        )}
        <BubbleActions body={message.body} isStop={isStop} onDetails={() => setDetails(true)} />
      </div>
      <Suspense>
        {details && (
          <TextDetails message={message} timezone={user.timezone} onClose={() => setDetails(false)} />
        )}
      </Suspense>
      {message.answer && <div className={classes.meta}>{answerInWords(message.answer, user.timezone)}</div>}
      {(last || !settled) && (
        <div className={classes.meta}>
          <time dateTime={message.createdAt}>{timeOfDay(message.createdAt, user.timezone)}</time>
          {message.via && <span>{viaInWords(message.via)}</span>}
          {own && <MessageStatusLine message={message} user={user} isRepeated={isRepeated} />}
        </div>
      )}
    </div>
  );
}
