import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import { accountQuery, userQuery } from './me.ts';

export interface Me {
  user: User;
  account: Account;
}

/** The signed-in person and their account. The dashboard shows a screen only once both are loaded. */
export function useMe(): Me {
  const { me } = useLoadMe();
  if (me === null) throw new Error('Only screens of the dashboard know who is signed in');
  return me;
}

/** For the frame around the screens, which is there before: null until both are loaded. */
export const useMeOnceLoaded = (): Me | null => useLoadMe().me;

/** For the dashboard, which loads both. */
export function useLoadMe() {
  // Signing out forgets all answers while the screen is still there: it keeps what it knew.
  const user = useQuery({ ...userQuery(), placeholderData: keepPreviousData });
  const account = useQuery({ ...accountQuery(), placeholderData: keepPreviousData });
  const isKnown = user.data !== undefined && account.data !== undefined;
  return {
    me: isKnown ? { user: user.data, account: account.data } : null,
    isFailed: !isKnown && (user.isError || account.isError),
    retry: () => {
      for (const query of [user, account]) if (query.isError) void query.refetch();
    },
  };
}
