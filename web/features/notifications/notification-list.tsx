import { Button } from '@mantine/core';
import { IconAlertCircle, IconAt, IconBell, IconUserCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Notification, NotificationType } from '../../../contract/notifications.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { fullTime, shortTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import classes from './notification-list.module.css';
import { notificationsQuery } from './notifications-query.ts';

const icons: Record<NotificationType, typeof IconBell> = {
  mention: IconAt,
  assigned: IconUserCheck,
  reminder: IconBell,
  held: IconAlertCircle,
};

/** What the person was notified of, newest first. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const list = useInfiniteQuery(notificationsQuery());
  const { user } = useMe();
  const now = useNow();
  const read = useSave({
    save: (ids: string[] | undefined) => call(routes.readNotifications, { body: { ids } }),
    changes: (queryClient) => loadAgain(queryClient, routes.listNotifications),
  });
  const unread = list.data?.pages[0]?.unreadCount ?? 0;
  const mayMark = unread > 0 && !user.impersonation;
  const open = ({ id, readAt }: Notification) => {
    if (readAt === null && mayMark) read.run([id]);
    onLeave();
  };
  return (
    <div className={classes.whole}>
      <div className={classes.head}>
        <h2 className={classes.title}>Notifications</h2>
        {mayMark && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={read.isPending}
            onClick={() => read.run(undefined)}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <div className={classes.rows}>
        <PagedList
          list={list}
          items={itemsOf(list.data)}
          what="Your notifications"
          empty={
            <EmptyState
              title="No notifications yet"
              text="When a colleague mentions you in a note, or gives you a conversation, you'll see it here."
            />
          }
        >
          {(rows) => (
            <ul className={classes.list}>
              {rows.map((row) => (
                <Row key={row.id} row={row} timezone={user.timezone} now={now} onOpen={() => open(row)} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </div>
  );
}

function Row({
  row,
  timezone,
  now,
  onOpen,
}: {
  row: Notification;
  timezone: string;
  now: Date;
  onOpen: () => void;
}) {
  const Icon = icons[row.type];
  const content = (
    <>
      <Icon size={16} aria-hidden />
      <span className={classes.text}>
        {row.text}
        <time dateTime={row.createdAt} title={fullTime(row.createdAt, timezone)} className={classes.time}>
          {shortTime(row.createdAt, timezone, now)}
        </time>
      </span>
      {row.readAt === null && <span className={classes.unread} role="img" aria-label="Unread" />}
    </>
  );
  return (
    <li>
      {row.conversationId === null ? (
        <Link to={paths.scheduled} className={classes.row} onClick={onOpen}>
          {content}
        </Link>
      ) : (
        <Link
          to={paths.conversation}
          params={{ conversationId: row.conversationId }}
          className={classes.row}
          onClick={onOpen}
        >
          {content}
        </Link>
      )}
    </li>
  );
}
