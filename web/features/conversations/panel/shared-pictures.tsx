import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { dateTime } from '../../../lib/dates.ts';
import { itemsOf, PagedList } from '../../../ui/paged-list.tsx';
import { partOfThreadQuery } from '../../messages/message-cache.ts';
import { picturesOf, type ShownPicture } from '../../messages/thread/pictures-of.ts';
import classes from './panel.module.css';

const LargerPicture = lazy(() =>
  import('../../messages/thread/larger-picture.tsx').then((module) => ({ default: module.LargerPicture })),
);

/** Newest first. */
export function SharedPictures({ conversationId, timezone }: { conversationId: string; timezone: string }) {
  const list = useInfiniteQuery(partOfThreadQuery(conversationId, 'pictures'));
  const [larger, setLarger] = useState<ShownPicture | null>(null);
  const pictures = itemsOf(list.data)
    .flatMap(picturesOf)
    .map((picture) => ({ ...picture, id: picture.mediaId }));
  return (
    <>
      <PagedList list={list} items={pictures} what="The pictures" empty="No pictures yet.">
        {(shown) => (
          <ul className={classes.pictures} aria-label="Pictures">
            {shown.map((picture) => (
              <li key={picture.id}>
                <button
                  type="button"
                  className={classes.picture}
                  aria-label={`Show picture ${picture.message.direction === 'outbound' ? 'sent' : 'received'} ${dateTime(picture.message.createdAt, timezone)} larger`}
                  onClick={() => setLarger(picture)}
                >
                  <img src={picture.url} alt="" loading="lazy" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>{larger && <LargerPicture picture={larger} onClose={() => setLarger(null)} />}</Suspense>
    </>
  );
}
