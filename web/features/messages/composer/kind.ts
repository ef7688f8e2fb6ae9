import { createStore, useStore } from '../../../lib/store.ts';

/** What is written in a thread: a text to the candidate, or a note for the team. */
export type Kind = 'text' | 'note';

/** Asked for in the thread that is open, from its composer or by a key. */
const chosen = createStore<{ thread: string; kind: Kind } | null>(null);

/** Undefined: no one has chosen, so it's a text. */
export function useKind(thread: string): Kind | undefined {
  const choice = useStore(chosen);
  return choice?.thread === thread ? choice.kind : undefined;
}

export const chooseKind = (thread: string, kind: Kind): void => chosen.set({ thread, kind });

export const forgetKind = (): void => chosen.set(null);
