import { isDeepStrictEqual } from 'node:util';
import { type KeywordQuestion, MOST_KEYWORDS } from '../../../contract/keywords.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { unlessTaken } from '../../http/unless-taken.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { onlyWordOf } from '../consent/rules.ts';
import { isReserved } from './rules.ts';
import {
  deleteKeyword,
  findKeyword,
  insertKeyword,
  type KeywordRow,
  lockKeywordsOf,
  type QuestionRow,
  replaceQuestions,
  updateKeyword,
} from './store.ts';

const ONE_WORD = ['keywords_account_id_seat_id_word_key', 'keyword_taken'] as const;

interface Who {
  session: Session;
  actor: Actor;
}

export async function addKeyword(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { questions = [], tags = [], ...fields }: BodyOf<typeof routes.createKeyword>,
): Promise<KeywordRow> {
  const { accountId, seatId } = session;
  if (seatId === null || session.numberId === null) throw new Failure('no_number');
  const word = requireWord(fields.keyword);
  if ((await lockKeywordsOf(tx, accountId, seatId)) >= MOST_KEYWORDS) throw new Failure('keywords_used_up');
  const id = deps.newId();
  const at = deps.clock();
  await unlessTaken(
    insertKeyword(tx, accountId, { ...fields, word, tags, wordingVersion: 1, id, seatId, at }),
    ...ONE_WORD,
  );
  await replaceQuestions(tx, accountId, id, withIds(deps, questions, []));
  await recordAudit(tx, deps, actor, { action: 'keyword.created', subjectId: id, subject: fields.keyword });
  return requireKeyword(tx, session, id);
}

export async function changeKeyword(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  id: string,
  changes: BodyOf<typeof routes.updateKeyword>,
): Promise<KeywordRow> {
  const { accountId } = session;
  const { seatId } = await requireKeyword(tx, session, id);
  await lockKeywordsOf(tx, accountId, seatId);
  const before = await requireKeyword(tx, session, id);
  const keyword = changes.keyword ?? before.keyword;
  const consentWording = changes.consentWording ?? before.consentWording;
  const isReworded = consentWording !== before.consentWording;
  await unlessTaken(
    updateKeyword(tx, accountId, id, {
      keyword,
      word: requireWord(keyword),
      answer: changes.answer ?? before.answer,
      tags: changes.tags ?? before.tags,
      consentWording,
      wordingVersion: before.wordingVersion + (isReworded ? 1 : 0),
      at: deps.clock(),
    }),
    ...ONE_WORD,
  );
  if (changes.questions)
    await replaceQuestions(tx, accountId, id, withIds(deps, changes.questions, before.questions));
  await recordAudit(tx, deps, actor, { action: 'keyword.changed', subjectId: id, subject: keyword });
  return requireKeyword(tx, session, id);
}

export async function removeKeyword(tx: Tx, deps: Deps, { session, actor }: Who, id: string): Promise<void> {
  const { keyword } = await requireKeyword(tx, session, id);
  await deleteKeyword(tx, session.accountId, id);
  await recordAudit(tx, deps, actor, { action: 'keyword.deleted', subjectId: id, subject: keyword });
}

/** That of one's own number; of any number for admins. What a person can't see isn't there. */
export async function requireKeyword(tx: Tx, session: Session, id: string): Promise<KeywordRow> {
  const row = await findKeyword(tx, session.accountId, id);
  if (row === undefined || (session.userType !== 'admin' && row.seatId !== session.seatId))
    throw new Failure('not_found');
  return row;
}

function requireWord(keyword: string): string {
  const word = onlyWordOf(keyword);
  if (word === null || isReserved(keyword))
    throw invalidField('keyword', 'Candidates text this word to mean something else. Choose another one.');
  return word;
}

/** A question that stays the same keeps its ID, since candidates may be about to answer it. */
function withIds(deps: Deps, questions: KeywordQuestion[], before: QuestionRow[]): QuestionRow[] {
  return questions.map(
    (question) =>
      before.find(({ id: _, ...same }) => isDeepStrictEqual(same, { ...question })) ?? {
        ...question,
        id: deps.newId(),
      },
  );
}
