import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const PAGE_SIZE = 50;

export const followUpsQuery = (assignee: 'me' | 'all') =>
  pagedQuery(routes.listFollowUps, { query: { assignee, limit: PAGE_SIZE } });

export const followUpsIn = (conversationId: string) =>
  routeQuery(routes.listFollowUps, { query: { conversationId, limit: PAGE_SIZE } });

export const radarQuery = () => pagedQuery(routes.getRadar, { query: { limit: PAGE_SIZE } });

export const followUpsChanged = (queryClient: QueryClient) => loadAgain(queryClient, routes.listFollowUps);
