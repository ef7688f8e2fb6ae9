import type { Media } from '../../../../contract/media.ts';
import type { Message } from '../../../../contract/messages.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { joinDrafts, keepDraft, readDraft } from '../../../lib/forms/drafts.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';

/* What the thread passes to the composer below it. */

const givenBack = new Map<string, (message: Message) => void>();
const textingBack = new Map<string, () => void>();
/** Of undone texts, until there is a composer to show them. */
const waitingPictures = new Map<string, Message['media']>();
onSessionEnd(() => waitingPictures.clear());

/** Puts an undone text back into the composer of its conversation or, while there is none, into its draft. */
export function giveBack(userId: string, message: Message): void {
  const { conversationId: id, body, templateId, media } = message;
  const listener = givenBack.get(id);
  if (listener) {
    listener(message);
    return;
  }
  const origin = { template: templateId ? { id: templateId, text: body } : undefined };
  keepDraft(userId, id, joinDrafts(body, readDraft(userId, id)), origin);
  waitingPictures.set(id, [...(waitingPictures.get(id) ?? []), ...media]);
}

/** Once. */
export function takeWaitingPictures(conversationId: string): Message['media'] {
  const pictures = waitingPictures.get(conversationId) ?? [];
  waitingPictures.delete(conversationId);
  return pictures;
}

export function onGivenBack(conversationId: string, listener: (message: Message) => void): () => void {
  givenBack.set(conversationId, listener);
  return () => void givenBack.delete(conversationId);
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
  return () => void refusing.delete(thread);
}
