import type { DraftIntent, DraftTone } from '../../../contract/drafts.ts';

/** Who puts a text into words. It proposes; a person reads, edits and sends. */
export interface Drafter {
  readonly source: 'builtIn' | 'model';
  /** What the draft will be for. Null: the drafter follows instructions and rewrites texts. */
  intentFor(request: Omit<DraftRequest, 'version'>): DraftIntent | null;
  /**
   * The draft, piece by piece as it comes. Ends early when `signal` aborts. Throws `DrafterUnavailable`, also in the middle.
   * Merge attributes of `text` are to stay as they are; the caller checks that they did.
   */
  draft(request: DraftRequest, signal: AbortSignal): AsyncIterable<string>;
}

export interface DraftRequest {
  tone: DraftTone;
  /** What the text is for, where the sender picked it. */
  intent: DraftIntent | null;
  /** What to write or how to change `text`, in the sender's words. */
  instructions: string | null;
  /** What to rewrite; may have merge attributes. */
  text: string | null;
  /** What is being answered. Nothing of other conversations is ever given. */
  conversation: {
    /** Oldest first. */
    messages: { from: 'candidate' | 'sender'; body: string }[];
    candidateFirstName: string;
    jobTitle: string | null;
    /** The next one, and the candidate's zone. */
    interview: { startsAt: string; timezone: string } | null;
  } | null;
  senderFirstName: string;
  companyName: string;
  calendarLink: string | null;
  /** To be kept to, in characters. */
  maxLength: number;
  /** 0, 1, 2: each is to differ from the others. */
  version: number;
}

/** It didn't answer in time, not at all, or not with a text. */
export class DrafterUnavailable extends Error {
  override name = 'DrafterUnavailable';
}
