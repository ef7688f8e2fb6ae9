import { queryOptions } from '@tanstack/react-query';
import { routes } from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';

/** The id of the conversation with a number, in the inbox or archived; null where there is none. */
export const conversationWithQuery = (phoneNumber: string) =>
  queryOptions({
    queryKey: ['conversationWith', phoneNumber] as const,
    queryFn: () => findConversation(phoneNumber),
    meta: { quiet: true },
    staleTime: 0,
  });

async function findConversation(phoneNumber: string): Promise<string | null> {
  const pages = await Promise.all(
    (['all', 'archived'] as const).map((filter) =>
      call(routes.listConversations, { query: { filter, search: phoneNumber, limit: 5 } }),
    ),
  );
  const found = pages
    .flatMap((page) => page.items)
    .find((conversation) => conversation.candidate.phoneNumber === phoneNumber);
  return found?.id ?? null;
}
