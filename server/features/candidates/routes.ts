import type { Candidate } from '../../../contract/candidates.ts';
import * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { actorOf, recordAudit } from '../audit/record-audit.ts';
import { presentConsent } from '../consent/present.ts';
import { findOptOuts, listConsentEvents } from '../consent/store.ts';
import { listApplications } from '../hiring/records/applications-store.ts';
import { requireVisible, visibleTo } from '../hiring/records/hidden.ts';
import { listOwnApplications, presentOwnApplication } from '../hiring/records/own-applications.ts';
import { movableTypes, presentApplication } from '../hiring/records/present-application.ts';
import { listConversationsOfCandidates } from '../texting/conversations/store.ts';
import { deleteCandidate, previewDeletion } from './delete-candidate.ts';
import { listDeleted } from './deleted-store.ts';
import { presentCandidate, presentConsentEvent, presentDeleted } from './present.ts';
import { restoreCandidate } from './restore-candidate.ts';
import { mayReadWordings, maySeeAll, restorableSince } from './rules.ts';
import { changeCandidate, createCandidate } from './save-candidate.ts';
import { searchCandidates } from './search/search-candidates.ts';
import {
  type CandidateRow,
  findCandidate,
  findCandidatesByIds,
  listCandidates,
  listWriters,
} from './store.ts';
import { tellThreads } from './tell-threads.ts';

/** Nobody deletes a thread that they may not see, or has its texts go elsewhere. */
const mayAll = (seesAll: boolean): Candidate['can'] => ({ delete: seesAll, changeNumber: seesAll });

export function candidateRoutes(api: Api, deps: Deps): void {
  /** As the person sees them: what they may do with a candidate hangs on whose threads there are. */
  const present = async (db: Db, session: Session, rows: CandidateRow[]): Promise<Candidate[]> => {
    const { accountId } = session;
    const ids = rows.map((row) => row.id);
    const [optOuts, writers, threads, applications, ownApplications] = await Promise.all([
      findOptOuts(
        db,
        accountId,
        rows.map((row) => row.phoneNumber),
      ),
      listWriters(db, accountId, ids),
      // An admin may, whatever they are.
      session.userType === 'admin' ? [] : listConversationsOfCandidates(db, accountId, ids),
      // Who is linked to a system has an id there.
      listApplications(
        db,
        accountId,
        rows.filter((row) => Object.keys(row.externalIds).length > 0).map((row) => row.id),
      ),
      listOwnApplications(db, accountId, ids),
    ]);
    const applicationsOf = Map.groupBy(applications, (application) => application.candidateId);
    const ownApplicationsOf = Map.groupBy(ownApplications, (application) => application.candidateId);
    const movable = movableTypes(deps.ats);
    const threadsOf = Map.groupBy(threads, (thread) => thread.candidateId);
    const now = deps.clock();
    return rows.map((row) =>
      presentCandidate(row, {
        consent: presentConsent({
          optedOutAt: optOuts.get(row.phoneNumber) ?? null,
          hasWritten: writers.has(row.id),
        }),
        applications: [
          ...(applicationsOf.get(row.id) ?? []).map((each) => presentApplication(each, movable)),
          ...(ownApplicationsOf.get(row.id) ?? []).map((each) => presentOwnApplication(session, each)),
        ],
        can: mayAll(maySeeAll(session, threadsOf.get(row.id) ?? [], now)),
      }),
    );
  };

  const presentOne = async (db: Db, session: Session, id: string): Promise<Candidate> => {
    const row = await findCandidate(db, session.accountId, id);
    const [candidate] = row ? await present(db, session, [row]) : [];
    if (candidate === undefined) throw new Failure('not_found');
    return candidate;
  };

  api.on(routes.listCandidates, async ({ db, session, query }) => {
    const { accountId } = session;
    if (query.search) {
      const found = await searchCandidates(db, accountId, query.search, {
        ...query,
        only: visibleTo(session),
      });
      const byId = new Map((await findCandidatesByIds(db, accountId, found.ids)).map((row) => [row.id, row]));
      const rows = found.ids.flatMap((id) => byId.get(id) ?? []);
      return { items: await present(db, session, rows), nextCursor: found.nextCursor };
    }
    const rows = await listCandidates(db, session, {
      after: decodeCursor(query.cursor),
      limit: query.limit,
    });
    const page = pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      (row) => row,
    );
    return { items: await present(db, session, page.items), nextCursor: page.nextCursor };
  });

  api.once(routes.createCandidate, ({ session, body, once }) =>
    once(async (tx) => {
      const id = await createCandidate(tx, session, body, deps);
      return presentOne(tx, session, id);
    }),
  );

  api.on(routes.getCandidate, async ({ db, session, params }) => {
    await requireVisible(db, session, params.id);
    return presentOne(db, session, params.id);
  });

  api.on(routes.listConsentEvents, async ({ db, session, params, query }) => {
    const { accountId } = session;
    await requireVisible(db, session, params.id);
    const candidate = await findCandidate(db, accountId, params.id);
    if (candidate === undefined) throw new Failure('not_found');
    const [rows, threads] = await Promise.all([
      listConsentEvents(db, accountId, candidate.phoneNumber, {
        after: decodeCursor(query.cursor),
        limit: query.limit,
      }),
      listConversationsOfCandidates(db, accountId, [params.id]),
    ]);
    const mayRead = mayReadWordings(session, candidate, threads, deps.clock());
    return pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      (row) => presentConsentEvent(row, { readWording: mayRead(row.createdAt) }),
    );
  });

  api.on(routes.updateCandidate, async ({ db, session, params, body, request }) => {
    await requireVisible(db, session, params.id);
    await inTransaction(db, async (tx) => {
      const changed = await changeCandidate(tx, deps, session, params.id, body);
      // Which fields, not what they say: a deleted candidate must leave nothing behind.
      if (changed.length > 0)
        await recordAudit(tx, deps, actorOf(session, request), {
          action: 'candidate.changed',
          subjectId: params.id,
          details: { fields: changed.join(', ') },
        });
      // A new name shows in every thread at once.
      await tellThreads(tx, session.accountId, params.id);
    });
    return presentOne(db, session, params.id);
  });

  api.on(routes.getCandidateDeletionPreview, async ({ db, session, params }) => {
    await requireVisible(db, session, params.id);
    return previewDeletion(db, deps, session, params.id);
  });

  api.on(routes.deleteCandidate, async ({ db, session, params, query, request }) => {
    await requireVisible(db, session, params.id);
    await deleteCandidate(db, deps, session, { ...params, ...query, actor: actorOf(session, request) });
    return { status: 'ok' as const };
  });

  api.on(routes.listDeletedCandidates, async ({ db, session, query }) => {
    const rows = await listDeleted(db, session.accountId, {
      since: restorableSince(deps.clock()),
      after: decodeCursor(query.cursor),
      limit: query.limit,
    });
    return pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.deletedAt, id: row.id }),
      presentDeleted,
    );
  });

  api.on(routes.restoreCandidate, async ({ db, session, params, request }) => {
    await restoreCandidate(db, deps, actorOf(session, request), params.id);
    return presentOne(db, session, params.id);
  });
}
