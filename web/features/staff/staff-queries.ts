import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';

const PAGE_SIZE = 50;
/** There are no events about decisions of other staff or a carrier, so every visit asks again. */
const staleTime = 0;
const FIRST = undefined as string | undefined;
const next = (page: { nextCursor: string | null }) => page.nextCursor;

export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [routes.listStaffAccounts.path, 'pages', search] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listStaffAccounts, {
        query: { search: search || undefined, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: FIRST,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
  });

export const peopleQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: [routes.listStaffPeople.path, accountId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listStaffPeople, {
        params: { id: accountId },
        query: { limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: FIRST,
    getNextPageParam: next,
  });

export const numbersQuery = (linkStatus: 'linking' | 'rejected') =>
  infiniteQueryOptions({
    queryKey: [routes.listStaffNumbers.path, linkStatus] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listStaffNumbers, { query: { linkStatus, limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: next,
    staleTime,
  });

export const ordersQuery = () =>
  infiniteQueryOptions({
    queryKey: [routes.listLandlineOrders.path] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listLandlineOrders, { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: next,
    staleTime,
  });

export const jobsQuery = () =>
  infiniteQueryOptions({
    queryKey: [routes.listFailedJobs.path] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listFailedJobs, { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: next,
    staleTime,
  });

export const holdsQuery = () =>
  infiniteQueryOptions({
    queryKey: [routes.listHoldReviews.path] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listHoldReviews, { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: next,
    staleTime,
  });

export const billingQuery = () =>
  infiniteQueryOptions({
    queryKey: [routes.listBillingDifferences.path] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listBillingDifferences, { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: next,
    staleTime,
  });
