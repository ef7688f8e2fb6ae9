import type { QueryClient } from '@tanstack/react-query';
import { routes } from '../../contract/routes.ts';
import { paths } from '../paths.ts';
import { routeQuery } from './route-query.ts';

/** The signed-in person and their account: read by the shell, the guards and most screens. */
export const userQuery = () => ({ ...routeQuery(routes.getUser), staleTime: 60_000 });
export const accountQuery = () => ({ ...routeQuery(routes.getAccount), staleTime: 60_000 });

/** Where a person goes after signing in: a plan comes first. */
export async function landingPath(queryClient: QueryClient): Promise<string> {
  const account = await queryClient.fetchQuery(accountQuery());
  return account.planType === 'free' ? paths.planSelection : paths.account;
}
