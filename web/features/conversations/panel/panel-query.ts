import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { interviewsHeard } from '../../interviews/interviews-query.ts';
import { onboardingsQuery } from '../../onboardings/onboardings-query.ts';
import { offersHeard } from '../../time-offers/time-offers-query.ts';

const PAGE_SIZE = 10;

export const candidateQuery = (id: string) => routeQuery(routes.getCandidate, { params: { id } });

export const consentEventsQuery = (candidateId: string) =>
  infiniteQueryOptions({
    queryKey: [routes.listConsentEvents.path, candidateId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listConsentEvents, {
        params: { id: candidateId },
        query: { limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Something about the candidate is new that their conversation doesn't fully include. */
export function candidateHeard(queryClient: QueryClient, candidateId: string): void {
  loadAgain(queryClient, candidateQuery(candidateId).queryKey);
  loadAgain(queryClient, consentEventsQuery(candidateId).queryKey);
  interviewsHeard(queryClient, candidateId);
  loadAgain(queryClient, onboardingsQuery(candidateId).queryKey);
  offersHeard(queryClient, candidateId);
}
