import type { Media } from '../../../contract/media.ts';
import type { BodyInput } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';

export type Body = BodyInput<typeof routes.sendMessage>;

/**
 * Texts on their way from this page to the server. Each has one Idempotency-Key for good, so trying again after a lost
 * answer can't send it twice.
 */
export interface OutgoingText {
  key: string;
  /** As sent to the server, the same each time. */
  address: Pick<Body, 'conversationId' | 'candidateId' | 'to'>;
  /** Who sends it. */
  userId: string;
  /** Where it is shown: in its conversation, by id, or below a phone number if it begins one. */
  thread: string;
  body: string;
  media: Media[];
  scheduledAt: string | undefined;
  /** With `scheduledAt`: it's canceled if the candidate texts first. */
  cancelIfAnswered?: boolean | undefined;
  undoSeconds: number;
  /** The template that it was written with. */
  templateId?: string | undefined;
  /** The draft that it began from. */
  draftId?: string | undefined;
  /** The candidate's new number, once the sender has seen that it changed. */
  confirmedNumber?: string | undefined;
  /** It goes even if the company has texted the candidate too often without an answer. */
  evenIfTooMany?: true;
  /** The newest text of its conversation that the sender had seen. Null: there was none. */
  lastSeenMessageId?: string | null | undefined;
  /** It goes even if a colleague answered in between. */
  evenIfCrossed?: true;
  /** When it was written, in milliseconds. */
  writtenAt: number;
  /** It was tried while this browser had a connection, so the server may have taken it without our hearing of it. */
  mayHaveLeft: boolean;
  failure: Failure | null;
}

export interface Failure {
  /** Why, in a sentence. Empty: there was no answer. */
  text: string;
  /** Its conversation isn't there for this person anymore. */
  isGone?: boolean;
  /** The company has texted the candidate too often without an answer. */
  isTooMany?: boolean;
  /** A colleague answered in between: what they wrote, and when. */
  crossed?: { name: string; body: string; at: string } | undefined;
  /** `unreached`: sent again as soon as the server answers. `refused`: the server has seen it and hasn't taken it. */
  kind: 'unreached' | 'refused' | 'unclear';
}
