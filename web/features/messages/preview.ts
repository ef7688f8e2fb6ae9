import { callNames } from '../../../contract/announcement.ts';
import type { LastMessage } from '../../../contract/messages.ts';

/** Longer than any undo time. */
const LATER_MS = 60_000;

type Previewed = Omit<LastMessage, 'body'> & { body: string | null };

/** Scheduled by a person, not just held for undo. */
function isForLater({ status, scheduledAt, createdAt }: Previewed): boolean {
  return (
    status === 'scheduled' &&
    scheduledAt !== null &&
    Date.parse(scheduledAt) - Date.parse(createdAt) > LATER_MS
  );
}

/** One line about the last text or call. `candidate`: what to call them, where it isn't clear whose words these are. */
export function previewOf(last: Previewed | null, ownId: string | undefined, candidate?: string): string {
  if (!last) return 'No texts yet';
  if (last.callOutcome) return callNames[last.callOutcome];
  const from = senderOf(last, ownId, candidate);
  // A conversation of someone else.
  if (last.body === null)
    return last.direction === 'inbound'
      ? `${candidate ?? 'They'} texted a colleague`
      : `${from} ${isForLater(last) ? 'scheduled a text' : 'texted them'}`;
  const words = last.body || (last.hasContactCard ? 'Contact card' : last.hasMedia ? 'Picture' : '');
  return from ? `${from}: ${words}` : words;
}

function senderOf(last: Previewed, ownId: string | undefined, candidate: string | undefined) {
  if (last.direction === 'inbound') return candidate;
  const isHidden = last.body === null;
  if (!isHidden && last.isHeld) return 'Not sent';
  if (!isHidden && isForLater(last)) return 'Scheduled';
  if (last.sender === null) return isHidden ? 'We' : 'Automatic';
  return last.sender.id === ownId ? 'You' : last.sender.firstName || 'Former colleague';
}
