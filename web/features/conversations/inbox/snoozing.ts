import type { Conversation } from '../../../../contract/conversations.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import { createStore, useStore } from '../../../lib/store.ts';

/** The conversation whose snooze is being chosen. */
const shown = createStore<Conversation | null>(null);

onSessionEnd(() => shown.set(null));

export const chooseSnooze = (conversation: Conversation | undefined) => shown.set(conversation ?? null);
export const useSnoozing = () => useStore(shown);
