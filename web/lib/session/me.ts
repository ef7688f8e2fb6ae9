import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { routeQuery } from '../api/route-query.ts';

/** The signed-in person and their account: read by the shell, the guards and most screens. */
export const userQuery = () => ({ ...routeQuery(routes.getUser), staleTime: 60_000 });
export const accountQuery = () => ({ ...routeQuery(routes.getAccount), staleTime: 60_000 });

/** Where a person goes after signing in: the second step that the account requires, and a plan, come first. */
export async function landingPath(queryClient: QueryClient): Promise<string> {
  const [user, account] = await Promise.all([
    queryClient.fetchQuery(userQuery()),
    queryClient.fetchQuery(accountQuery()),
  ]);
  if (user.mfaMissing) return paths.setUpTwoFactor;
  return account.planType === 'free' ? paths.planSelection : homeOf(user);
}

/** The screen that a person has chosen to start on. */
export const homeOf = ({ opensWith }: User): string =>
  opensWith === 'messages' ? paths.messages : paths.account;
