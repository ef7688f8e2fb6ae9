import type { LiveEvent } from '../../../../contract/live-events.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import { createStore, useStore } from '../../../lib/store.ts';

/** Which colleagues have which conversation open, as the live stream says. */

type Heard = Omit<Extract<LiveEvent, { type: 'presence' }>, 'type'>;

export interface PresentPerson {
  id: string;
  firstName: string;
  isTyping: boolean;
}

const NONE: readonly PresentPerson[] = [];
const present = createStore<ReadonlyMap<string, readonly PresentPerson[]>>(new Map());

/** A new stream begins with who is where. */
export function forgetPresence(): void {
  if (present.get().size > 0) present.set(new Map());
}

onSessionEnd(forgetPresence);

export function heardPresence({ conversationId, user, state }: Heard): void {
  const all = new Map(present.get());
  const others = (all.get(conversationId) ?? NONE).filter(({ id }) => id !== user.id);
  const now = state === 'left' ? others : [...others, { ...user, isTyping: state === 'typing' }];
  if (now.length === 0) all.delete(conversationId);
  else all.set(conversationId, now);
  present.set(all);
}

/** In the order in which they came, or began or stopped to type. */
export const usePresentIn = (conversationId: string): readonly PresentPerson[] =>
  useStore(present).get(conversationId) ?? NONE;
