import * as routes from '../../../contract/routes.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';

/** With how many are unread, on each of its pages. */
export const notificationsQuery = () => pagedQuery(routes.listNotifications, { query: { limit: 20 } });
