import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { accountQuery } from '../../lib/session/me.ts';
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
  const { data: account } = useQuery(accountQuery());
  const away = useAway();
  if (!away || account?.type !== 'team') return children;
  return (
    <Suspense>
      <OutOfOfficeLink minimized={minimized} onNavigate={onNavigate} />
    </Suspense>
  );
}
