import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import { accountQuery, userQuery } from './me.ts';

export interface Me {
  user: User;
  account: Account;
}

/** The signed-in person and their account. The dashboard shows a screen only once both are loaded. */
export function useMe(): Me {
  const queryClient = useQueryClient();
  // Signing out, or as someone else, forgets all answers while the screen is still there: it keeps what it knew.
  const user = useQuery({ ...userQuery(), placeholderData: keepPreviousData });
  const account = useQuery({ ...accountQuery(), placeholderData: keepPreviousData });
  if (user.data && account.data) return { user: user.data, account: account.data };
  // A part that came just then knew nothing yet, and waits like one whose code is on its way.
  const failed = user.error ?? account.error;
  throw failed ?? bothOf(queryClient);
}

const bothOf = (queryClient: QueryClient) =>
  Promise.all([queryClient.ensureQueryData(userQuery()), queryClient.ensureQueryData(accountQuery())]);

/** For the dashboard, which loads both and shows no screen before. */
export function useLoadMe() {
  const user = useQuery(userQuery());
  const account = useQuery(accountQuery());
  const me: Me | null = user.data && account.data ? { user: user.data, account: account.data } : null;
  return {
    me,
    isFailed: me === null && (user.isError || account.isError),
    retry: () => {
      for (const query of [user, account]) if (query.isError) void query.refetch();
    },
  };
}

/** For the frame around the screens, which is there before: null until both are loaded. */
export const useMeOnceLoaded = (): Me | null => useLoadMe().me;
