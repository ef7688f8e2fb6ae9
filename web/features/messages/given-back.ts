import type { Message } from '../../../contract/messages.ts';

/** An undone text goes back to the composer of its conversation. */
const listeners = new Map<string, (message: Message) => void>();

export function giveBack(message: Message): void {
  listeners.get(message.conversationId)?.(message);
}

export function onGivenBack(conversationId: string, listener: (message: Message) => void): () => void {
  listeners.set(conversationId, listener);
  return () => listeners.delete(conversationId);
}
