import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { userQuery } from '../../lib/me.ts';
import { useAway } from './use-away.ts';

// Most people see neither on most days.
const AwayBanner = lazy(() => import('./away-banner.tsx').then((module) => ({ default: module.AwayBanner })));
const CoverBanner = lazy(() =>
  import('./away-banner.tsx').then((module) => ({ default: module.CoverBanner })),
);

export function InboxBanners() {
  const { data: user } = useQuery(userQuery());
  const away = useAway();
  return (
    <Suspense>
      {away && <AwayBanner user={away} />}
      {user && user.covers.length > 0 && <CoverBanner user={user} />}
    </Suspense>
  );
}
