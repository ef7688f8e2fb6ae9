import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { onboardingsQuery } from '../../onboardings/onboardings-query.ts';
import { offersHeard } from '../../time-offers/time-offers-query.ts';

const PAGE_SIZE = 10;
const TIMELINE_PAGE = 30;

export const candidateQuery = (id: string) => routeQuery(routes.getCandidate, { params: { id } });

export const consentsQuery = (phoneNumber: string) =>
  pagedQuery(routes.listConsents, { query: { phoneNumber, limit: PAGE_SIZE } });

/** Everything that happened with the candidate, newest first. */
export const timelineQuery = (id: string) =>
  pagedQuery(routes.listTimeline, { params: { id }, query: { limit: TIMELINE_PAGE } });

/** Something about the candidate is new that their conversation doesn't fully include. */
export function candidateChanged(queryClient: QueryClient, candidateId: string): void {
  void loadAgain(
    queryClient,
    candidateQuery(candidateId).queryKey,
    routes.listConsents,
    onboardingsQuery(candidateId).queryKey,
    timelineQuery(candidateId).queryKey,
    routes.listInterviews,
  );
  offersHeard(queryClient, candidateId);
}
