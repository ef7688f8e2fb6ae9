import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Registration, RegistrationState } from '../../../contract/registration.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain, putAnswer } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';

export const registrationQuery = () => ({ ...routeQuery(routes.getRegistration), staleTime: 60_000 });

const REVIEWED: RegistrationState[] = ['submitted', 'brandApproved', 'campaignInReview'];
const isBeingReviewed = ({ state }: Pick<Registration, 'state'>) => REVIEWED.includes(state);

/** Whether texts wait for it. */
export const blocksTexts = ({ isRequired, state, numbers }: Registration): boolean =>
  isRequired && (state !== 'approved' || numbers.some(({ isRegistered }) => !isRegistered));

const LOOK_MS = 5000;

/** Refreshed while someone looks and something is under way. */
export function useRegistration() {
  return useQuery({
    ...registrationQuery(),
    refetchInterval: ({ state: { data } }) =>
      data && (isBeingReviewed(data) || (data.state === 'approved' && blocksTexts(data))) ? LOOK_MS : false,
  });
}

export function useSubmitRegistration() {
  const queryClient = useQueryClient();
  return useSave({
    save: () => call(routes.submitRegistration),
    keep: (queryClient, changed) => {
      putAnswer(queryClient, registrationQuery().queryKey, changed);
      void loadAgain(queryClient, routes.getSendability);
    },
    // A colleague may have submitted it, or changed it, a moment ago.
    onFailed: () => loadAgain(queryClient, registrationQuery().queryKey),
  });
}
