import type { ConversationFilter } from '../../../../contract/conversations.ts';
import type { View } from '../../../../contract/views.ts';
import { listed } from '../../../lib/words.ts';

const filters: Record<ConversationFilter, string> = {
  all: 'all conversations',
  unread: 'unread conversations',
  waiting: 'conversations that wait for a reply',
  snoozed: 'snoozed conversations',
  archived: 'archived conversations',
};

/** Whose conversations. A colleague's name is given where it is known. */
export function whoseInWords(assignee: string, ownId: string): string {
  if (assignee === 'me') return 'of the person who opens it';
  if (assignee === 'none') return 'that no one has';
  if (assignee === 'all') return 'of everyone';
  return assignee === ownId ? 'of yours' : 'of one colleague';
}

/** What a view shows, as the end of a sentence. */
export function inWords({ filter, assignee, tags }: View['query'], ownId: string): string {
  const tagged = tags.length === 0 ? '' : ` with the ${tags.length === 1 ? 'tag' : 'tags'} ${listed(tags)}`;
  return `${filters[filter]} ${whoseInWords(assignee, ownId)}${tagged}`;
}
