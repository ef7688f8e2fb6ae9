import { EventType } from '../../../contract/events.ts';
import { FAILING_DAYS, type WebhookEndpoint } from '../../../contract/webhooks.ts';
import { shortDateTime } from '../../lib/dates.ts';
import { counted, listed } from '../../lib/words.ts';
import type { DeliveryStatus } from './webhook-search.ts';

const typeWords: Record<EventType, string> = {
  'message.received': 'A candidate texted',
  'message.queued': 'A text waits to go out',
  'message.sent': 'A text was sent',
  'message.delivered': 'A text was delivered',
  'message.failed': "A text wasn't delivered",
  'message.canceled': 'A text was canceled',
  'conversation.created': 'A conversation began',
  'conversation.assigned': 'It was assigned',
  'conversation.archived': 'It was archived',
  'conversation.unarchived': 'It came back from the archive',
  'candidate.created': 'A candidate was added',
  'candidate.updated': 'A candidate was changed',
  'candidate.deleted': 'A candidate was deleted',
  'candidate.merged': 'Two candidates were merged',
  'consent.revoked': 'A candidate opted out',
  'consent.granted': 'A candidate opted in',
  'consent.held': 'A text may mean stop',
  'call.missed': 'A call was missed',
  'template.changed': 'A template was changed',
  'interview.created': 'An interview was added',
  'interview.updated': 'An interview was changed',
  'interview.confirmed': 'A candidate confirmed an interview',
  'interview.canceled': 'An interview was canceled',
  'number.linked': 'A number was linked',
  'usage.threshold': 'Texts are running low',
};

const nouns: Record<string, string> = {
  message: 'Texts',
  conversation: 'Conversations',
  candidate: 'Candidates',
  consent: 'Consent',
  call: 'Calls',
  template: 'Templates',
  interview: 'Interviews',
  number: 'Numbers',
  usage: 'Usage',
};

const nounOf = (type: string) => nouns[type.slice(0, type.indexOf('.'))] ?? 'Other';

/** What can be sent, by what it's about. */
export const TYPE_GROUPS = [...Map.groupBy(EventType.options, nounOf)].map(([name, types]) => ({
  name,
  types: types.map((type) => ({ type, words: typeWords[type] })),
}));

export const EVERYTHING = '*';

export const getsEverything = ({ types }: Pick<WebhookEndpoint, 'types'>) => types.includes(EVERYTHING);

/** What it gets, in a few words. */
export function typesInWords(endpoint: Pick<WebhookEndpoint, 'types' | 'includeBodies'>): string {
  const { types, includeBodies } = endpoint;
  const bodies = includeBodies ? ', with the words of texts' : '';
  if (getsEverything(endpoint)) return `Gets everything${bodies}`;
  const about = [...new Set(types.map(nounOf))].map((noun) => noun.toLowerCase());
  return `Gets ${counted(types.length, 'type')} of events: ${listed(about)}${bodies}`;
}

const DAY_MS = 24 * 3600_000;

interface Standing {
  label: string;
  color: string;
  /** In a sentence; null if there is nothing to say. */
  why: string | null;
}

/** How it's doing, and why. */
export function standingOf(endpoint: WebhookEndpoint, timezone: string, now: Date): Standing {
  const { status, disabledReason, failingSince } = endpoint;
  if (status === 'disabled') return { label: 'Off', color: 'red', why: whyOff(disabledReason) };
  if (failingSince === null) return { label: 'On', color: 'teal', why: null };
  const at = (time: Date) => shortDateTime(time.toISOString(), timezone, now);
  const since = new Date(failingSince);
  const end = new Date(since.getTime() + FAILING_DAYS * DAY_MS);
  return {
    label: 'Failing',
    color: 'orange',
    why: `It hasn't taken any event since ${at(since)}. If it doesn't until ${at(end)}, we turn it off.`,
  };
}

function whyOff(reason: WebhookEndpoint['disabledReason']): string {
  switch (reason) {
    case 'gone':
      return "We turned it off, because it answered that it's gone (410).";
    case 'failing':
      return `We turned it off, because it didn't take any event for ${FAILING_DAYS} days.`;
    default:
      return 'Someone turned it off.';
  }
}

/** While it's off, events wait in the log. */
export const OFF_WORDS = 'Once it works, turn it on, and send everything it missed again.';

export const deliveryWords: Record<DeliveryStatus, { label: string; color: string }> = {
  waiting: { label: 'Waiting', color: 'orange' },
  delivered: { label: 'Delivered', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
};
