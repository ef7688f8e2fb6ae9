import type { Media } from '../../../../contract/media.ts';
import type { Message } from '../../../../contract/messages.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';

/* What the open conversation's composer is told by the thread above it. Nothing happens where no composer is open. */

const givenBack = new Map<string, (message: Message) => void>();
const textingBack = new Map<string, () => void>();

/** Puts an undone text back into the composer of its conversation. */
export function giveBack(message: Message): void {
  givenBack.get(message.conversationId)?.(message);
}

export function onGivenBack(conversationId: string, listener: (message: Message) => void): () => void {
  givenBack.set(conversationId, listener);
  return () => givenBack.delete(conversationId);
}

/** Moves to the composer, to text back someone who called. */
export function textBack(conversationId: string): void {
  textingBack.get(conversationId)?.();
}

export function onTextBack(conversationId: string, listener: () => void): () => void {
  textingBack.set(conversationId, listener);
  return () => textingBack.delete(conversationId);
}

interface RefusedText {
  thread: string;
  body: string;
  media: Media[];
  templateId?: string | undefined;
  draftId?: string | undefined;
}
type Refused = (text: RefusedText, error: ApiError) => void;
const refusing = new Map<string, Refused>();

/** Puts a text that has to be changed before it can go out back into the composer of its thread, where that is open. */
export function isTakenBack(text: RefusedText, error: ApiError): boolean {
  const listener = refusing.get(text.thread);
  listener?.(text, error);
  return listener !== undefined;
}

export function onRefused(thread: string, listener: Refused): () => void {
  refusing.set(thread, listener);
  return () => refusing.delete(thread);
}
