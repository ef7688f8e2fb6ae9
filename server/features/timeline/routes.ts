import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import { findCandidate } from '../candidates/store.ts';
import { requireVisible } from '../hiring/records/hidden.ts';
import { listConversationsOfCandidates } from '../texting/conversations/store.ts';
import { loadTimeline } from './load-timeline.ts';
import { sightOf } from './rules.ts';
import { touchRoutes } from './touches.ts';

export function timelineRoutes(api: Api, deps: Deps): void {
  touchRoutes(api, deps);

  api.on(routes.listTimeline, async ({ db, session, params: { id }, query: { cursor, limit } }) => {
    const { accountId } = session;
    await requireVisible(db, session, id);
    const candidate = await findCandidate(db, accountId, id);
    if (candidate === undefined) throw new Failure('not_found');
    const threads = await listConversationsOfCandidates(db, accountId, [id]);
    const sight = sightOf(session, candidate, threads, deps.clock());
    const page = { after: decodeCursor(cursor), limit };
    return pageOf(
      await loadTimeline(db, deps, session, { candidate, sight, ...page }),
      limit,
      (entry) => encodeCursor({ at: new Date(entry.at), id: entry.id }),
      (entry) => entry,
    );
  });
}
