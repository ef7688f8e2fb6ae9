import { Button } from '@mantine/core';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { elapsed } from '../../../lib/dates.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useNow } from '../../../lib/use-now.ts';
import { counted } from '../../../lib/words.ts';
import { editRefused } from '../composer/writing.ts';
import {
  canEdit,
  canTryAgain,
  discardText,
  isSentAutomatically,
  isTooLate,
  sendAgain,
  sendAnyway,
} from '../outbox.ts';
import type { Failure, OutgoingText } from '../outgoing-text.ts';
import classes from './message-bubble.module.css';
import { MessageMediaList } from './message-media.tsx';

const QUOTED = 160;

/** A text the server has not confirmed yet. */
export function OutgoingBubble({ text }: { text: OutgoingText }) {
  const queryClient = useQueryClient();
  const { user } = useMe();
  const crossed = text.failure?.crossed;
  const now = useNow();
  const isAsked = text.failure?.isTooMany || crossed !== undefined;
  const again = isAsked ? sendAnyway : sendAgain;
  const edit = () => {
    discardText(text.key);
    editRefused(user.id, text);
  };
  return (
    <div className={classes.message} data-own>
      <MessageMediaList media={text.media.map((media) => ({ ...media, status: 'stored' as const }))} />
      {text.body && (
        <div className={classes.bubble} data-failed={text.failure ? true : undefined}>
          {text.body}
        </div>
      )}
      {text.failure ? (
        <div className={classes.meta} role="alert">
          <IconAlertCircle size={14} className={classes.danger} aria-hidden />
          <span className={classes.danger}>{crossed ? askAbout(crossed, now) : whyNot(text, now)}</span>
          {canTryAgain(text) && (
            <Button size="compact-xs" variant="subtle" onClick={() => void again(queryClient, text.key)}>
              {isAsked ? 'Send anyway' : 'Try again'}
            </Button>
          )}
          {canEdit(text) && (
            <Button size="compact-xs" variant="subtle" onClick={edit}>
              {crossed ? 'Keep writing' : 'Edit'}
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => discardText(text.key)}>
            Delete
          </Button>
        </div>
      ) : (
        <div className={classes.meta}>
          <IconClock size={13} aria-hidden /> Sending…
        </div>
      )}
    </div>
  );
}

function askAbout({ name, body, at }: NonNullable<Failure['crossed']>, now: Date): string {
  const seconds = Math.max(1, Math.floor((now.getTime() - Date.parse(at)) / 1000));
  const ago = seconds < 60 ? counted(seconds, 'second') : elapsed(at, now);
  const words = body.length > QUOTED ? `${body.slice(0, QUOTED).trimEnd()}…` : body;
  return `${name} answered ${ago} ago${words === '' ? ' with a picture' : `: “${words}”`}. Send yours anyway?`;
}

function whyNot(text: OutgoingText, now: Date): string {
  const { failure, writtenAt } = text;
  if (failure?.kind !== 'unreached') return failure?.text ?? '';
  if (isTooLate(text, now.getTime())) return 'Not sent. Its time has passed.';
  if (!isSentAutomatically(text, now.getTime()))
    return `Not sent. You wrote it ${elapsed(new Date(writtenAt).toISOString(), now)} ago.`;
  return failure.text || "Not sent. It will be sent when you're back online.";
}
