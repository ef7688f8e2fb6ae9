import type { Conversation } from '../../../../contract/conversations.ts';
import { routes } from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';

/** The conversation with a number, in the inbox or archived, if there is one. */
export async function findConversation(phoneNumber: string): Promise<Conversation | null> {
  const pages = await Promise.all(
    (['all', 'archived'] as const).map((filter) =>
      call(routes.listConversations, { query: { filter, search: phoneNumber, limit: 5 } }),
    ),
  );
  const found = pages
    .flatMap((page) => page.items)
    .find((conversation) => conversation.candidate.phoneNumber === phoneNumber);
  return found ?? null;
}
