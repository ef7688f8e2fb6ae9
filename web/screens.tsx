import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router';
import type { User } from '../contract/users.ts';
import type { Navigation } from './features/dashboard/sidebar.tsx';
import type { ScreenRestriction } from './lib/session/access.ts';
import { paths } from './paths.ts';
import { dashboardScreens } from './screens/dashboard.ts';
import { dashboard, root } from './screens/frames.ts';
import { outsideScreens } from './screens/outside.ts';
import { staffScreens } from './screens/staff.ts';

/*
 * THE table of screens is in `screens/`, a file for each area. A screen's row has its address, what that may carry after the
 * question mark, its guard or restriction, the module that is loaded when it is first shown, its title, and its place in the
 * sidebar. The router, the guards, the sidebar and the tests read it there.
 */

const home = createRoute({
  getParentRoute: () => root,
  path: paths.root,
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard });
  },
});

const routeTree = root.addChildren([
  home,
  ...outsideScreens,
  dashboard.addChildren([...dashboardScreens, ...staffScreens]),
]);

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
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
    /** Shown in the browser's tab, and in the sidebar. */
    title?: string;
    /** Who may open a screen of the dashboard; everyone with a session by default. */
    restriction?: ScreenRestriction;
    navigation?: Navigation;
    /** One of the screens that stand together as tabs, below the entry of one of them in the sidebar. */
    tab?: { of: string; label: string };
    /** Not offered to people who could open it in vain. */
    isOfUseTo?: (user: User) => boolean;
    /** Stays open when the session ends. */
    public?: true;
    /** Brings its own bar on a phone, so the shell shows none. */
    ownTopBar?: true;
  }
}
