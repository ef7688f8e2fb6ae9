import * as routes from '../../../../contract/routes.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

const PAGE_SIZE = 50;

export const uncoveredQuery = () =>
  pagedQuery(routes.listUncoveredConversations, { query: { limit: PAGE_SIZE } });
