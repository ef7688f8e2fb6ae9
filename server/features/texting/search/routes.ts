import * as routes from '../../../../contract/routes.ts';
import type { Deps } from '../../../deps.ts';
import { hasScope } from '../../../http/access.ts';
import type { Api } from '../../../http/mount.ts';
import { search } from './search.ts';

export function searchRoutes(api: Api, deps: Deps): void {
  api.read(routes.search, async ({ db, session, query }) => {
    const page = await search(db, deps, session, query);
    if (hasScope(session, 'conversations:read')) return page;
    return { ...page, items: page.items.filter(({ noteId }) => noteId === null) };
  });
}
