import { IconAddressBook, IconFile, IconPhoto, IconPhotoOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { CONTACT_CARD_TYPE, type MessageMedia } from '../../../../contract/media.ts';
import { personName } from '../../../../contract/person-name.ts';
import { sameOrigin } from '../../../lib/api/api.ts';
import classes from './message-bubble.module.css';
import type { ShownPicture } from './pictures-of.ts';

const LargerPicture = lazy(() =>
  import('./larger-picture.tsx').then((module) => ({ default: module.LargerPicture })),
);

export const WHEN_DELETED = "Deleted by your company's retention rule";

/** Without a message: it's on its way, and its pictures are no part of the thread yet. */
export function MessageMediaList({
  media,
  message,
}: {
  media: MessageMedia[];
  message?: ShownPicture['message'];
}) {
  return media.map((item) => <OneMedia key={item.id} media={item} message={message} />);
}

function OneMedia({ media, message }: { media: MessageMedia; message: ShownPicture['message'] | undefined }) {
  const [larger, setLarger] = useState(false);
  const [broken, setBroken] = useState(false);
  if (media.status === 'refused') {
    return (
      <div className={classes.file}>
        <IconPhotoOff size={16} aria-hidden />
        Attachment blocked: too large or not a supported type ({media.contentType})
      </div>
    );
  }
  if (media.status === 'deleted') {
    return (
      <div className={classes.file}>
        <IconPhotoOff size={16} aria-hidden />
        {WHEN_DELETED}
      </div>
    );
  }
  if (media.status === 'pending' || !media.url) {
    return (
      <div className={classes.file}>
        <IconPhoto size={16} aria-hidden />
        Attachment on its way…
      </div>
    );
  }
  const url = sameOrigin(media.url);
  if (broken) {
    return (
      <div className={classes.file}>
        <IconPhotoOff size={16} aria-hidden />
        We couldn't show this picture
      </div>
    );
  }
  if (media.contentType.startsWith('image/')) {
    const picture = <img src={url} alt="Attachment" loading="lazy" onError={() => setBroken(true)} />;
    if (!message) return <div className={classes.picture}>{picture}</div>;
    return (
      <>
        <button
          type="button"
          className={classes.picture}
          aria-label="Show picture larger"
          onClick={() => setLarger(true)}
        >
          {picture}
        </button>
        <Suspense>
          {larger && (
            <LargerPicture picture={{ mediaId: media.id, url, message }} onClose={() => setLarger(false)} />
          )}
        </Suspense>
      </>
    );
  }
  if (media.contentType.startsWith('video/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a candidate's own video has none
      <video src={url} controls preload="metadata" className={classes.video} />
    );
  }
  if (media.contentType.startsWith('audio/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a candidate's own recording has none
      <audio src={url} controls preload="metadata" />
    );
  }
  if (media.contentType === CONTACT_CARD_TYPE) {
    const name = message?.sender && personName(message.sender);
    return (
      <a className={classes.file} href={url} target="_blank" rel="noreferrer">
        <IconAddressBook size={20} aria-hidden />
        <span>
          {name && <span className={classes.cardName}>{name}</span>}
          Contact card
        </span>
      </a>
    );
  }
  return (
    <a className={classes.file} href={url} target="_blank" rel="noreferrer">
      <IconFile size={16} aria-hidden />
      {media.contentType === 'application/pdf' ? 'PDF' : media.contentType}
      {media.bytes !== null && ` · ${formatBytes(media.bytes)}`}
    </a>
  );
}

/** 820 KB, 4.2 MB */
function formatBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
