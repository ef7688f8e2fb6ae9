/** Whoever called is texted back: the composer of the conversation is gone to. */
const listeners = new Map<string, () => void>();

export function textBack(conversationId: string): void {
  listeners.get(conversationId)?.();
}

export function onTextBack(conversationId: string, listener: () => void): () => void {
  listeners.set(conversationId, listener);
  return () => listeners.delete(conversationId);
}
