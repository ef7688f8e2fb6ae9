import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import { accountQuery, userQuery } from './me.ts';

export interface Me {
  user: User;
  account: Account;
}

export const MeContext = createContext<Me | null>(null);

/** The signed-in person and their account. The dashboard shows a screen only once both are loaded. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('Only screens of the dashboard know who is signed in');
  return me;
}

/** For the frame around the screens, which is there before: null until both are loaded. */
export const useMeOnceLoaded = (): Me | null => useContext(MeContext);

/** For the dashboard, which gives it to everything in it. */
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
