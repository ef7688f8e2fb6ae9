import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { dashboard } from './frames.ts';
import { searchOf } from './in-search.ts';

/* Screens of those who run this Hiretext. */

const staff = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff',
  validateSearch: (search: Record<string, unknown>): { search?: string | undefined } => ({
    search: searchOf(search.search),
  }),
  component: lazyRouteComponent(() => import('../features/staff/accounts-screen.tsx'), 'AccountsScreen'),
  staticData: { title: 'Staff' },
});

const staffAccount = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff/accounts/$accountId',
  component: lazyRouteComponent(() => import('../features/staff/one-account-screen.tsx'), 'OneAccountScreen'),
  staticData: { title: 'Staff' },
});

const staffNumbers = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff/numbers',
  component: lazyRouteComponent(() => import('../features/staff/numbers-screen.tsx'), 'NumbersScreen'),
  staticData: { title: 'Staff' },
});

const staffJobs = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff/jobs',
  component: lazyRouteComponent(() => import('../features/staff/jobs-screen.tsx'), 'JobsScreen'),
  staticData: { title: 'Staff' },
});

export const staffScreens = [staff, staffAccount, staffNumbers, staffJobs] as const;
