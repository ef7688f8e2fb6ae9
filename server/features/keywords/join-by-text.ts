import { sql } from 'kysely';
import { firstTextOf, type KeywordField } from '../../../contract/keywords.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { fillCandidate, isUnknown } from '../candidates/fill-candidate.ts';
import { recordConsent } from '../consent/record-consent.ts';
import { onlyWordOf } from '../consent/rules.ts';
import { isMachine } from '../out-of-office/rules.ts';
import { type Awaited, insertAwaited, removeAwaited } from '../texting/conversations/awaited-answers.ts';
import { countAutomaticInHour } from '../texting/sending/automatic-facts.ts';
import { writeAutomatic } from '../texting/sending/write-automatic.ts';
import { factIn, nameIn } from './rules.ts';
import {
  findKeywordByQuestion,
  findKeywordByWord,
  hasTypedSince,
  type KeywordRow,
  type QuestionRow,
} from './store.ts';

/** A text, at a seat's number, that is neither about consent nor an answer to anything else. */
export interface Heard {
  accountId: string;
  companyName: string;
  seatId: string;
  candidateId: string;
  conversationId: string;
  /** E.164, of who wrote. */
  from: string;
  body: string;
  at: Date;
}

export type Joining =
  | { kind: 'keyword'; keyword: KeywordRow }
  | { kind: 'answer'; keyword: KeywordRow; question: QuestionRow; said: Said; asked: Awaited };

type Said = { firstName: string; lastName: string } | { jobTitle: string } | { city: string };

/** An unanswered question is over then. */
const ANSWERED_WITHIN_MS = 24 * 3600_000;
/** A welcome or a question that comes later than this isn't of use. */
const WELCOME_WITHIN_MS = 3600_000;
/** The texts of two keywords with all their questions. More is a machine that answers. */
const MOST_AUTOMATIC_AN_HOUR = 6;

/** What a text is to the keywords of the number. Changes nothing. */
export async function readJoining(tx: Tx, heard: Heard, awaited: Awaited[]): Promise<Joining | null> {
  const word = onlyWordOf(heard.body);
  const keyword =
    word === null ? undefined : await findKeywordByWord(tx, heard.accountId, heard.seatId, word);
  if (keyword !== undefined) return { kind: 'keyword', keyword };
  // What was asked last is answered.
  const [asked] = awaited;
  return asked?.kind === 'keyword' ? readAnswer(tx, heard, asked) : null;
}

async function readAnswer(tx: Tx, heard: Heard, asked: Awaited): Promise<Joining | null> {
  const { accountId, conversationId } = heard;
  const keyword = await findKeywordByQuestion(tx, accountId, asked.subjectId);
  const question = keyword?.questions.find(({ id }) => id === asked.subjectId);
  if (keyword === undefined || question === undefined) return null;
  if (await hasTypedSince(tx, accountId, { conversationId, since: asked.askedAt })) return null;
  const said = readField(question.field, heard.body);
  return said === null ? null : { kind: 'answer', keyword, question, said, asked };
}

function readField(field: KeywordField, body: string): Said | null {
  if (field === 'name') return nameIn(body);
  const said = factIn(body, field === 'jobTitle' ? 120 : 80);
  if (said === null) return null;
  return field === 'jobTitle' ? { jobTitle: said } : { city: said };
}

/**
 * What follows from it, once the text is written: consent on record, tags and facts at the candidate, and the next text. False: no
 * text follows, so the candidate waits for a person.
 */
export async function applyJoining(tx: Tx, deps: Deps, heard: Heard, joining: Joining): Promise<boolean> {
  const { accountId, candidateId, conversationId, at } = heard;
  const { keyword } = joining;
  if (joining.kind === 'answer') await removeAwaited(tx, accountId, candidateId, [joining.asked]);
  else await recordJoin(tx, deps, heard, keyword);
  const candidate = await fillCandidate(tx, deps, accountId, candidateId, {
    tags: keyword.tags,
    ...(joining.kind === 'answer' ? joining.said : {}),
  });
  if (candidate === undefined) return false;
  const from = joining.kind === 'answer' ? keyword.questions.indexOf(joining.question) + 1 : 0;
  const next = keyword.questions
    .slice(from)
    .find(({ field }) => isUnknown(candidate, field === 'name' ? 'firstName' : field));
  const body =
    joining.kind === 'keyword'
      ? firstTextOf({ answer: keyword.answer, questions: next ? [next] : [] }, heard.companyName)
      : next?.text;
  if (body === undefined) return false;
  const isWritten = await writeAutomatic(tx, deps, {
    accountId,
    candidateId,
    conversationId,
    body,
    answersMessageAt: at,
    expiresAt: new Date(at.getTime() + WELCOME_WITHIN_MS),
    answersAutomatic: await isAnsweredByMachine(tx, heard),
  });
  if (!isWritten || next === undefined) return false;
  const askedAt = deps.clock();
  const expiresAt = new Date(askedAt.getTime() + ANSWERED_WITHIN_MS);
  const question = { candidateId, kind: 'keyword' as const, subjectId: next.id, conversationId };
  await insertAwaited(tx, accountId, [{ ...question, askedAt, expiresAt }]);
  return true;
}

/** They read the sign and texted what it says. */
function recordJoin(tx: Tx, deps: Deps, { accountId, from, at }: Heard, keyword: KeywordRow): Promise<void> {
  const grant = {
    phoneNumber: from,
    source: 'keyword' as const,
    method: `Texted ${keyword.keyword}`,
    wording: keyword.consentWording,
    wordingVersion: String(keyword.wordingVersion),
    actorUserId: null,
    at,
  };
  return recordConsent(tx, accountId, [grant], deps.newId);
}

/** People text a keyword twice, so that alone is no sign. */
async function isAnsweredByMachine(tx: Tx, heard: Heard): Promise<boolean> {
  const { accountId, conversationId, from, body, at } = heard;
  const automaticTexts = await countAutomaticInHour(tx, { accountId, conversationId, before: at });
  if (automaticTexts >= MOST_AUTOMATIC_AN_HOUR) return true;
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from number_directory where phone_number = ${from}) as found`.execute(tx);
  const isBusinessNumber = rows[0]?.found ?? false;
  return isMachine({ from, body, isBusinessNumber, repeats: false, automaticTexts: 0 });
}
