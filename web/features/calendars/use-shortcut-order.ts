import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedShortcut } from '../../../contract/calendars.ts';
import { reorder } from '../../../contract/reorder.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { movedIds } from '../../lib/move-in.ts';
import { shortcutsChanged, shortcutsQuery } from './calendars-query.ts';

const mutationKey = ['order shortcuts'];

/** Moves are shown at once and sent to the server one after the other. */
export function useShortcutOrder(shown: readonly ListedShortcut[]) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'order shortcuts' },
    mutationFn: (ids: string[]) => call(routes.orderCalendarShortcuts, { body: { ids } }),
    onSettled: () =>
      // What is loaded before the last one of several would show an older order.
      queryClient.isMutating({ mutationKey }) === 1 ? shortcutsChanged(queryClient) : undefined,
  });
  return (from: number, to: number) => {
    const named = movedIds(shown, from, to);
    const { queryKey } = shortcutsQuery();
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (all) => all && inOrder(all, named));
    mutate(named);
  };
}

function inOrder(all: ListedShortcut[], named: string[]): ListedShortcut[] {
  const byId = new Map(all.map((item) => [item.id, item]));
  return reorder([...byId.keys()], named).flatMap((id) => byId.get(id) ?? []);
}
