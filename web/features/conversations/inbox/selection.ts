import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../../lib/session/session.ts';

/**
 * The row that keys are about, by the id of its conversation, so it stays the same one while live changes reorder the list.
 * Where a thread is open, or about to be, that is its row.
 */
interface Selection {
  id: string | undefined;
  /** Its row is to have the focus as soon as it is there. */
  wantsFocus: boolean;
}

let selection: Selection = { id: undefined, wantsFocus: false };
const listeners = new Set<() => void>();

export function select(id: string | undefined, { focus = false }: { focus?: boolean } = {}): void {
  if (id === selection.id && !focus) return;
  selection = { id, wantsFocus: focus };
  for (const listener of listeners) listener();
}

/** It has the focus now, or someone has moved on meanwhile. */
export function focusSettled(): void {
  selection = { ...selection, wantsFocus: false };
}

onSessionEnd(() => select(undefined));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, () => selection);
}
