import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { inDashboard } from './frames.ts';
import { searchOf } from './in-search.ts';

/* Screens of those who run this Hiretext. */

const ofStaff = { title: 'Staff', restriction: { staffOnly: true } } as const;

const staff = createRoute({
  ...inDashboard(paths.staff),
  validateSearch: (search: Record<string, unknown>): { search?: string | undefined } => ({
    search: searchOf(search.search),
  }),
  component: lazyRouteComponent(() => import('../features/staff/accounts-screen.tsx'), 'AccountsScreen'),
  staticData: { ...ofStaff, navigation: { icon: 'staff', order: 7 } },
});

const staffAccount = createRoute({
  ...inDashboard(paths.staffAccount),
  component: lazyRouteComponent(() => import('../features/staff/one-account-screen.tsx'), 'OneAccountScreen'),
  staticData: ofStaff,
});

const staffNumbers = createRoute({
  ...inDashboard(paths.staffNumbers),
  component: lazyRouteComponent(() => import('../features/staff/numbers-screen.tsx'), 'NumbersScreen'),
  staticData: ofStaff,
});

const staffHolds = createRoute({
  ...inDashboard(paths.staffHolds),
  component: lazyRouteComponent(() => import('../features/staff/holds-screen.tsx'), 'HoldsScreen'),
  staticData: ofStaff,
});

const staffJobs = createRoute({
  ...inDashboard(paths.staffJobs),
  component: lazyRouteComponent(() => import('../features/staff/jobs-screen.tsx'), 'JobsScreen'),
  staticData: ofStaff,
});

export const staffScreens = [staff, staffAccount, staffNumbers, staffHolds, staffJobs] as const;
