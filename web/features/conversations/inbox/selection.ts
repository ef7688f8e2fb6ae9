import { focusScreen } from '../../../lib/focus-screen.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import { createStore, useStore } from '../../../lib/store.ts';

/**
 * The row that keys are about, by the id of its conversation, so it stays the same one while live changes reorder the list.
 * Where a thread is open, or about to be, that is its row.
 */
interface Selection {
  id: string | undefined;
  /** Its row is to have the focus as soon as it is there: wherever someone is, or unless they have moved on from where it was. */
  wantsFocus: 'anyway' | 'if back' | undefined;
}

const selection = createStore<Selection>({ id: undefined, wantsFocus: undefined });

export function select(id: string | undefined, { focus = false }: { focus?: boolean } = {}): void {
  if (id === selection.get().id && !focus) return;
  selection.set({ id, wantsFocus: focus ? 'anyway' : undefined });
}

/** It has the focus now, or someone has moved on meanwhile. */
export function focusSettled(): void {
  if (selection.get().wantsFocus) selection.set({ ...selection.get(), wantsFocus: undefined });
}

/** As the `ref` of a row: one that goes leaves the focus to the screen, and has it again if it was gone for a moment only. */
export function keepFocus(row: HTMLElement | null): () => void {
  return () => {
    if (!row || document.activeElement !== row) return;
    focusScreen();
    if (row.dataset.id === selection.get().id) selection.set({ ...selection.get(), wantsFocus: 'if back' });
  };
}

onSessionEnd(() => select(undefined));

export function useSelection(): Selection {
  return useStore(selection);
}
