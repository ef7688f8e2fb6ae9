import * as routes from '../../../../contract/routes.ts';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../http/mount.ts';
import { search } from './search.ts';

export function searchRoutes(api: Api, deps: Deps): void {
  api.read(routes.search, ({ db, session, query }) => search(db, deps, session, query));
}
