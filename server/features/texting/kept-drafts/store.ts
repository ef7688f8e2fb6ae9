import { type RawBuilder, sql } from 'kysely';
import { DRAFT_BEGINNING, type ListedDraft } from '../../../../contract/kept-drafts.ts';
import type { Db } from '../../../db/connection.ts';
import { sweepRows } from '../../../db/sweep.ts';
import type { RenderedNote } from '../../../live/hub.ts';

export interface KeptDraftRow {
  id: string;
  body: string;
  mediaIds: string[];
  version: number;
  updatedAt: Date;
}

interface Place {
  accountId: string;
  userId: string;
  conversationId: string;
}

const COLUMNS = sql`id, body, media_ids as "mediaIds", version, updated_at as "updatedAt"`;

export async function findKeptDraft(
  db: Db,
  { accountId, userId, conversationId }: Place,
): Promise<KeptDraftRow | undefined> {
  const { rows } = await sql<KeptDraftRow>`
    select ${COLUMNS} from kept_drafts
     where account_id = ${accountId} and user_id = ${userId} and conversation_id = ${conversationId}`.execute(
    db,
  );
  return rows[0];
}

const MOST_LISTED = 200;

/** The latest first. Without their attachments, of which nothing could be listed. */
export async function listKeptDrafts(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<ListedDraft[]> {
  const { rows } = await sql<ListedDraft>`
    select conversation_id as "conversationId", left(body, ${DRAFT_BEGINNING}::int) as body from kept_drafts
     where account_id = ${accountId} and user_id = ${userId} and body <> ''
     order by updated_at desc, id desc limit ${MOST_LISTED}`.execute(db);
  return rows;
}

/** Undefined: what is kept is another version than the one that was changed. */
export async function putKeptDraft(
  db: Db,
  { accountId, userId, conversationId }: Place,
  draft: { id: string; body: string; mediaIds: string[]; baseVersion: number | undefined; at: Date },
): Promise<KeptDraftRow | undefined> {
  const base = sql`${draft.baseVersion ?? null}::integer`;
  const { rows } = await sql<KeptDraftRow>`
    insert into kept_drafts as kept (account_id, id, user_id, conversation_id, body, media_ids, version, updated_at)
    select ${accountId}::uuid, ${draft.id}::uuid, ${userId}::uuid, ${conversationId}::uuid, ${draft.body}::text,
           ${draft.mediaIds}::uuid[], 1, ${draft.at}::timestamptz
     where coalesce(${base}, 0) = 0 or exists (
             select from kept_drafts
              where account_id = ${accountId} and user_id = ${userId} and conversation_id = ${conversationId})
        on conflict (account_id, conversation_id, user_id) do update
       set body = excluded.body, media_ids = excluded.media_ids, version = kept.version + 1, updated_at = excluded.updated_at
     where ${base} is null or kept.version = ${base}
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

/**
 * Empties what the senders of texts had begun to write in those conversations: part of the statement that writes the texts, after it
 * has locked the conversations, so that two of them can't wait for each other.
 */
export const emptyingKeptDrafts: RawBuilder<unknown> = sql`
  update kept_drafts kept
     set body = '', media_ids = '{}', version = kept.version + 1, updated_at = input.created_at
    from input join locked on locked.account_id = input.account_id and locked.id = input.conversation_id
   where kept.account_id = input.account_id and kept.conversation_id = input.conversation_id
     and kept.user_id = input.sender_id and (kept.body <> '' or kept.media_ids <> '{}')`;

/** What was emptied that long ago: no browser has an older version open anymore. */
export function sweepKeptDrafts(db: Db): Promise<void> {
  return sweepRows(db, 'kept_drafts', {
    time: sql`updated_at`,
    before: sql`now() - interval '30 days' and body = '' and media_ids = '{}'`,
  });
}

/** Only the person's own browsers hear of it. */
export async function renderKeptDrafts(
  db: Db,
  accountId: string,
  ids: string[],
): Promise<Map<string, RenderedNote>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; userId: string; conversationId: string; version: number }>`
    select id, user_id as "userId", conversation_id as "conversationId", version from kept_drafts
     where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, userId, conversationId, version }) => [
      id,
      {
        events: [{ type: 'keptDraft.updated', conversationId, version }],
        userIds: [userId],
        isPersonal: true,
      },
    ]),
  );
}
