import { sql } from 'kysely';
import type { KeywordField } from '../../../contract/keywords.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';

export interface QuestionRow {
  id: string;
  field: KeywordField;
  text: string;
}

export interface KeywordRow {
  id: string;
  seatId: string;
  keyword: string;
  answer: string;
  tags: string[];
  consentWording: string;
  wordingVersion: number;
  createdAt: Date;
  updatedAt: Date;
  phoneNumber: string | null;
  companyName: string;
  ownerId: string | null;
  ownerFirstName: string | null;
  ownerLastName: string | null;
  questions: QuestionRow[];
}

const SELECTED = sql`
  select k.id, k.seat_id as "seatId", k.keyword, k.answer, k.tags, k.consent_wording as "consentWording",
         k.wording_version as "wordingVersion", k.created_at as "createdAt", k.updated_at as "updatedAt",
         n.phone_number as "phoneNumber", a.name as "companyName", u.id as "ownerId", u.first_name as "ownerFirstName",
         u.last_name as "ownerLastName",
         array(select json_build_object('id', q.id, 'field', q.field, 'text', q.body)
                 from keyword_questions q
                where q.account_id = k.account_id and q.keyword_id = k.id order by q.position) as questions
    from keywords k
    join accounts a on a.id = k.account_id
    join seats s on s.account_id = k.account_id and s.id = k.seat_id
    left join users u on u.account_id = s.account_id and u.id = s.user_id
    left join numbers n on n.account_id = s.account_id and n.seat_id = s.id`;

/** Newest first; of one seat, or of all. */
export async function listKeywords(
  db: Db,
  accountId: string,
  { seatId, after, limit }: { seatId: string | null; after: Cursor | null; limit: number },
): Promise<KeywordRow[]> {
  const { rows } = await sql<KeywordRow>`
    ${SELECTED}
     where k.account_id = ${accountId}
       and (${seatId}::uuid is null or k.seat_id = ${seatId}::uuid)
       and (${after?.at ?? null}::timestamptz is null
            or (k.created_at, k.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
     order by k.created_at desc, k.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

export async function findKeyword(db: Db, accountId: string, id: string): Promise<KeywordRow | undefined> {
  const { rows } = await sql<KeywordRow>`
    ${SELECTED} where k.account_id = ${accountId} and k.id = ${id}`.execute(db);
  return rows[0];
}

/** What a candidate has texted to a seat's number. */
export async function findKeywordByWord(
  db: Db,
  accountId: string,
  seatId: string,
  word: string,
): Promise<KeywordRow | undefined> {
  const { rows } = await sql<KeywordRow>`
    ${SELECTED} where k.account_id = ${accountId} and k.seat_id = ${seatId} and k.word = ${word}`.execute(db);
  return rows[0];
}

/** The keyword that asked a question. */
export async function findKeywordByQuestion(
  db: Db,
  accountId: string,
  questionId: string,
): Promise<KeywordRow | undefined> {
  const { rows } = await sql<KeywordRow>`
    ${SELECTED}
     where k.account_id = ${accountId}
       and k.id = (select keyword_id from keyword_questions where account_id = ${accountId} and id = ${questionId})`.execute(
    db,
  );
  return rows[0];
}

/** No one else adds or changes keywords of the seat until the transaction ends. Returns how many it has. */
export async function lockKeywordsOf(tx: Tx, accountId: string, seatId: string): Promise<number> {
  await sql`select 1 from seats where account_id = ${accountId} and id = ${seatId} for update`.execute(tx);
  const { count } = await tx
    .selectFrom('keywords')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('seat_id', '=', seatId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface KeywordValues {
  keyword: string;
  word: string;
  answer: string;
  tags: string[];
  consentWording: string;
  wordingVersion: number;
}

const columnsOf = ({ consentWording, wordingVersion, ...same }: KeywordValues) => ({
  ...same,
  consent_wording: consentWording,
  wording_version: wordingVersion,
});

export async function insertKeyword(
  tx: Tx,
  accountId: string,
  { id, seatId, at, ...values }: KeywordValues & { id: string; seatId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('keywords')
    .values({
      account_id: accountId,
      id,
      seat_id: seatId,
      created_at: at,
      updated_at: at,
      ...columnsOf(values),
    })
    .execute();
}

export async function updateKeyword(
  tx: Tx,
  accountId: string,
  id: string,
  { at, ...values }: KeywordValues & { at: Date },
): Promise<void> {
  await tx
    .updateTable('keywords')
    .set({ ...columnsOf(values), updated_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Instead of those it has. */
export async function replaceQuestions(
  tx: Tx,
  accountId: string,
  keywordId: string,
  questions: QuestionRow[],
): Promise<void> {
  await tx
    .deleteFrom('keyword_questions')
    .where('account_id', '=', accountId)
    .where('keyword_id', '=', keywordId)
    .execute();
  if (questions.length === 0) return;
  await tx
    .insertInto('keyword_questions')
    .values(
      questions.map(({ id, field, text }, position) => ({
        account_id: accountId,
        id,
        keyword_id: keywordId,
        position,
        field,
        body: text,
      })),
    )
    .execute();
}

export async function deleteKeyword(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('keywords').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Whether a person has texted in the conversation since: the candidate answers them. */
export async function hasTypedSince(
  db: Db,
  accountId: string,
  { conversationId, since }: { conversationId: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from messages
                    where account_id = ${accountId} and conversation_id = ${conversationId} and created_at > ${since}
                      and direction = 'outbound' and not is_automatic) as found`.execute(db);
  return rows[0]?.found ?? false;
}
