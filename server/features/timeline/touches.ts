import * as routes from '../../../contract/routes.ts';
import { TOUCHES, type Touch } from '../../../contract/touches.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { findCandidate } from '../candidates/store.ts';
import { listApplications } from '../hiring/records/applications-store.ts';
import { requireVisible } from '../hiring/records/hidden.ts';
import { listOwnApplications } from '../hiring/records/own-applications.ts';
import { maySee } from '../texting/conversations/rules.ts';
import { findConversationsByIds } from '../texting/conversations/store.ts';
import { jobNamed } from '../texting/touches/rules.ts';
import { listTouchesOf, type TouchRow } from '../texting/touches/store.ts';

const DAY_MS = 24 * 3600_000;

export function touchRoutes(api: Api, deps: Deps): void {
  api.on(routes.listTouches, async ({ db, session, params: { id } }) => {
    const { accountId } = session;
    await requireVisible(db, session, id);
    const candidate = await findCandidate(db, accountId, id);
    if (candidate === undefined) throw new Failure('not_found');
    const now = deps.clock();
    const since = new Date(now.getTime() - TOUCHES.days * DAY_MS);
    const rows = await listTouchesOf(db, accountId, candidate.phoneNumber, since);
    const [threads, own, theirs] = await Promise.all([
      findConversationsByIds(db, accountId, [...new Set(rows.map((row) => row.conversationId))]),
      listOwnApplications(db, accountId, [id]),
      listApplications(db, accountId, [id]),
    ]);
    const seen = new Set(threads.filter((thread) => maySee(session, thread, now)).map((thread) => thread.id));
    const jobs = [...own, ...theirs].flatMap(({ jobName }) => jobName ?? []);
    return rows.map((row) => presentTouch(row, { jobs, isSeen: seen.has(row.conversationId) }));
  });
}

function presentTouch(
  { at, senderId, firstName, isAutomatic, isBroadcast, answered, body, conversationId }: TouchRow,
  { jobs, isSeen }: { jobs: string[]; isSeen: boolean },
): Touch {
  return {
    at: at.toISOString(),
    by: senderId === null || firstName === null ? null : { id: senderId, firstName },
    via: isBroadcast ? 'broadcast' : isAutomatic ? 'automation' : 'text',
    answered,
    jobName: jobNamed(body, jobs),
    conversationId: isSeen ? conversationId : null,
    body: isSeen ? body : null,
  };
}
