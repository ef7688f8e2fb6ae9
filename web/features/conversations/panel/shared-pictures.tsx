import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { sameOrigin } from '../../../lib/api/api.ts';
import { dateTime } from '../../../lib/dates.ts';
import { itemsOf, PagedList } from '../../../ui/paged-list.tsx';
import { partOfThreadQuery } from '../../messages/message-cache.ts';
import classes from './panel.module.css';

const LargerPicture = lazy(() =>
  import('../../messages/thread/larger-picture.tsx').then((module) => ({ default: module.LargerPicture })),
);

/** Newest first. */
export function SharedPictures({ conversationId, timezone }: { conversationId: string; timezone: string }) {
  const list = useInfiniteQuery(partOfThreadQuery(conversationId, 'pictures'));
  const [larger, setLarger] = useState<string | null>(null);
  const pictures = itemsOf(list.data).flatMap((message) =>
    message.media.flatMap(({ id, contentType, url }) =>
      url && contentType.startsWith('image/')
        ? [{ id, url: sameOrigin(url), at: message.createdAt, isOwn: message.direction === 'outbound' }]
        : [],
    ),
  );
  return (
    <>
      <PagedList list={list} items={pictures} what="The pictures" empty="No pictures yet.">
        {(shown) => (
          <ul className={classes.pictures} aria-label="Pictures">
            {shown.map(({ id, url, at, isOwn }) => (
              <li key={id}>
                <button
                  type="button"
                  className={classes.picture}
                  aria-label={`Show picture ${isOwn ? 'sent' : 'received'} ${dateTime(at, timezone)} larger`}
                  onClick={() => setLarger(url)}
                >
                  <img src={url} alt="" loading="lazy" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>{larger && <LargerPicture url={larger} onClose={() => setLarger(null)} />}</Suspense>
    </>
  );
}
