import type { CallOutcome } from './calls.ts';

/* What a notification says: the same whether the page shows it or it is pushed. */

/** What is pushed to a browser. The texts of one conversation have the same tag: the next takes the place of the last. */
export interface Announcement {
  /** Of the text or the notification it is about. */
  id: string;
  tag: string;
  title: string;
  body: string;
  /** Where a tap leads. Null: to the inbox. */
  conversationId: string | null;
  /** Unread conversations, for the badge. */
  unread: number;
}

/** Short, for lists. */
export const callNames: Record<CallOutcome, string> = {
  missed: 'Missed call',
  voicemail: 'Voicemail',
  answered: 'Call answered',
};

const MOST_CHARACTERS = 140;

/** Of a text or call of a candidate. */
export function arrivalWords(
  message: { body: string; callOutcome: CallOutcome | null },
  hideText: boolean,
): string {
  if (message.callOutcome !== null) return callNames[message.callOutcome];
  if (hideText) return 'New text';
  return message.body.slice(0, MOST_CHARACTERS) || 'Sent a picture';
}
