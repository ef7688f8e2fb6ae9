import { type RawBuilder, sql } from 'kysely';
import type { UserType } from '../../../../contract/seats.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Cursor } from '../../../http/page.ts';

/* All SQL on notes. Nothing that sends reads them (notes-stay-inside.test.ts). */

export interface NoteRow {
  id: string;
  conversationId: string;
  body: string;
  /** Null: erased. */
  authorId: string | null;
  authorFirstName: string | null;
  authorLastName: string | null;
  mentionUserIds: string[];
  createdAt: Date;
  editedAt: Date | null;
  /** The candidate is on legal hold. */
  isOnHold: boolean;
}

async function select(db: Db, rest: RawBuilder<unknown>): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.conversation_id as "conversationId", n.body, n.author_id as "authorId",
           author.first_name as "authorFirstName", author.last_name as "authorLastName",
           n.created_at as "createdAt", n.edited_at as "editedAt", p.legal_hold as "isOnHold",
           case when n.mention_user_ids = '{}' then '{}' else array(
             select u.id from unnest(n.mention_user_ids) with ordinality as named (id, place)
               join users u on u.account_id = n.account_id and u.id = named.id order by named.place) end as "mentionUserIds"
      from notes n
      join conversations c on c.account_id = n.account_id and c.id = n.conversation_id
      join candidates p on p.account_id = c.account_id and p.id = c.candidate_id
      left join users author on author.account_id = n.account_id and author.id = n.author_id
     ${rest}`.execute(db);
  return rows;
}

/** Newest first, one more than fits. */
export function listNotes(
  db: Db,
  accountId: string,
  conversationIds: string[],
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<NoteRow[]> {
  if (conversationIds.length === 0) return Promise.resolve([]);
  const older = after ? sql`(n.created_at, n.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  return select(
    db,
    sql`where n.account_id = ${accountId} and n.conversation_id = any(${conversationIds}::uuid[]) and ${older}
        order by n.created_at desc, n.id desc limit ${limit + 1}`,
  );
}

export async function findNote(
  db: Db,
  accountId: string,
  { conversationId, id }: { conversationId: string; id: string },
): Promise<NoteRow | undefined> {
  const [row] = await select(
    db,
    sql`where n.account_id = ${accountId} and n.conversation_id = ${conversationId} and n.id = ${id}`,
  );
  return row;
}

/** Until the transaction ends, no one else changes it. A hold that is being put on the candidate is waited for. */
export async function lockNote(
  tx: Tx,
  accountId: string,
  { conversationId, id }: { conversationId: string; id: string },
): Promise<void> {
  await sql`
    select 1 from candidates
     where account_id = ${accountId}
       and id = (select candidate_id from conversations where account_id = ${accountId} and id = ${conversationId})
       for share`.execute(tx);
  await sql`select 1 from notes where account_id = ${accountId} and id = ${id} for update`.execute(tx);
}

export async function insertNote(
  tx: Tx,
  accountId: string,
  note: {
    id: string;
    conversationId: string;
    authorId: string;
    body: string;
    mentionUserIds: string[];
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('notes')
    .values({
      account_id: accountId,
      id: note.id,
      conversation_id: note.conversationId,
      author_id: note.authorId,
      body: note.body,
      mention_user_ids: note.mentionUserIds,
      created_at: note.at,
    })
    .execute();
}

export async function changeNote(
  tx: Tx,
  accountId: string,
  id: string,
  change: { body: string; mentionUserIds: string[]; at: Date },
): Promise<void> {
  await tx
    .updateTable('notes')
    .set({
      body: change.body,
      mention_user_ids: change.mentionUserIds,
      edited_at: change.at,
      search_terms: null,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function removeNote(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('notes').where('account_id', '=', accountId).where('id', '=', id).execute();
}

export interface Person {
  userId: string;
  userType: UserType;
  firstName: string;
  lastName: string;
  avatarId: string | null;
  email: string;
  wantsMail: boolean;
}

const PERSON = sql`
  select id as "userId", user_type as "userType", first_name as "firstName", last_name as "lastName", avatar_id as "avatarId",
         email, notify_mention_mail as "wantsMail"
    from users`;

/** Those of them who can sign in. */
export async function findPeople(db: Db, accountId: string, ids: string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Person>`${PERSON}
     where account_id = ${accountId} and id = any(${ids}::uuid[]) and not is_service
       and deactivated_at is null and deletes_at is null`.execute(db);
  return rows;
}

const MOST_LISTED = 500;

/** Admins, and those of the others who can sign in, by name. */
export async function listAdminsAnd(db: Db, accountId: string, ids: string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`${PERSON}
     where account_id = ${accountId} and (user_type = 'admin' or id = any(${ids}::uuid[]))
       and not is_service and deactivated_at is null and deletes_at is null
     order by first_name, last_name, id limit ${MOST_LISTED}`.execute(db);
  return rows;
}
