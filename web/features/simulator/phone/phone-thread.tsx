import { useEffect, useRef } from 'react';
import type { SimulatedMessage } from '../../../../contract/simulator.ts';
import { sameOrigin } from '../../../lib/api/api.ts';
import { dayName, timeOfDay } from '../../../lib/dates.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PhoneAttachment } from './phone-attachment.tsx';
import classes from './phone-thread.module.css';

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** A new time is written after a pause this long. */
const PAUSE_MS = 30 * 60_000;

export function PhoneThread({
  messages,
  failed,
  retry,
}: {
  messages: SimulatedMessage[] | undefined;
  failed: boolean;
  retry: () => void;
}) {
  const end = useRef<HTMLDivElement>(null);
  const lastId = messages?.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text scrolls into sight
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [lastId]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={classes.thread} role="log" aria-label="Texts" tabIndex={0}>
      {failed && <LoadFailure what="The texts" retry={retry} />}
      {messages?.length === 0 && <p className={classes.none}>No texts with this number yet.</p>}
      {messages?.map((message, index) => {
        const before = messages[index - 1];
        const paused = !before || Date.parse(message.createdAt) - Date.parse(before.createdAt) > PAUSE_MS;
        return (
          <div key={message.id} className={classes.item}>
            {paused && (
              <time className={classes.time} dateTime={message.createdAt}>
                {dayName(message.createdAt, here)} {timeOfDay(message.createdAt, here)}
              </time>
            )}
            <Bubble message={message} />
          </div>
        );
      })}
      <div ref={end} />
    </div>
  );
}

function Bubble({ message }: { message: SimulatedMessage }) {
  const mine = message.direction === 'fromCandidate';
  const lost = message.status === 'undelivered';
  return (
    <div className={classes.bubble} data-mine={mine || undefined} data-lost={lost || undefined}>
      {message.mediaUrls.map((url) => (
        <PhoneAttachment key={url} url={sameOrigin(url)} />
      ))}
      {message.body && <p className={classes.body}>{message.body}</p>}
      {lost && <p className={classes.lost}>Didn't arrive on this phone</p>}
    </div>
  );
}
