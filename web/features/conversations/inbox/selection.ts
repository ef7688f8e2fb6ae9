import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../../lib/session/session.ts';

/**
 * The row that keys are about, by the id of its conversation, so it stays the same one while live changes reorder the list.
 * Where a thread is open, or about to be, that is its row.
 */
interface Selection {
  id: string | undefined;
  /** Counts up with each wish that the row has the focus. */
  focusWish: number;
}

let selection: Selection = { id: undefined, focusWish: 0 };
const listeners = new Set<() => void>();

export function select(id: string | undefined, { focus = false }: { focus?: boolean } = {}): void {
  if (id === selection.id && !focus) return;
  selection = { id, focusWish: selection.focusWish + (focus ? 1 : 0) };
  for (const listener of listeners) listener();
}

onSessionEnd(() => select(undefined));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, () => selection);
}
