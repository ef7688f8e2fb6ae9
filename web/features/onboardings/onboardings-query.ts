import { type QueryClient, useQuery } from '@tanstack/react-query';
import { AUTOMATIONS, missingOf } from '../../../contract/access.ts';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import type { MergeValues } from '../../../contract/merge-attributes.ts';
import { onboardingValues } from '../../../contract/onboarding-values.ts';
import type { Onboarding } from '../../../contract/onboardings.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { isKnownZone } from '../../lib/dates.ts';
import { whoIs } from '../../lib/session/access.ts';
import { useMe } from '../../lib/session/use-me.ts';

export const onboardingsQuery = (candidateId: string) =>
  routeQuery(routes.listOnboardings, { query: { candidateId, limit: MAX_PAGE_SIZE } });

export function onboardingsHeard(queryClient: QueryClient): void {
  loadAgain(queryClient, routes.listOnboardings);
}

/** The one that isn't over. */
export const openOf = (onboardings: Onboarding[]): Onboarding | null =>
  onboardings.find(({ status }) => status !== 'ended') ?? null;

export function useMayOnboard(user: User): boolean {
  const { account } = useMe();
  return missingOf(AUTOMATIONS, whoIs(user, account)) === null;
}

/** Values of a body's merge attributes about the candidate's onboarding. Loaded if the body has some. */
export function useOnboardingValues(user: User, candidateId: string | undefined, body: string): MergeValues {
  const mayOnboard = useMayOnboard(user);
  const { data } = useQuery({
    ...onboardingsQuery(candidateId ?? ''),
    enabled: mayOnboard && candidateId !== undefined && body.includes('onboarding.'),
    meta: { quiet: true },
  });
  if (data === undefined) return {};
  const open = openOf(data.items);
  return open !== null && !isKnownZone(open.timezone) ? {} : onboardingValues(open);
}
