import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { INTERVIEW_ENDS_FIRST } from '../../../../contract/interviews.ts';
import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { findCandidate } from '../../candidates/store.ts';
import { tellThreads } from '../../candidates/tell-threads.ts';
import { requireVisible } from '../../hiring/records/hidden.ts';
import { lockCalendarOf } from './lock-calendar.ts';
import { answerAfter, refusalToEdit } from './rules.ts';
import {
  type InterviewFields,
  type InterviewRow,
  insertInterview,
  lockInterview,
  updateInterview,
} from './store.ts';

/** An interview was moved, changed or canceled: updates calendars and invited people. */
export const interviewChanged = jobKind({
  name: 'interviewChanged',
  payload: z.object({ accountId: z.uuid(), interviewId: z.uuid() }),
  maxAttempts: 8,
});

/** So that several changes in a row send one mail about all of them. */
const CHANGES_MERGE_MS = 60_000;

interface Who {
  session: Session;
  actor: Actor;
}

/** Throws `not_found` for a candidate that isn't there, or that the person doesn't see. */
export async function requireCandidate(db: Db, session: Session, id: string): Promise<void> {
  await requireVisible(db, session, id);
  if ((await findCandidate(db, session.accountId, id)) === undefined) throw new Failure('not_found');
}

export async function addInterview(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  body: BodyOf<typeof routes.createInterview>,
): Promise<string> {
  const { accountId, userId } = session;
  const { candidateId } = body;
  await requireCandidate(tx, session, candidateId);
  const id = deps.newId();
  await lockCalendarOf(tx, accountId, userId);
  await insertInterview(tx, accountId, {
    id,
    candidateId,
    createdById: userId,
    at: deps.clock(),
    title: body.title,
    startsAt: new Date(body.startsAt),
    endsAt: new Date(body.endsAt),
    timezone: body.timezone ?? null,
    location: body.location ?? null,
    videoUrl: body.videoUrl ?? null,
    interviewers: body.interviewers ?? [],
    status: 'scheduled',
    rescheduleRequestedAt: null,
  });
  await recordAudit(tx, deps, actor, { action: 'interview.created', subjectId: candidateId });
  await tellThreads(tx, accountId, candidateId);
  return id;
}

export async function changeInterview(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { id, startsAt, endsAt, ...changes }: BodyOf<typeof routes.updateInterview> & { id: string },
): Promise<void> {
  const before = await requireEditable(tx, session, id);
  const asked = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<InterviewFields>;
  const after = {
    ...before,
    ...asked,
    startsAt: startsAt === undefined ? before.startsAt : new Date(startsAt),
    endsAt: endsAt === undefined ? before.endsAt : new Date(endsAt),
  };
  if (after.endsAt <= after.startsAt) throw invalidField('endsAt', INTERVIEW_ENDS_FIRST);
  const answer = answerAfter(before, { startsAt: after.startsAt, status: asked.status });
  await write(tx, deps, actor, before, { ...after, ...answer });
}

export async function cancelInterview(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { id }: { id: string },
): Promise<void> {
  const before = await requireEditable(tx, session, id);
  await write(tx, deps, actor, before, { ...before, status: 'canceled' });
}

/** What a person can't see isn't there. */
async function requireEditable(tx: Tx, session: Session, id: string): Promise<InterviewRow> {
  const interview = await lockInterview(tx, session.accountId, id);
  if (interview === undefined) throw new Failure('not_found');
  await requireVisible(tx, session, interview.candidateId);
  const refusal = refusalToEdit(session, interview);
  if (refusal !== null) throw new Failure(refusal);
  return interview;
}

const FIELDS = [
  'title',
  'startsAt',
  'endsAt',
  'timezone',
  'location',
  'videoUrl',
  'interviewers',
  'status',
  'rescheduleRequestedAt',
] as const;

async function write(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  before: InterviewRow,
  after: InterviewRow,
): Promise<void> {
  const { id, candidateId } = before;
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return;
  if (before.createdById !== null) await lockCalendarOf(tx, actor.accountId, before.createdById);
  await updateInterview(tx, actor.accountId, id, { ...after, at: deps.clock() });
  // Which fields, not their values: a deleted candidate must leave nothing behind.
  await recordAudit(
    tx,
    deps,
    actor,
    changed.includes('status') && after.status === 'canceled'
      ? { action: 'interview.canceled', subjectId: candidateId }
      : { action: 'interview.changed', subjectId: candidateId, details: { fields: changed.join(', ') } },
  );
  await tellThreads(tx, actor.accountId, candidateId);
  const payload = { accountId: actor.accountId, interviewId: id };
  const runAt = new Date(Date.now() + CHANGES_MERGE_MS);
  await enqueue(tx, [
    { kind: interviewChanged, payload, queue: `interview:${id}`, key: `interviewChanged:${id}`, runAt },
  ]);
}
