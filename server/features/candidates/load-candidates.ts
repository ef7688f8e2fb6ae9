import type { Candidate, ListedCandidate } from '../../../contract/candidates.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { presentConsent } from '../consent/present.ts';
import { findGrants, findOptOuts } from '../consent/store.ts';
import { listApplications } from '../hiring/records/applications-store.ts';
import { listOwnApplications, presentOwnApplication } from '../hiring/records/own-applications.ts';
import { movableTypes, presentApplication } from '../hiring/records/present-application.ts';
import { latestOf, presentLastMessage } from '../texting/conversations/present.ts';
import { maySee } from '../texting/conversations/rules.ts';
import { type ConversationRow, listConversationsOfCandidates } from '../texting/conversations/store.ts';
import { presentCandidate } from './present.ts';
import { maySeeAll } from './rules.ts';
import { type CandidateRow, findCandidate, listWriters } from './store.ts';

/** No one deletes a thread that they may not see, or has its texts go elsewhere. */
const mayAll = (seesAll: boolean): Candidate['can'] => ({ delete: seesAll, changeNumber: seesAll });

/** Candidates as the person sees them: what they may do depends on the threads. */
export async function presentCandidates(
  db: Db,
  deps: Deps,
  session: Session,
  rows: CandidateRow[],
  given: ConversationRow[] | null = null,
): Promise<Candidate[]> {
  const { accountId } = session;
  const ids = rows.map((row) => row.id);
  const phones = rows.map((row) => row.phoneNumber);
  const [optOuts, grants, writers, threads, applications, ownApplications] = await Promise.all([
    findOptOuts(db, accountId, phones),
    findGrants(db, accountId, phones),
    listWriters(db, accountId, ids),
    // An admin may, whatever the threads are.
    given ?? (session.userType === 'admin' ? [] : listConversationsOfCandidates(db, accountId, ids)),
    // Candidates linked to a system have an ID there.
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
        grantedAt: grants.get(row.phoneNumber) ?? null,
        hasWritten: writers.has(row.id),
      }),
      applications: [
        ...(applicationsOf.get(row.id) ?? []).map((each) => presentApplication(each, movable)),
        ...(ownApplicationsOf.get(row.id) ?? []).map((each) => presentOwnApplication(session, each)),
      ],
      can: mayAll(maySeeAll(session, threadsOf.get(row.id) ?? [], now)),
    }),
  );
}

/** The same, with the last text or call of each: what was said only for those who may see that conversation. */
export async function presentListed(
  db: Db,
  deps: Deps,
  session: Session,
  rows: CandidateRow[],
): Promise<ListedCandidate[]> {
  const threads = await listConversationsOfCandidates(
    db,
    session.accountId,
    rows.map((row) => row.id),
  );
  const candidates = await presentCandidates(db, deps, session, rows, threads);
  const threadsOf = Map.groupBy(threads, (thread) => thread.candidateId);
  const now = deps.clock();
  return candidates.map((candidate) => ({
    ...candidate,
    lastContact: lastContactOf(session, threadsOf.get(candidate.id) ?? [], now),
  }));
}

function lastContactOf(
  session: Session,
  threads: ConversationRow[],
  now: Date,
): ListedCandidate['lastContact'] {
  const latest = latestOf(threads);
  const message = latest && presentLastMessage(latest, session);
  if (!message) return null;
  return maySee(session, latest, now)
    ? { conversationId: latest.id, message }
    : { conversationId: null, message: { ...message, body: null, hasMedia: false, hasContactCard: false } };
}

export async function presentOne(db: Db, deps: Deps, session: Session, id: string): Promise<Candidate> {
  const row = await findCandidate(db, session.accountId, id);
  const [candidate] = row ? await presentCandidates(db, deps, session, [row]) : [];
  if (candidate === undefined) throw new Failure('not_found');
  return candidate;
}
