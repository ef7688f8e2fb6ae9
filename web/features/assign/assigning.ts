import type { Conversation } from '../../../contract/conversations.ts';
import { onSessionEnd } from '../../lib/session/session.ts';
import { createStore, useStore } from '../../lib/store.ts';

/** The conversations for which a colleague is being chosen. */
const shown = createStore<readonly Conversation[]>([]);

onSessionEnd(() => shown.set([]));

export const chooseAssignee = (conversations: readonly Conversation[]) =>
  shown.set(conversations.filter(({ can }) => can.assign));
export const stopAssigning = () => shown.set([]);
export const useAssigning = () => useStore(shown);
