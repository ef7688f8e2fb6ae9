import type { TimelineEntry } from '../../../contract/timeline.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Cursor } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { listStageChanges } from '../audit/store.ts';
import type { CandidateRow } from '../candidates/store.ts';
import { keysOfNumber } from '../consent/hashed-number.ts';
import { presentConsentEvent } from '../consent/present.ts';
import { listConsentEvents } from '../consent/store.ts';
import { presentInterview } from '../scheduling/interviews/present.ts';
import { listInterviews } from '../scheduling/interviews/store.ts';
import { listActivity, presentActivity } from '../texting/conversations/activity.ts';
import { findMessagesByIds, listMessageIds } from '../texting/conversations/message-store.ts';
import { presentMessages } from '../texting/conversations/present.ts';
import { presentNote } from '../texting/notes/present.ts';
import { listNotes } from '../texting/notes/store.ts';
import type { Sight } from './rules.ts';

interface Page {
  after: Cursor | null;
  limit: number;
}

/** One more than fits, newest first: as many of each kind, of which the latest remain. */
export async function loadTimeline(
  db: Db,
  deps: Deps,
  session: Session,
  { candidate, sight, ...page }: Page & { candidate: CandidateRow; sight: Sight },
): Promise<TimelineEntry[]> {
  const kinds = await Promise.all([
    messages(db, deps, session, sight, page),
    notes(db, session, sight, page),
    activity(db, session, sight, page),
    interviews(db, session, candidate, page),
    stageChanges(db, session, candidate, page),
    consentEvents(db, deps, session, candidate, sight, page),
  ]);
  return kinds
    .flat()
    .sort((one, other) => (one.at === other.at ? compare(other.id, one.id) : compare(other.at, one.at)))
    .slice(0, page.limit + 1);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

async function messages(
  db: Db,
  deps: Deps,
  { accountId }: Session,
  { conversationIds }: Sight,
  page: Page,
): Promise<TimelineEntry[]> {
  const found = await listMessageIds(db, accountId, conversationIds, page);
  const rows = await findMessagesByIds(
    db,
    accountId,
    found.map(({ id }) => id),
  );
  const shown = new Map((await presentMessages(db, deps, accountId, rows)).map((each) => [each.id, each]));
  return found.flatMap(({ id, personId, firstName, lastName }) => {
    const message = shown.get(id);
    const colleague =
      personId === null || firstName === null ? null : { id: personId, firstName, lastName: lastName ?? '' };
    return message ? [{ kind: 'message', id, at: message.createdAt, message, colleague }] : [];
  });
}

async function notes(
  db: Db,
  session: Session,
  { conversationIds }: Sight,
  page: Page,
): Promise<TimelineEntry[]> {
  const rows = await listNotes(db, session.accountId, conversationIds, page);
  return rows
    .map((row) => presentNote(session, row))
    .map((note) => ({ kind: 'note', id: note.id, at: note.createdAt, note }));
}

async function activity(
  db: Db,
  { accountId }: Session,
  { conversationIds }: Sight,
  page: Page,
): Promise<TimelineEntry[]> {
  const rows = await listActivity(db, accountId, conversationIds, page);
  return rows.map((row) => ({
    kind: 'activity',
    id: row.id,
    at: row.createdAt.toISOString(),
    conversationId: row.conversationId,
    activity: presentActivity(row),
  }));
}

async function interviews(
  db: Db,
  session: Session,
  { id }: CandidateRow,
  page: Page,
): Promise<TimelineEntry[]> {
  const rows = await listInterviews(db, session, {
    candidateId: id,
    from: null,
    to: null,
    order: 'latest',
    after: page.after,
    limit: page.limit + 1,
  });
  return rows
    .map((row) => presentInterview(session, row))
    .map((interview) => ({ kind: 'interview', id: interview.id, at: interview.startsAt, interview }));
}

async function stageChanges(
  db: Db,
  { accountId }: Session,
  candidate: CandidateRow,
  page: Page,
): Promise<TimelineEntry[]> {
  const rows = await listStageChanges(db, accountId, candidate.id, page);
  return rows.map(({ id, change, job, stage, system, actorId, actorName, createdAt }) => ({
    kind: 'stage',
    id,
    at: createdAt.toISOString(),
    change,
    jobName: job,
    stageName: stage,
    system,
    by: { id: actorId, name: actorName },
  }));
}

async function consentEvents(
  db: Db,
  deps: Deps,
  { accountId }: Session,
  { phoneNumber }: CandidateRow,
  { readsWording }: Sight,
  page: Page,
): Promise<TimelineEntry[]> {
  const rows = await listConsentEvents(db, accountId, keysOfNumber(deps, accountId, phoneNumber), page);
  return rows
    .map((row) => presentConsentEvent(row, { readWording: readsWording(row.createdAt) }))
    .map((event) => ({ kind: 'consent', id: event.id, at: event.at, event }));
}
