import * as routes from '../../../contract/routes.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';

const limit = 50;
/** There are no events about decisions of other staff or a carrier, so every visit asks again. */
const staleTime = 0;

export const accountsQuery = (search: string) => ({
  ...pagedQuery(routes.listStaffAccounts, { query: { search: search || undefined, limit } }),
  ...staysWhileLoading,
});

export const peopleQuery = (accountId: string) =>
  pagedQuery(routes.listStaffPeople, { params: { id: accountId }, query: { limit } });

export const numbersQuery = (linkStatus: 'linking' | 'rejected') => ({
  ...pagedQuery(routes.listStaffNumbers, { query: { linkStatus, limit } }),
  staleTime,
});

export const ordersQuery = () => ({
  ...pagedQuery(routes.listLandlineOrders, { query: { limit } }),
  staleTime,
});

export const jobsQuery = () => ({ ...pagedQuery(routes.listFailedJobs, { query: { limit } }), staleTime });

export const holdsQuery = () => ({ ...pagedQuery(routes.listHoldReviews, { query: { limit } }), staleTime });

export const billingQuery = () => ({
  ...pagedQuery(routes.listBillingDifferences, { query: { limit } }),
  staleTime,
});
