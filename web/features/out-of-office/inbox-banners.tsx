import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { routes } from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { keyOf } from '../../lib/api/route-query.ts';
import { userQuery } from '../../lib/session/me.ts';
import { useNow } from '../../lib/use-now.ts';
import { useAway } from './use-away.ts';

// Most people see none of them on most days.
const AwayBanners = lazy(() =>
  import('./away-banners.tsx').then((module) => ({ default: module.AwayBanners })),
);

const RegistrationBanner = lazy(() =>
  import('../registration/registration-banner.tsx').then((module) => ({
    default: module.RegistrationBanner,
  })),
);

const NextStepBanner = lazy(() =>
  import('../start/next-step-banner.tsx').then((module) => ({ default: module.NextStepBanner })),
);

export function InboxBanners() {
  const { data: user } = useQuery(userQuery());
  const away = useAway();
  const now = useNow();
  const covers = (user?.covers ?? []).filter(
    ({ until }) => until === null || Date.parse(until) > now.getTime(),
  );
  useInboxOf(covers.map(({ userId }) => userId).join());
  return (
    <Suspense>
      <NextStepBanner />
      {user?.userType === 'admin' && <RegistrationBanner />}
      {user && (away || covers.length > 0) && (
        <AwayBanners user={user} isAway={away !== null} covers={covers} />
      )}
    </Suspense>
  );
}

/** The inbox also holds what a delegate covers, so it is loaded again when that changes. */
function useInboxOf(covered: string): void {
  const queryClient = useQueryClient();
  const known = useRef(covered);
  useEffect(() => {
    if (known.current === covered) return;
    known.current = covered;
    for (const route of [routes.listConversations, routes.getInboxCounts])
      loadAgain(queryClient, keyOf(route));
  }, [covered, queryClient]);
}
