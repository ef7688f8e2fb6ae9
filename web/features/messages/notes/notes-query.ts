import * as routes from '../../../../contract/routes.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';

export const notesQuery = (conversationId: string) =>
  pagedQuery(routes.listNotes, { params: { id: conversationId }, query: { limit: 100 } });

/** Who can be mentioned. */
export const whoSeesQuery = (conversationId: string) =>
  routeQuery(routes.listWhoSees, { params: { id: conversationId } });
