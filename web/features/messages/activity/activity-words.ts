import type { ConversationActivity } from '../../../../contract/conversation-activity.ts';
import { personName } from '../../../../contract/person-name.ts';
import { weekdayAndTime } from '../../../lib/dates.ts';
import { RETURN_WORDS } from '../return-words.ts';

type Reader = { id: string; timezone: string };
type Person = ConversationActivity['actor'];

/** What was done with a conversation, in a sentence without a period. */
export function activityInWords({ type, actor, details }: ConversationActivity, reader: Reader): string {
  const named = (person: Person, own: string) =>
    person === null ? null : person.id === reader.id ? own : personName(person) || null;
  const by = named(actor, 'You') ?? 'A former colleague';
  const { user, reason, until } = details;
  const isSelf = actor !== null && actor.id === user?.id;
  const at = until && weekdayAndTime(until, reader.timezone);
  switch (type) {
    case 'assigned':
      return assignedInWords(by, named(user, 'you') ?? 'a former colleague', isSelf, reason);
    case 'unassigned':
      return unassignedInWords(by, isSelf ? null : named(user, 'you'), reason);
    case 'snoozed':
      return `${by} snoozed this until ${at ?? 'they answer'}`;
    case 'unsnoozed':
      return `${by} ended the snooze`;
    case 'reminderSet':
      return at ? `${by} set a reminder for ${at}` : `${by} set a reminder`;
    case 'returned':
      return reason !== null && reason in RETURN_WORDS
        ? `Back on top: ${RETURN_WORDS[reason as keyof typeof RETURN_WORDS]}`
        : 'Back on top';
  }
}

type Reason = ConversationActivity['details']['reason'];

function assignedInWords(by: string, to: string, isSelf: boolean, reason: Reason): string {
  if (reason === 'seatTaken') return `Assigned to ${to} with the seat`;
  if (reason === 'seatCovered') return `${by} assigned this to ${to} to cover the seat`;
  if (reason === 'handedOver') return `${by} handed this over to ${to}`;
  return isSelf ? `${by} took this conversation` : `${by} assigned this to ${to}`;
}

function unassignedInWords(by: string, from: string | null, reason: Reason): string {
  if (reason === 'personLeft') return `Unassigned, since ${from ?? 'a colleague'} left`;
  if (reason === 'coverEnded') return `Unassigned, since ${from ?? 'a colleague'} no longer covers the seat`;
  return from === null ? `${by} unassigned this` : `${by} unassigned this from ${from}`;
}
