import * as routes from '../../../../contract/routes.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

export const activityQuery = (conversationId: string) =>
  pagedQuery(routes.listConversationActivity, { params: { id: conversationId }, query: { limit: 100 } });
