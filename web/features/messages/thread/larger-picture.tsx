import { ActionIcon, Group, Modal } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useNextPage } from '../../../lib/api/use-next-page.ts';
import { dateTime } from '../../../lib/dates.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { partOfThreadQuery, threadOf } from '../message-cache.ts';
import classes from './larger-picture.module.css';
import { picturesOf, type ShownPicture } from './pictures-of.ts';

/** How many pictures before an end more are loaded. */
const AHEAD = 3;
const ZOOMS = [1, 1.5, 2, 3, 4];

/** One picture after the other, of the whole thread: by the arrow keys, + and -, or a click. */
export function LargerPicture({ picture, onClose }: { picture: ShownPicture; onClose: () => void }) {
  useFocusBack();
  const { user } = useMe();
  const { conversationId, id } = picture.message;
  const [shown, setShown] = useState(picture);
  const [zoom, setZoom] = useState(0);
  const list = useInfiniteQuery(partOfThreadQuery(conversationId, 'pictures', id));
  const loaded = threadOf(list.data).flatMap(picturesOf);
  const pictures = loaded.some(({ mediaId }) => mediaId === picture.mediaId) ? loaded : [picture];
  const place = pictures.findIndex(({ mediaId }) => mediaId === shown.mediaId);
  const isFetchingNextPage = list.isFetchingNextPage || list.isFetchingPreviousPage;
  const wantsOlder = place < AHEAD && list.hasNextPage && !list.isFetchNextPageError;
  useNextPage({ ...list, isFetchingNextPage }, wantsOlder);
  useNextPage(
    {
      ...list,
      isFetchingNextPage,
      hasNextPage: list.hasPreviousPage,
      isFetchNextPageError: list.isFetchPreviousPageError,
      fetchNextPage: list.fetchPreviousPage,
    },
    !wantsOlder && place >= pictures.length - AHEAD,
  );

  function go(by: 1 | -1) {
    const next = pictures[place + by];
    if (!next) return;
    setShown(next);
    setZoom(0);
  }
  const zoomBy = (by: 1 | -1) => setZoom((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)));

  function onKeyDown(event: KeyboardEvent) {
    const act = {
      ArrowLeft: () => go(-1),
      ArrowRight: () => go(1),
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  const { createdAt, direction } = shown.message;
  const when = `${direction === 'outbound' ? 'Sent' : 'Received'} ${dateTime(createdAt, user.timezone)}`;
  const button = { variant: 'subtle', color: 'gray', size: 'lg' } as const;
  return (
    <Modal opened onClose={onClose} size="auto" title="Picture" centered onKeyDown={onKeyDown}>
      <div className={classes.frame}>
        <img
          src={shown.url}
          alt={`${when}, larger`}
          className={classes.picture}
          style={{ width: zoom === 0 ? undefined : `${100 * (ZOOMS[zoom] ?? 1)}%` }}
          data-zoomed={zoom > 0 || undefined}
        />
      </div>
      <Group justify="space-between" mt="xs" gap="xs">
        <span className={classes.when} aria-live="polite">
          {when}
        </span>
        <Group gap={0}>
          <ActionIcon {...button} aria-label="Older picture" disabled={place <= 0} onClick={() => go(-1)}>
            <IconChevronLeft size={20} />
          </ActionIcon>
          <ActionIcon
            {...button}
            aria-label="Newer picture"
            disabled={place >= pictures.length - 1}
            onClick={() => go(1)}
          >
            <IconChevronRight size={20} />
          </ActionIcon>
          <ActionIcon {...button} aria-label="Zoom out" disabled={zoom === 0} onClick={() => zoomBy(-1)}>
            <IconZoomOut size={20} />
          </ActionIcon>
          <ActionIcon
            {...button}
            aria-label="Zoom in"
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => zoomBy(1)}
          >
            <IconZoomIn size={20} />
          </ActionIcon>
          <ActionIcon {...button} component="a" aria-label="Download picture" href={shown.url} download>
            <IconDownload size={20} />
          </ActionIcon>
        </Group>
      </Group>
    </Modal>
  );
}
