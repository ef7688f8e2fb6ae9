import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import { guardDashboard } from '../guards.ts';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { paths } from '../paths.ts';
import { BrokenScreen } from '../ui/broken-screen.tsx';

/* The frames of screens: none, or the dashboard. */

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  notFoundComponent: lazyScreen(() => import('../ui/not-found-screen.tsx'), 'NotFoundScreen'),
  errorComponent: BrokenScreen,
});

export const dashboard = createRoute({
  getParentRoute: () => root,
  path: paths.dashboard,
  // The return type is explicit. To infer it, TypeScript would need the types of all routes, including its own.
  beforeLoad: (guard): ReturnType<typeof guardDashboard> => guardDashboard(guard),
  component: lazyScreen(() => import('../features/dashboard/dashboard-shell.tsx'), 'DashboardShell'),
});

type Below<Frame extends string, Path extends string> = Path extends `${Frame}${infer Rest}` ? Rest : never;

/** What is left of an address below its frame's, which is how the router wants it. */
export const below = <Frame extends string, Path extends string>(frame: Frame, path: Path) =>
  path.slice(frame.length) as Below<Frame, Path>;

export const inDashboard = <Path extends `${typeof paths.dashboard}/${string}`>(path: Path) => ({
  getParentRoute: () => dashboard,
  path: below(paths.dashboard, path),
});
