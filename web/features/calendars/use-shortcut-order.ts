import type { ListedShortcut } from '../../../contract/calendars.ts';
import { reorder } from '../../../contract/reorder.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useOptimistic } from '../../lib/api/use-optimistic.ts';
import { movedIds } from '../../lib/move-in.ts';
import { shortcutsChanged, shortcutsQuery } from './calendars-query.ts';

/** Moves are shown at once. */
export function useShortcutOrder(shown: readonly ListedShortcut[]) {
  const move = useOptimistic<string[]>({
    key: ['order shortcuts'],
    save: (ids) => call(routes.orderCalendarShortcuts, { body: { ids } }),
    over: [routes.listCalendarShortcuts],
    show: (queryClient, ids) =>
      queryClient.setQueryData(shortcutsQuery().queryKey, (all) => all && inOrder(all, ids)),
    changes: shortcutsChanged,
  });
  return (from: number, to: number) => void move(movedIds(shown, from, to));
}

function inOrder(all: ListedShortcut[], named: string[]): ListedShortcut[] {
  const byId = new Map(all.map((item) => [item.id, item]));
  return reorder([...byId.keys()], named).flatMap((id) => byId.get(id) ?? []);
}
