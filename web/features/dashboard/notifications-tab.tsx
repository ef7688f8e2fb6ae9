import { Popover, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIsPhone } from '../../lib/use-is-phone.ts';
import { notificationsQuery } from '../notifications/notifications-query.ts';
import classes from './sidebar.module.css';

const NotificationList = lazy(() =>
  import('../notifications/notification-list.tsx').then((module) => ({ default: module.NotificationList })),
);

/** Opens what the person was notified of, with how many they haven't read. */
export function NotificationsTab({
  minimized,
  onNavigate,
}: {
  minimized: boolean;
  onNavigate: (() => void) | undefined;
}) {
  const [opened, setOpened] = useState(false);
  const isPhone = useIsPhone();
  const list = useInfiniteQuery({ ...notificationsQuery(), meta: { quiet: true } });
  const count = list.data?.pages[0]?.unreadCount ?? 0;
  const unread = count > 0 ? `${count > 99 ? '99+' : count} unread` : undefined;
  const label = unread ? `Notifications, ${unread}` : 'Notifications';
  return (
    <Popover
      // Beside the sidebar of a phone there is no room.
      position={isPhone ? 'top-start' : 'right-end'}
      width="min(340px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      hideDetached={false}
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <Tooltip label={label} position="right" disabled={!minimized || opened}>
          <button
            type="button"
            className={`${classes.link} ${classes.tab}`}
            aria-label={minimized ? label : undefined}
            onClick={() => setOpened(!opened)}
          >
            <span className={classes.linkIcon}>
              <IconBell size={18} stroke={1.75} />
              {minimized && unread && <span className={classes.dot} />}
            </span>
            {!minimized && <span className={classes.linkLabel}>Notifications</span>}
            {!minimized && unread && (
              <span className={classes.count} role="img" aria-label={unread}>
                {count > 99 ? '99+' : count}
              </span>
            )}
          </button>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <Suspense>
          <NotificationList
            onLeave={() => {
              setOpened(false);
              onNavigate?.();
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
