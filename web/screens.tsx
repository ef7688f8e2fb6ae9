import { createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router';
import type { Queries } from './lib/api/queries.ts';
import { paths } from './paths.ts';
import { dashboardScreens } from './screens/dashboard.ts';
import { asking, dashboard, root } from './screens/frames.ts';
import { login, outsideScreens } from './screens/outside.ts';
import { staffScreens } from './screens/staff.ts';

/** Every screen: its path, its guard, and the module that is loaded when it is first shown. */

const home = createRoute({
  getParentRoute: () => root,
  path: paths.root,
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard });
  },
});

const routeTree = root.addChildren([
  home,
  login,
  asking.addChildren([...outsideScreens, dashboard.addChildren([...dashboardScreens, ...staffScreens])]),
]);

export function createAppRouter(queries: Queries, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queries },
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    scrollRestoration: false,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Shown in the browser's tab. */
    title?: string;
    /** Stays open when the session ends. */
    public?: true;
    /** Brings its own bar on a phone, so the shell shows none. */
    ownTopBar?: true;
  }
}
