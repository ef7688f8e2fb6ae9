import type { JobStage } from '../../../../contract/ats.ts';
import type { BoardCard, Job, JobWithStages } from '../../../../contract/jobs.ts';
import type { Db } from '../../../db/connection.ts';
import type { Session } from '../../../http/session.ts';
import { formatPhone } from '../../../phone.ts';
import { latestOf, presentLastMessage } from '../../texting/conversations/present.ts';
import type { ConversationRow } from '../../texting/conversations/store.ts';
import { presentOwnApplication } from '../records/own-applications.ts';
import type { CardRow } from './applications-store.ts';
import { countByStage, type JobRow, listStages, type StageRow } from './store.ts';

export function presentJob({ createdAt, ...job }: JobRow): Job {
  return { ...job, createdAt: createdAt.toISOString() };
}

export async function presentJobWithStages(db: Db, session: Session, row: JobRow): Promise<JobWithStages> {
  const [stages, counts] = await Promise.all([
    listStages(db, session.accountId),
    countByStage(db, session, row.id),
  ]);
  return {
    ...presentJob(row),
    stages: stages.map(({ id, name, kind }) => ({ id, name, kind, candidates: counts.get(id) ?? 0 })),
  };
}

export function presentStage(stage: StageRow): JobStage {
  return { ...stage, jobId: null, jobName: null, atsType: null };
}

/** `threads`: those of the candidate that the person may see. */
export function presentCard(session: Session, row: CardRow, threads: ConversationRow[]): BoardCard {
  const { candidateId, firstName, lastName, phoneNumber } = row;
  const latest = latestOf(threads);
  return {
    application: presentOwnApplication(session, row),
    candidate: {
      id: candidateId,
      firstName,
      lastName,
      phoneNumber,
      phoneNumberFormatted: formatPhone(phoneNumber),
    },
    stageChangedAt: row.stageChangedAt.toISOString(),
    lastMessage: latest ? presentLastMessage(latest, session) : null,
    unreadCount: threads.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
    nextInterview: row.nextInterviewAt && { startsAt: row.nextInterviewAt.toISOString() },
  };
}
