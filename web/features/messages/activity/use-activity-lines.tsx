import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { User } from '../../../../contract/users.ts';
import { fullTime, timeOfDay } from '../../../lib/dates.ts';
import { itemsOf } from '../../../ui/paged-list.tsx';
import type { LoadedRange, ThreadLine } from '../thread/thread-items.ts';
import { useBackTo } from '../thread/use-back-to.ts';
import classes from './activity.module.css';
import { activityQuery } from './activity-query.ts';
import { activityInWords } from './activity-words.ts';

/** What was done with a conversation as lines of its thread, oldest first: as far back as its texts are loaded. */
export function useActivityLines(
  conversationId: string,
  user: User,
  range: LoadedRange | null,
): readonly ThreadLine[] {
  const list = useInfiniteQuery({
    ...activityQuery(conversationId),
    enabled: range !== null,
    meta: { quiet: true },
  });
  const activity = useMemo(() => itemsOf(list.data) ?? [], [list.data]);
  useBackTo(list, activity.at(-1)?.at, range);
  return useMemo(
    () =>
      activity
        .map((one) => ({
          key: `activity ${one.id}`,
          at: one.at,
          node: (
            <p className={classes.line}>
              {activityInWords(one, user)}{' '}
              <time dateTime={one.at} title={fullTime(one.at, user.timezone)}>
                {timeOfDay(one.at, user.timezone)}
              </time>
            </p>
          ),
        }))
        .reverse(),
    [activity, user],
  );
}
