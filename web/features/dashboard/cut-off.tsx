import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import * as routes from '../../../contract/routes.ts';
import { isFromBefore } from '../../lib/api/what-is-kept.ts';
import { shortDateTime } from '../../lib/dates.ts';
import { useMeOnceLoaded } from '../../lib/session/use-me.ts';
import classes from './dashboard-shell.module.css';

/** While the server can't be reached. */
export function CutOff({ isOnline }: { isOnline: boolean }) {
  const queryClient = useQueryClient();
  const queries = queryClient.getQueryCache();
  const since = useSyncExternalStore(
    (listener) => queries.subscribe(listener),
    () => oldestShown(queryClient),
  );
  const timezone = useMeOnceLoaded()?.user.timezone;
  const updated =
    since !== null && timezone
      ? ` Last updated ${shortDateTime(new Date(since).toISOString(), timezone)}.`
      : '';
  return (
    <div className={classes.offline} role="status">
      {isOnline
        ? `Reconnecting…${updated}`
        : `You're offline.${updated} What you send goes out when you're back.`}
    </div>
  );
}

/** Of the texts and conversations on the screen, if they are what an earlier page kept. */
function oldestShown(queryClient: QueryClient): number | null {
  const times = [routes.listConversations.path, routes.listMessages.path]
    .flatMap((path) => queryClient.getQueryCache().findAll({ queryKey: [path], type: 'active' }))
    .map(({ state }) => state.dataUpdatedAt)
    .filter(isFromBefore);
  return times.length > 0 ? Math.min(...times) : null;
}
