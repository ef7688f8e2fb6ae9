import { useSyncExternalStore } from 'react';
import { focusScreen } from '../../../lib/focus-screen.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';

/**
 * The row that keys are about, by the id of its conversation, so it stays the same one while live changes reorder the list.
 * Where a thread is open, or about to be, that is its row.
 */
interface Selection {
  id: string | undefined;
  /** Its row is to have the focus as soon as it is there: wherever someone is, or unless they have moved on from where it was. */
  wantsFocus: 'anyway' | 'if back' | undefined;
}

let selection: Selection = { id: undefined, wantsFocus: undefined };
const listeners = new Set<() => void>();

export function select(id: string | undefined, { focus = false }: { focus?: boolean } = {}): void {
  if (id === selection.id && !focus) return;
  change({ id, wantsFocus: focus ? 'anyway' : undefined });
}

function change(to: Selection): void {
  selection = to;
  for (const listener of listeners) listener();
}

/** It has the focus now, or someone has moved on meanwhile. */
export function focusSettled(): void {
  selection = { ...selection, wantsFocus: undefined };
}

/** As the `ref` of a row: one that goes leaves the focus to the screen, and has it again if it was gone for a moment only. */
export function keepFocus(row: HTMLElement | null): () => void {
  return () => {
    if (!row || document.activeElement !== row) return;
    focusScreen();
    if (row.dataset.id === selection.id) change({ ...selection, wantsFocus: 'if back' });
  };
}

onSessionEnd(() => select(undefined));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, () => selection);
}
