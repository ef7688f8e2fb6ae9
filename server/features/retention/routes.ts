import type { Retention, RetentionDays } from '../../../contract/retention.ts';
import * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { actorOf } from '../audit/record-audit.ts';
import { changeRetention } from './change-retention.ts';
import { countDue, findRetention } from './store.ts';

export function retentionRoutes(api: Api, deps: Deps): void {
  api.on(routes.getRetention, ({ db, session }) => present(db, deps, session.accountId));

  api.on(routes.updateRetention, async ({ db, session, body, request }) => {
    await changeRetention(db, deps, actorOf(session, request), body);
    return present(db, deps, session.accountId);
  });

  api.on(routes.previewRetention, async ({ db, session, query }) => {
    const saved = await findRetention(db, session.accountId);
    const asked: RetentionDays = {
      textsAfterDays: query.textsAfterDays === undefined ? saved.textsAfterDays : query.textsAfterDays,
      mediaAfterDays: query.mediaAfterDays === undefined ? saved.mediaAfterDays : query.mediaAfterDays,
      candidatesAfterDays:
        query.candidatesAfterDays === undefined ? saved.candidatesAfterDays : query.candidatesAfterDays,
    };
    return countDue(db, session.accountId, asked, deps.clock());
  });
}

async function present(db: Db, deps: Pick<Deps, 'clock'>, accountId: string): Promise<Retention> {
  const { startsAt, lastPass, ...days } = await findRetention(db, accountId);
  return {
    textsAfterDays: days.textsAfterDays,
    mediaAfterDays: days.mediaAfterDays,
    candidatesAfterDays: days.candidatesAfterDays,
    startsAt: startsAt > deps.clock() ? startsAt.toISOString() : null,
    lastRun: lastPass,
  };
}
