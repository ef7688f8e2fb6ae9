import { queryOptions } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';

/** The id of the conversation with a number, in the inbox or archived; null where there is none. */
export const conversationWithQuery = (phoneNumber: string) =>
  queryOptions({
    queryKey: ['conversationWith', phoneNumber] as const,
    queryFn: () => findConversation(phoneNumber),
    meta: { quiet: true },
    staleTime: 0,
  });

async function findConversation(phoneNumber: string): Promise<string | null> {
  const { items } = await call(routes.listConversations, { query: { search: phoneNumber, limit: 5 } });
  return items.find(({ candidate }) => candidate.phoneNumber === phoneNumber)?.id ?? null;
}
