import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import type { View } from '../../../../contract/views.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import type { ListView } from '../../messages/conversation-cache.ts';

type Me = Pick<User, 'id' | 'userType'>;

export const viewsQuery = () => routeQuery(routes.listViews);

/** Whether the view shows the person more than their own conversations, though they see no others. */
export const isTooWide = ({ id, userType }: Me, { query: { assignee } }: View): boolean =>
  userType !== 'admin' && !['me', 'none', id].includes(assignee);

/** What the view shows this person. */
export const shownBy = (user: Me, view: View): Omit<ListView, 'search'> => ({
  ...view.query,
  assignee: isTooWide(user, view) ? 'me' : view.query.assignee,
});

export const isShown = (user: Me, view: View, { search: _, ...shown }: ListView): boolean => {
  const { filter, assignee, tags } = shownBy(user, view);
  return filter === shown.filter && assignee === shown.assignee && tags.join('\n') === shown.tags.join('\n');
};
