import type { z } from 'zod';
import type { PlannedText } from '../../../contract/automations.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { findStarts } from '../hiring/onboardings/store.ts';
import { listStageEntries } from '../hiring/records/stage-entries.ts';
import { zoneOfCandidate } from '../scheduling/interviews/rules.ts';
import { findNextInterviews } from '../scheduling/interviews/store.ts';
import { type Known, mergeValuesOf } from '../texting/sending/merge-values.ts';
import type { CandidateFacts } from './candidate-facts.ts';
import { previewOf } from './fill-in.ts';
import type { ListedText } from './listed-store.ts';
import { sentenceOf } from './reasons.ts';
import { findSenders, type Sender } from './senders.ts';

type Planning = Omit<z.infer<typeof routes.previewAutomation.reply>['items'][number], 'held'>;

/** What a planned text and one that an automation would plan have in common. */
export function presentPlanning(shown: {
  candidate: ListedText['candidate'];
  sendAt: Date;
  reason: string | null;
  body: string;
  about: Pick<Known, 'interview' | 'startsAt'>;
  sender: Sender;
  subject: Planning['subject'];
}): Planning {
  const { candidate, sendAt, sender, about } = shown;
  const { companyName, links } = sender;
  const values = mergeValuesOf(
    { ...candidate, companyName, links, ...about },
    { ...candidate, from: sender.from },
    sender,
  );
  const { id, firstName, lastName, phoneNumber } = candidate;
  return {
    candidate: { id, firstName, lastName, phoneNumber, phoneNumberFormatted: formatPhone(phoneNumber) },
    sendAt: sendAt.toISOString(),
    timezone: zoneOfCandidate({ startsAt: sendAt, timezone: about.interview?.timezone ?? null }, candidate),
    reason: shown.reason,
    preview: previewOf(shown.body, values, links),
    subject: shown.subject,
  };
}

export async function presentPlanned(
  db: Db,
  { accountId, userId }: Pick<Session, 'accountId' | 'userId'>,
  rows: ListedText[],
  now: Date,
): Promise<PlannedText[]> {
  const withoutInterview = rows.filter(({ interview }) => interview === null);
  const candidates = withoutInterview.map(({ candidateId }) => ({ accountId, candidateId }));
  const ofStages = rows.filter(({ type }) => type === 'stageMessage').map(({ candidateId }) => candidateId);
  const [senders, next, starts, entries] = await Promise.all([
    findSenders(
      db,
      accountId,
      rows.map((text) => ({ text })),
    ),
    findNextInterviews(db, candidates, now),
    findStarts(db, candidates),
    listStageEntries(db, accountId, [...new Set(ofStages)]),
  ]);
  const stageNames = new Map(
    entries.map(({ applicationId, stageId, stageName }) => [`${applicationId} ${stageId}`, stageName]),
  );
  return rows.flatMap((row) => {
    const sender = senders.get(row.id);
    if (sender === undefined) return [];
    const interview = row.interview && { ...row.interview, startsAt: new Date(row.interview.startsAt) };
    const planning = presentPlanning({
      candidate: row.candidate,
      sendAt: row.sendAt,
      reason: sentenceOf(row.reason, row.reasonDetails),
      body: row.editedBody ?? row.body,
      about: {
        interview: interview ?? next.get(row.candidateId),
        startsAt: row.type === 'onboardingMessage' ? row.subjectAt : starts.get(row.candidateId),
      },
      sender,
      subject: subjectOf(row.type, {
        id: row.subjectId,
        at: row.subjectAt,
        interview,
        candidate: row.candidate,
        stageName: stageNames.get(row.occasion),
      }),
    });
    return [{ ...planning, ...presentState(row, userId), preview: row.message?.body ?? planning.preview }];
  });
}

function presentState(row: ListedText, viewerId: string) {
  const isOpen = row.status === 'planned' || row.status === 'held';
  const { seatId, seatUser } = row;
  return {
    id: row.id,
    automationId: row.automationId,
    automationName: row.automationName,
    type: row.type,
    automationVersion: row.version,
    sender: seatId === null || seatUser === null ? null : { seatId, ...seatUser },
    status: row.status,
    edited: row.editedBody !== null,
    conversationId: row.message?.conversationId ?? null,
    messageId: row.messageId,
    can: {
      skip: isOpen,
      sendNow: isOpen,
      edit: isOpen,
      decide: row.status === 'held' && row.reason === 'too_many_at_once' && row.ownerId === viewerId,
    },
  };
}

export function subjectOf(
  type: ListedText['type'],
  about: {
    id: string;
    at: Date;
    interview: { title: string } | null | undefined;
    candidate: Pick<CandidateFacts, 'jobTitle'>;
    stageName: string | undefined;
  },
): Planning['subject'] {
  const { id, at, interview, candidate, stageName } = about;
  const subject = { id, at: at.toISOString() };
  if (type === 'interviewReminder')
    return { ...subject, kind: 'interview', title: interview?.title ?? 'Interview' };
  if (type === 'onboardingMessage')
    return { ...subject, kind: 'onboarding', title: candidate.jobTitle ?? 'Onboarding' };
  return { ...subject, kind: 'application', title: stageName ?? 'Stage' };
}
