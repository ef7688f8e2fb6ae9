import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

const PAGE_SIZE = 50;

export const apiKeysQuery = () => pagedQuery(routes.listApiKeys, { query: { limit: PAGE_SIZE } });

export const apiKeysChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listApiKeys);
