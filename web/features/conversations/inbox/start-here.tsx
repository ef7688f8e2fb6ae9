import { lazy, Suspense } from 'react';
import { useMe } from '../../../lib/session/use-me.ts';

const StartHereBanner = lazy(() =>
  import('../../start/start-here-banner.tsx').then((module) => ({ default: module.StartHereBanner })),
);

/** Below the rows, which stay where they are as it comes. */
export function StartHere() {
  const { user } = useMe();
  if (user.opensWith !== null || user.impersonation) return null;
  return (
    <Suspense>
      <StartHereBanner />
    </Suspense>
  );
}
