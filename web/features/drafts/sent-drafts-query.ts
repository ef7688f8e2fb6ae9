import * as routes from '../../../contract/routes.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';

const PAGE_SIZE = 20;

export const sentDraftsQuery = () => pagedQuery(routes.listSentDrafts, { query: { limit: PAGE_SIZE } });
