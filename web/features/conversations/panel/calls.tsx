import { useInfiniteQuery } from '@tanstack/react-query';
import type { Call } from '../../../../contract/calls.ts';
import type { Message } from '../../../../contract/messages.ts';
import { dateTime } from '../../../lib/dates.ts';
import { itemsOf, PagedList } from '../../../ui/paged-list.tsx';
import { partOfThreadQuery } from '../../messages/message-cache.ts';
import { Recording } from '../../messages/thread/call-entry.tsx';
import { callWords } from '../../messages/thread/call-words.ts';
import classes from './panel.module.css';

/** Newest first. */
export function Calls({
  conversationId,
  timezone,
  own,
}: {
  conversationId: string;
  timezone: string;
  /** They rang at the phone of the person who reads this. */
  own: boolean;
}) {
  const list = useInfiniteQuery(partOfThreadQuery(conversationId, 'calls'));
  const calls = itemsOf(list.data).filter(isCall);
  return (
    <PagedList list={list} items={calls} what="The calls" empty="No calls yet.">
      {(shown) => (
        <ul className={classes.list} aria-label="Calls">
          {shown.map(({ id, call, createdAt, media }) => (
            <li key={id} className={classes.entry}>
              <div data-tone={call.outcome === 'missed' ? 'danger' : undefined}>{callWords(call, own)}</div>
              <time className={classes.muted} dateTime={createdAt}>
                {dateTime(createdAt, timezone)}
              </time>
              {media.map((item) => (
                <Recording key={item.id} media={item} />
              ))}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const isCall = (message: Message): message is Message & { call: Call } => message.call !== null;
