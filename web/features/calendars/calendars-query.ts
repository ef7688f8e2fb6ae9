import { type QueryClient, useQuery } from '@tanstack/react-query';
import { CALENDARS, missingOf } from '../../../contract/access.ts';
import type { CalendarShortcut } from '../../../contract/calendars.ts';
import type { MergeValues } from '../../../contract/merge-attributes.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { whoIs } from '../../lib/session/access.ts';
import { useMe } from '../../lib/session/use-me.ts';

export const shortcutsQuery = () => routeQuery(routes.listCalendarShortcuts);

export const shortcutsChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listCalendarShortcuts);

const NONE: CalendarShortcut[] = [];

/** Those that the person's texts can have, in their order. Undefined until it is known; asked for when something needs them. */
export function useUsableShortcuts(user: User, isNeeded: boolean): CalendarShortcut[] | undefined {
  const { account } = useMe();
  const mayHave = user.calendarShortcutEnabled && missingOf(CALENDARS, whoIs(user, account)) === null;
  const { data } = useQuery({ ...shortcutsQuery(), enabled: mayHave && isNeeded, meta: { quiet: true } });
  return mayHave ? data?.filter(({ enabled }) => enabled) : NONE;
}

/** What `calendar.link` stands for, once that is known. */
export function calendarValues(shortcuts: readonly CalendarShortcut[] | undefined): MergeValues {
  return shortcuts === undefined ? {} : { 'calendar.link': shortcuts[0]?.url ?? null };
}
