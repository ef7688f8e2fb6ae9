import type { Conversation } from '../../../contract/conversations.ts';
import { callNames } from './thread/call-words.ts';

/** Longer than any undo time. */
const LATER_MS = 60_000;

/** Scheduled by a person, not just held for undo. */
function isForLater({ status, scheduledAt, createdAt }: NonNullable<Conversation['lastMessage']>): boolean {
  return (
    status === 'scheduled' &&
    scheduledAt !== null &&
    Date.parse(scheduledAt) - Date.parse(createdAt) > LATER_MS
  );
}

/** The last text or call of a conversation in one line, and who wrote it. */
export function previewOf(last: Conversation['lastMessage'], ownId: string | undefined): string {
  if (!last) return 'No texts yet';
  if (last.callOutcome) return callNames[last.callOutcome];
  const words = last.body || (last.hasMedia ? 'Picture' : '');
  if (last.direction === 'inbound') return words;
  if (isForLater(last)) return `Scheduled: ${words}`;
  if (last.sender === null) return `Automatic: ${words}`;
  return `${last.sender.id === ownId ? 'You' : last.sender.firstName || 'Former colleague'}: ${words}`;
}
