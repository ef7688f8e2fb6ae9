import type { QueryClient } from '@tanstack/react-query';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

export const seatsQuery = () => routeQuery(routes.getSeats);
export const formerMembersQuery = () => routeQuery(routes.getFormerMembers);

export type FormerMember = ReplyOutput<typeof routes.getFormerMembers>[number];

/** Whatever changes the team changes the counts of the account, and perhaps what the person themselves may do. */
export const teamChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(
    queryClient,
    routes.getSeats,
    routes.getFormerMembers,
    routes.getAccount,
    routes.getUser,
    routes.getInboxCounts,
    routes.listUncoveredConversations,
  );
