import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import { accountQuery, userQuery } from '../../lib/session/me.ts';

/** Whose account it is, for the parts of Account; its frame waits for both. Null once they have signed out. */
export function useLoaded(): { user: User; account: Account } | null {
  const { data: user } = useQuery(userQuery());
  const { data: account } = useQuery(accountQuery());
  return user && account ? { user, account } : null;
}
