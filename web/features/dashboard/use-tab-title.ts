import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { inboxCountsQuery } from '../conversations/inbox/inbox-view.ts';

/** `(3) Messages · Hiretext`: unread texts can be seen from another tab, and on the icon of an installed app. */
export function useTabTitle(): void {
  const counts = useQuery(inboxCountsQuery());
  const screen = useMatches().findLast((match) => match.staticData.title)?.staticData.title;
  const unread = counts.data?.unread ?? 0;
  useEffect(() => {
    const name = screen ? `${screen} · Hiretext` : 'Hiretext';
    document.title = unread > 0 ? `(${unread}) ${name}` : name;
    return () => {
      document.title = 'Hiretext';
    };
  }, [screen, unread]);
  const isKnown = counts.data !== undefined;
  useEffect(() => {
    if (isKnown) void navigator.setAppBadge?.(unread).catch(() => {});
  }, [isKnown, unread]);
}
