import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
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
  component: lazyScreen(() => import('../features/staff/accounts-screen.tsx'), 'AccountsScreen'),
  staticData: { ...ofStaff, navigation: { group: 'staff', icon: 'staff', order: 1 } },
});

const staffAccount = createRoute({
  ...inDashboard(paths.staffAccount),
  component: lazyScreen(() => import('../features/staff/one-account-screen.tsx'), 'OneAccountScreen'),
  staticData: ofStaff,
});

const staffNumbers = createRoute({
  ...inDashboard(paths.staffNumbers),
  component: lazyScreen(() => import('../features/staff/numbers-screen.tsx'), 'NumbersScreen'),
  staticData: ofStaff,
});

const staffHolds = createRoute({
  ...inDashboard(paths.staffHolds),
  component: lazyScreen(() => import('../features/staff/holds-screen.tsx'), 'HoldsScreen'),
  staticData: ofStaff,
});

const staffJobs = createRoute({
  ...inDashboard(paths.staffJobs),
  component: lazyScreen(() => import('../features/staff/jobs-screen.tsx'), 'JobsScreen'),
  staticData: ofStaff,
});

const staffBilling = createRoute({
  ...inDashboard(paths.staffBilling),
  component: lazyScreen(() => import('../features/staff/billing-screen.tsx'), 'BillingScreen'),
  staticData: ofStaff,
});

const staffMaintenance = createRoute({
  ...inDashboard(paths.staffMaintenance),
  component: lazyScreen(() => import('../features/staff/maintenance-screen.tsx'), 'MaintenanceScreen'),
  staticData: ofStaff,
});

export const staffScreens = [
  staff,
  staffAccount,
  staffNumbers,
  staffHolds,
  staffJobs,
  staffBilling,
  staffMaintenance,
] as const;
