import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const PAGE_SIZE = 50;

/** All that wait for this person, or someone else who may see the conversation. */
export const waitingQuery = () =>
  pagedQuery(routes.listProposals, { query: { status: 'waiting', limit: PAGE_SIZE } });

export const waitingIn = (conversationId: string) =>
  routeQuery(routes.listProposals, { query: { status: 'waiting', conversationId, limit: PAGE_SIZE } });

export const proposalsChanged = (queryClient: QueryClient) => loadAgain(queryClient, routes.listProposals);
