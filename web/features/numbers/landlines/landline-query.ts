import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LandlineOrder } from '../../../../contract/landlines.ts';
import type { ReplyOutput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { loadAgain, putAnswer } from '../../../lib/api/cache.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSave } from '../../../lib/api/use-save.ts';

export type Verification = ReplyOutput<typeof routes.getLandline>['verification'];

export const landlineQuery = () => ({ ...routeQuery(routes.getLandline), staleTime: 5000 });

export const isOpen = ({ state }: LandlineOrder): boolean =>
  state === 'verifying' || state === 'signing' || state === 'reviewing';

const LOOK_MS = 3000;

/** Refreshed while someone looks and something is under way. */
export function useLandline() {
  return useQuery({
    ...landlineQuery(),
    refetchInterval: ({ state: { data } }) => (data?.order && isOpen(data.order) ? LOOK_MS : false),
  });
}

/** A step: what it answers is how the order stands now. */
export function useStep<Values>(
  work: (values: Values) => Promise<LandlineOrder>,
  {
    shows,
    onError,
    onDone,
  }: { shows?: 'fields'; onError?: (error: unknown) => void; onDone?: () => void } = {},
) {
  const queryClient = useQueryClient();
  return useSave({
    save: work,
    ...(shows ? { showsFields: true } : {}),
    keep: (queryClient, order) => {
      const { queryKey } = landlineQuery();
      const known = queryClient.getQueryData(queryKey);
      if (known) putAnswer(queryClient, queryKey, { ...known, order });
      onDone?.();
    },
    onFailed: (error) => {
      onError?.(error);
      // Someone else, or another tab, was faster.
      return loadAgain(queryClient, routes.getLandline);
    },
  });
}
