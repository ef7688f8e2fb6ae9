import * as routes from '../../../../contract/routes.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';

export const keptDraftQuery = (conversationId: string) =>
  routeQuery(routes.getKeptDraft, { params: { id: conversationId } });
