import type { Tx } from '../../../../db/connection.ts';
import { tellThreads } from '../../../candidates/tell-threads.ts';
import { pauseOnboardings } from '../../../hiring/onboardings/store.ts';
import { answerInterviews } from '../../../scheduling/interviews/store.ts';
import { answerOffer } from '../../../scheduling/offers/answer-offer.ts';
import { type Awaited, listAwaited, removeAwaited } from '../../conversations/awaited-answers.ts';
import { answerOf, asksForSomething, isAcknowledgement, isForSomeoneElse } from './rules.ts';
import { insertReadAnswer, listTypedSince, markForPlanning } from './store.ts';

/** A text from a candidate whose answer we await. */
export interface Reply {
  accountId: string;
  candidateId: string;
  conversationId: string;
  /** The number that they wrote to. */
  numberId: string;
  body: string;
  hasMedia: boolean;
  at: Date;
}

export interface Reading {
  awaited: Awaited[];
  /** The answer to the reminder of an interview. Null: for a person to read. */
  interview: { id: string; startsAt: Date; answer: 'confirmed' | 'rescheduleRequested' } | null;
  needsNoOne: boolean;
}

/** What it answers, of what the candidate was asked. Changes nothing. */
export async function readAnswer(tx: Tx, reply: Reply): Promise<Reading> {
  const { accountId, body, hasMedia } = reply;
  const awaited = await listAwaited(tx, accountId, reply);
  const interview = hasMedia ? null : await readInterview(tx, reply, awaited);
  return {
    awaited,
    interview,
    needsNoOne: interview?.answer === 'confirmed' || (!hasMedia && isAcknowledgement(body)),
  };
}

/** It answers times that were offered since. With several upcoming interviews, it's unknown which one is meant. */
async function readInterview(tx: Tx, reply: Reply, awaited: Awaited[]): Promise<Reading['interview']> {
  const { accountId, body } = reply;
  const asked = awaited.flatMap(({ subjectId, startsAt, ...one }) =>
    one.kind === 'interview' && startsAt !== null ? [{ ...one, id: subjectId, startsAt }] : [],
  );
  const [last] = asked;
  if (last === undefined || lastQuestion(awaited)?.kind === 'times') return null;
  if (asked.some(({ startsAt }) => startsAt.getTime() !== last.startsAt.getTime())) return null;
  const answer = answerOf(body, { isAskedToConfirm: true });
  if (answer !== 'confirmed' && answer !== 'rescheduleRequested') return null;
  const typed = await listTypedSince(tx, accountId, typedAfter(reply, last));
  return isForSomeoneElse(body, typed) ? null : { ...last, answer };
}

const typedAfter = ({ conversationId }: Reply, asked: Pick<Awaited, 'askedAt' | 'conversationId'>) => ({
  conversationIds: [conversationId, asked.conversationId],
  since: asked.askedAt,
});

/** Onboarding and stage messages ask for nothing in particular. */
const lastQuestion = (awaited: Awaited[]) =>
  awaited.find(({ kind }) => kind === 'interview' || kind === 'times');

/** By an automation, or by a person. */
async function isAskedSince(tx: Tx, reply: Reply, awaited: Awaited[], question: Awaited): Promise<boolean> {
  if (awaited.some((other) => other.askedAt > question.askedAt)) return true;
  return asksForSomething(await listTypedSince(tx, reply.accountId, typedAfter(reply, question)));
}

/** What follows from it, once the text is written. */
export async function applyAnswer(
  tx: Tx,
  { messageId, ...reply }: Reply & { messageId: string },
  { awaited, interview, needsNoOne }: Reading,
): Promise<void> {
  const { accountId, candidateId, at } = reply;
  let isNews = false;
  if (interview !== null) {
    const { id: interviewId, startsAt, answer } = interview;
    await insertReadAnswer(tx, accountId, { messageId, interviewId, startsAt, answer });
    isNews = await answerInterviews(tx, accountId, { candidateId, startsAt, answer, at });
  }
  const question = lastQuestion(awaited);
  const isChoice =
    question?.kind === 'times' &&
    !reply.hasMedia &&
    (await answerOffer(tx, {
      ...reply,
      offerId: question.subjectId,
      isAskedSince: await isAskedSince(tx, reply, awaited, question),
    }));
  const onboardings = needsNoOne || isChoice ? [] : awaited.filter(({ kind }) => kind === 'onboarding');
  const paused = await pauseOnboardings(
    tx,
    accountId,
    onboardings.map(({ subjectId }) => subjectId),
    at,
  );
  if (isNews || paused) await tellThreads(tx, accountId, candidateId);
  const stages = awaited.filter(({ kind }) => kind === 'stage');
  if (stages.length > 0) await markForPlanning(tx, accountId, candidateId);
  // A reminder can be answered again until the interview begins.
  await removeAwaited(tx, accountId, candidateId, [...onboardings, ...stages]);
}
