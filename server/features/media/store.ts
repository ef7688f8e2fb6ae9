import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { lockNamed } from '../../db/lock-named.ts';
import type { DB } from '../../db/schema.ts';

export interface MediaRow {
  id: string;
  messageId: string | null;
  status: DB['media']['status'];
  contentType: string;
  bytes: number | null;
  /** Whose content it is; its own, unless it's a text of a broadcast. */
  contentId: string;
}

const COLUMNS = [
  'id',
  'message_id as messageId',
  'status',
  'content_type as contentType',
  'bytes',
  sql<string>`coalesce(content_id, id)`.as('contentId'),
] as const;

/** In nothing that is sent, or kept to be sent. */
export const UNUSED = sql<boolean>`(message_id is null and template_id is null and broadcast_id is null)`;

export async function insertUpload(
  db: Db,
  upload: { accountId: string; id: string; contentType: string; bytes: number; uploadedBy: string },
): Promise<void> {
  await db
    .insertInto('media')
    .values({
      account_id: upload.accountId,
      id: upload.id,
      status: 'stored',
      content_type: upload.contentType,
      bytes: upload.bytes,
      uploaded_by: upload.uploadedBy,
    })
    .execute();
}

/** What a person and their company have uploaded. No one in the company uploads anything else until the transaction ends. */
export async function lockUploadsMade(
  tx: Tx,
  accountId: string,
  userId: string,
): Promise<{ unsent: number; bytesOfPerson: number; bytesOfAccount: number }> {
  await lockNamed(tx, `uploads ${accountId}`);
  const { rows } = await sql<{ unsent: number; bytesOfPerson: number; bytesOfAccount: number }>`
    select (select count(*)::int from media
             where account_id = ${accountId} and uploaded_by = ${userId} and ${UNUSED}
               and created_at > now() - interval '24 hours') as unsent,
           coalesce(sum(bytes) filter (where uploaded_by = ${userId}), 0)::float8 as "bytesOfPerson",
           coalesce(sum(bytes), 0)::float8 as "bytesOfAccount"
      from media
     where account_id = ${accountId} and uploaded_by is not null and created_at > now() - interval '24 hours'`.execute(
    tx,
  );
  return rows[0] ?? { unsent: 0, bytesOfPerson: 0, bytesOfAccount: 0 };
}

export async function deleteMedia(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('media').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Media of an inbound text, still at the carrier. */
export async function insertPending(
  db: Db,
  accountId: string,
  messageId: string,
  media: { id: string; contentType: string; carrierUrl: string }[],
): Promise<void> {
  if (media.length === 0) return;
  await db
    .insertInto('media')
    .values(
      media.map((item, position) => ({
        account_id: accountId,
        id: item.id,
        message_id: messageId,
        position,
        status: 'pending' as const,
        content_type: item.contentType,
        carrier_url: item.carrierUrl,
      })),
    )
    .execute();
}

/** Gives a person's own uploads to a message; those that weren't theirs or are already used are missing from the result. */
export async function attachUploads(
  db: Db,
  accountId: string,
  attachment: { messageId: string; mediaIds: string[]; uploadedBy: string },
): Promise<MediaRow[]> {
  return db
    .updateTable('media')
    .set({
      message_id: attachment.messageId,
      position: sql<number>`array_position(${attachment.mediaIds}::uuid[], id)`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${attachment.mediaIds}::uuid[])`)
    .where(UNUSED)
    .where('uploaded_by', '=', attachment.uploadedBy)
    .returning(COLUMNS)
    .execute();
}

/** What was added to a text that was undone can be added to another. */
export async function releaseUploads(tx: Tx, accountId: string, messageId: string): Promise<void> {
  await tx
    .updateTable('media')
    .set({ message_id: null })
    .where('account_id', '=', accountId)
    .where('message_id', '=', messageId)
    .where('uploaded_by', 'is not', null)
    .execute();
}

export function listMediaOf(db: Db, accountId: string, messageIds: string[]): Promise<MediaRow[]> {
  if (messageIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('media')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('message_id', '=', sql<string>`any(${messageIds}::uuid[])`)
    .orderBy('position')
    .execute();
}

/**
 * Makes these a template's attachments, in this order: the person's own unused uploads, and what it already has. Returns how many
 * of them there are.
 */
export async function putIntoTemplate(
  tx: Tx,
  accountId: string,
  { templateId, mediaIds, uploadedBy }: { templateId: string; mediaIds: string[]; uploadedBy: string },
): Promise<number> {
  await sql`
    update media set template_id = null
     where account_id = ${accountId} and template_id = ${templateId} and id <> all(${mediaIds}::uuid[])`.execute(
    tx,
  );
  const { numAffectedRows = 0n } = await sql`
    update media set template_id = ${templateId}::uuid, position = array_position(${mediaIds}::uuid[], id)
     where account_id = ${accountId} and id = any(${mediaIds}::uuid[]) and (template_id = ${templateId} or ${UNUSED} and uploaded_by = ${uploadedBy})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

export function listMediaOfTemplates(
  db: Db,
  accountId: string,
  templateIds: string[],
): Promise<(MediaRow & { templateId: string | null })[]> {
  if (templateIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('media')
    .select([...COLUMNS, 'template_id as templateId'])
    .where('account_id', '=', accountId)
    .where('template_id', '=', sql<string>`any(${templateIds}::uuid[])`)
    .orderBy('position')
    .execute();
}

/** The person's own unused uploads become a broadcast's attachments, in this order. Returns how many of them there are. */
export async function putIntoBroadcast(
  tx: Tx,
  accountId: string,
  { broadcastId, mediaIds, uploadedBy }: { broadcastId: string; mediaIds: string[]; uploadedBy: string },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update media set broadcast_id = ${broadcastId}::uuid, position = array_position(${mediaIds}::uuid[], id)
     where account_id = ${accountId} and id = any(${mediaIds}::uuid[]) and ${UNUSED} and uploaded_by = ${uploadedBy}`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Its texts show its attachments, without a copy of their contents. */
export async function showMediaOfBroadcast(
  tx: Tx,
  accountId: string,
  broadcastId: string,
  messageIds: string[],
): Promise<void> {
  await sql`
    insert into media (account_id, id, message_id, position, status, content_type, bytes, content_id)
    select account_id, gen_random_uuid(), text.id, position, status, content_type, bytes, media.id
      from media cross join unnest(${messageIds}::uuid[]) as text(id)
     where account_id = ${accountId} and broadcast_id = ${broadcastId}`.execute(tx);
}

export function listMediaOfBroadcasts(
  db: Db,
  accountId: string,
  broadcastIds: string[],
): Promise<(MediaRow & { broadcastId: string | null })[]> {
  return db
    .selectFrom('media')
    .select([...COLUMNS, 'broadcast_id as broadcastId'])
    .where('account_id', '=', accountId)
    .where('broadcast_id', '=', sql<string>`any(${broadcastIds}::uuid[])`)
    .orderBy('position')
    .execute();
}

export function findMedia(db: Db, accountId: string, id: string) {
  return db
    .selectFrom('media')
    .select([...COLUMNS, 'carrier_url as carrierUrl'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function settleMedia(
  db: Db,
  accountId: string,
  id: string,
  outcome: { status: 'stored'; contentType: string; bytes: number } | { status: 'refused' },
): Promise<void> {
  await db
    .updateTable('media')
    .set({
      status: outcome.status,
      carrier_url: null,
      ...(outcome.status === 'stored' ? { content_type: outcome.contentType, bytes: outcome.bytes } : {}),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

interface Wanted {
  mediaIds: string[];
  uploadedBy: string;
}

/** Which of these are the person's own and unused. */
export function findUploads(db: Db, accountId: string, wanted: Wanted): Promise<MediaRow[]> {
  if (wanted.mediaIds.length === 0) return Promise.resolve([]);
  return uploads(db, accountId, wanted).execute();
}

/** The same, which stay so until the transaction ends. */
export function lockUploads(db: Db, accountId: string, wanted: Wanted): Promise<MediaRow[]> {
  return uploads(db, accountId, wanted).orderBy('id').forUpdate().execute();
}

function uploads(db: Db, accountId: string, { mediaIds, uploadedBy }: Wanted) {
  return db
    .selectFrom('media')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${mediaIds}::uuid[])`)
    .where(UNUSED)
    .where('uploaded_by', '=', uploadedBy);
}
