import { Button } from '@mantine/core';
import { IconPhoneCheck, IconPhoneX, IconRecordMail } from '@tabler/icons-react';
import { useState } from 'react';
import type { Call } from '../../../../contract/calls.ts';
import type { MessageMedia } from '../../../../contract/media.ts';
import type { Message } from '../../../../contract/messages.ts';
import { sameOrigin } from '../../../lib/api/api.ts';
import { fullTime, timeOfDay } from '../../../lib/dates.ts';
import { textBack } from '../composer/writing.ts';
import classes from './call-entry.module.css';
import { callWords } from './call-words.ts';
import { WHEN_DELETED } from './message-media.tsx';

const icons = { missed: IconPhoneX, voicemail: IconRecordMail, answered: IconPhoneCheck };

/** A call in the thread: no bubble, since no one wrote it. */
export function CallEntry({
  message,
  call,
  timezone,
  own,
  canTextBack,
}: {
  message: Message;
  call: Call;
  timezone: string;
  /** It rang at the phone of the person who reads this. */
  own: boolean;
  canTextBack: boolean;
}) {
  const Icon = icons[call.outcome];
  return (
    <div className={classes.entry} data-outcome={call.outcome}>
      <div className={classes.line}>
        <Icon size={16} className={classes.icon} aria-hidden />
        <span className={classes.words}>{callWords(call, own)}</span>
        <time
          className={classes.time}
          dateTime={message.createdAt}
          title={fullTime(message.createdAt, timezone)}
        >
          {timeOfDay(message.createdAt, timezone)}
        </time>
        {canTextBack && (
          <Button size="compact-xs" variant="subtle" onClick={() => textBack(message.conversationId)}>
            Text back
          </Button>
        )}
      </div>
      {call.outcome === 'voicemail' && message.media.map((item) => <Recording key={item.id} media={item} />)}
    </div>
  );
}

export function Recording({ media }: { media: MessageMedia }) {
  const [broken, setBroken] = useState(false);
  if (media.status === 'deleted') return <p className={classes.note}>{WHEN_DELETED}</p>;
  if (media.status === 'refused') return <p className={classes.note}>We couldn't save the recording.</p>;
  if (media.status === 'pending' || media.url === null)
    return <p className={classes.note}>The recording is on its way…</p>;
  if (broken) return <p className={classes.note}>We couldn't play the recording. Reload to try again.</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: a candidate's own recording has none
    <audio
      className={classes.player}
      src={sameOrigin(media.url)}
      controls
      preload="metadata"
      aria-label="Voicemail"
      onError={() => setBroken(true)}
    />
  );
}
