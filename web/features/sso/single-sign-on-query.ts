import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import type { SingleSignOn } from '../../../contract/sso.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

export const singleSignOnQuery = () => routeQuery(routes.getSingleSignOn);

export type Connection = NonNullable<SingleSignOn['connection']>;

export function keepSingleSignOn(queryClient: QueryClient, changed: SingleSignOn): void {
  queryClient.setQueryData(singleSignOnQuery().queryKey, changed);
}
