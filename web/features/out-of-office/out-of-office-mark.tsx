import { lazy, type ReactNode, Suspense } from 'react';
import { useMeOnceLoaded } from '../../lib/session/use-me.ts';
import { useAway } from './use-away.ts';

const OutOfOfficeLink = lazy(() =>
  import('./out-of-office-link.tsx').then((module) => ({ default: module.OutOfOfficeLink })),
);

/** In place of the logo while someone on a team is out of office; otherwise the logo. */
export function OutOfOfficeMark({
  minimized = false,
  onNavigate,
  children,
}: {
  minimized?: boolean;
  onNavigate?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const account = useMeOnceLoaded()?.account;
  const away = useAway();
  if (!away || account?.type !== 'team') return children;
  return (
    <Suspense>
      <OutOfOfficeLink minimized={minimized} onNavigate={onNavigate} />
    </Suspense>
  );
}
