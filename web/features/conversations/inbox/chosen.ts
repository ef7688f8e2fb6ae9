import { onSessionEnd } from '../../../lib/session/session.ts';
import { createStore, useStore } from '../../../lib/store.ts';

/** The conversations that a bulk is about. On the screen: selected. */
interface Chosen {
  ids: ReadonlySet<string>;
  /** Where a range begins and ends, and what was chosen besides. */
  anchor: string | undefined;
  end: string | undefined;
  besides: ReadonlySet<string>;
}

const NONE: Chosen = { ids: new Set(), anchor: undefined, end: undefined, besides: new Set() };
const chosen = createStore(NONE);
onSessionEnd(() => chosen.set(NONE));

export const useChosen = (): ReadonlySet<string> => useStore(chosen).ids;

export const isChoosing = (): boolean => chosen.get().ids.size > 0;

export function clearChosen(): void {
  if (isChoosing()) chosen.set(NONE);
}

export function toggleChosen(id: string): void {
  const ids = new Set(chosen.get().ids);
  if (!ids.delete(id)) ids.add(id);
  chosen.set({ ids, anchor: id, end: id, besides: ids });
}

export function chooseAll(inOrder: string[]): void {
  const ids = new Set(inOrder);
  chosen.set({ ids, anchor: undefined, end: undefined, besides: ids });
}

/** All from the last one that was chosen by itself, or from `otherwise`, to this one. */
export function chooseUpTo(id: string, inOrder: string[], otherwise = id): void {
  const { anchor = otherwise, besides } = chosen.get();
  const [at, to] = [inOrder.indexOf(anchor), inOrder.indexOf(id)];
  if (to === -1) return;
  const from = at === -1 ? to : at;
  const range = inOrder.slice(Math.min(from, to), Math.max(from, to) + 1);
  chosen.set({ ids: new Set([...besides, ...range]), anchor, end: id, besides });
}

/** One row further than the range ends; returns where it ends then. */
export function extendChosen(
  by: 1 | -1,
  inOrder: string[],
  selected: string | undefined,
): string | undefined {
  const end = chosen.get().end ?? selected ?? inOrder[0];
  if (end === undefined) return undefined;
  const next = inOrder[inOrder.indexOf(end) + by] ?? end;
  chooseUpTo(next, inOrder, end);
  return next;
}
