import { type NotificationData, notifications, useNotifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './notice-area.module.css';

const SHOWN_MS = 5000;
/** Below them, in px. */
const MARGIN = 12;

/**
 * Draws what `notifications.show` puts in the store. The library's own drawing brings 10 KB of transitions; loading it
 * with the first notice is no way out, since that one often says that the server can't be reached.
 */
export function NoticeArea() {
  const { notifications: notices } = useNotifications();
  const area = useRef<HTMLDivElement>(null);
  useRoomFor(area);
  return (
    <div ref={area} className={classes.area} aria-live="polite">
      {notices.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

/** What ends at the bottom of the screen ends above the notices: `--notices` is how high they stand. */
function useRoomFor(area: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight;
      document.documentElement.style.setProperty('--notices', `${height > 0 ? height + MARGIN : 0}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
}

function Notice({ notice }: { notice: NotificationData }) {
  const { id, autoClose } = notice;
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (autoClose === false || !id || isRead) return;
    const stays = typeof autoClose === 'number' ? autoClose : SHOWN_MS;
    const timer = setTimeout(() => notifications.hide(id), stays);
    return () => clearTimeout(timer);
  }, [id, autoClose, isRead]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing can be done with it, it only waits while someone reads it
    <div
      className={classes.notice}
      data-color={notice.color}
      role={notice.color === 'red' ? 'alert' : undefined}
      // It stays while the pointer or the focus is on it, and begins again afterwards.
      onPointerEnter={() => setRead(true)}
      onPointerLeave={({ currentTarget }) => setRead(currentTarget.contains(document.activeElement))}
      onFocus={() => setRead(true)}
      onBlur={({ currentTarget, relatedTarget }) => setRead(currentTarget.contains(relatedTarget))}
    >
      <div className={classes.text}>
        {notice.title && <div className={classes.title}>{notice.title}</div>}
        {notice.message}
      </div>
      <button
        type="button"
        className={classes.close}
        aria-label="Dismiss"
        onClick={() => id && notifications.hide(id)}
      >
        <IconX size={14} />
      </button>
    </div>
  );
}
