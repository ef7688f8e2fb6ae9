import { mayReadWordings } from '../candidates/rules.ts';
import { maySee, type Viewer } from '../texting/conversations/rules.ts';
import type { ConversationRow } from '../texting/conversations/store.ts';

/** What of a candidate's history someone who sees the candidate sees. */
export interface Sight {
  /** Texts, calls, notes and activity of these. */
  conversationIds: string[];
  /** Of an opt-out: what the candidate wrote. */
  readsWording: (writtenAt: Date) => boolean;
}

/** THE rule of the timeline. Interviews, changes of stage and opt-outs are for everyone who sees the candidate. */
export function sightOf(
  viewer: Viewer,
  candidate: { createdAt: Date },
  threads: ConversationRow[],
  now: Date,
): Sight {
  return {
    conversationIds: threads.filter((thread) => maySee(viewer, thread, now)).map(({ id }) => id),
    readsWording: mayReadWordings(viewer, candidate, threads, now),
  };
}
