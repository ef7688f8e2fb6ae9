import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import * as routes from '../../../../contract/routes.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useAway } from '../../out-of-office/use-away.ts';

// Most people see none of them on most days.
const AwayBanners = lazy(() =>
  import('../../out-of-office/away-banners.tsx').then((module) => ({ default: module.AwayBanners })),
);

const RegistrationBanner = lazy(() =>
  import('../../registration/registration-banner.tsx').then((module) => ({
    default: module.RegistrationBanner,
  })),
);

const WebhooksBanner = lazy(() =>
  import('../../webhooks/webhooks-banner.tsx').then((module) => ({
    default: module.WebhooksBanner,
  })),
);

const ProposalsBanner = lazy(() =>
  import('../../proposals/proposals-banner.tsx').then((module) => ({ default: module.ProposalsBanner })),
);

export function InboxBanners() {
  const { user } = useMe();
  const away = useAway();
  const now = useNow();
  const covers = user.covers.filter(({ until }) => until === null || Date.parse(until) > now.getTime());
  useInboxOf(covers.map(({ userId }) => userId).join());
  return (
    <Suspense>
      {user.userType === 'admin' && <RegistrationBanner />}
      {user.userType === 'admin' && <WebhooksBanner />}
      <ProposalsBanner />
      {(away || covers.length > 0) && <AwayBanners user={user} isAway={away !== null} covers={covers} />}
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
    for (const route of [routes.listConversations, routes.getInboxCounts]) loadAgain(queryClient, route);
  }, [covered, queryClient]);
}
