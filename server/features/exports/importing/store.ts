import { sql } from 'kysely';
import type { AccountImport } from '../../../../contract/account-exports.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Cursor } from '../../../http/page.ts';
import type { OldFile } from '../store.ts';

export interface ImportRow {
  id: string;
  createdBy: string;
  status: AccountImport['status'];
  progress: number;
  attempts: number;
  /** Why it failed; `UPLOADING` while its file is on its way. */
  reason: string | null;
  parts: string[];
  bytes: number;
  writtenAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
}

/** In `reason`, until all of the file is kept. */
export const UPLOADING = 'uploading';
/** Longer than a request may take: then the sender is gone. */
const UPLOAD_LIMIT_MINUTES = 5;

const select = (db: Db, accountId: string) =>
  db
    .selectFrom('account_imports')
    .select([
      'id',
      'created_by as createdBy',
      'status',
      'progress',
      'attempts',
      'reason',
      'parts',
      sql<number>`bytes::float8`.as('bytes'),
      'written_at as writtenAt',
      'created_at as createdAt',
      'finished_at as finishedAt',
    ])
    .where('account_id', '=', accountId);

export function findImport(db: Db, accountId: string, id: string): Promise<ImportRow | undefined> {
  return select(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** Newest first. */
export function listImports(
  db: Db,
  accountId: string,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<ImportRow[]> {
  return select(db, accountId)
    .$if(after !== null, (all) =>
      all.where(sql<boolean>`(created_at, id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The account has at most one that isn't over: a violation of `account_imports_open` otherwise. */
export async function insertImport(
  tx: Tx,
  accountId: string,
  row: Pick<ImportRow, 'id' | 'createdBy' | 'createdAt'>,
): Promise<void> {
  await tx
    .insertInto('account_imports')
    .values({
      account_id: accountId,
      id: row.id,
      created_by: row.createdBy,
      created_at: row.createdAt,
      reason: UPLOADING,
    })
    .execute();
}

/** False: it's over. */
export async function addPart(
  db: Db,
  accountId: string,
  id: string,
  part: { id: string; bytes: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update account_imports set parts = parts || ${part.id}::uuid, bytes = bytes + ${part.bytes}
     where account_id = ${accountId} and id = ${id} and status = 'queued'`.execute(db);
  return numAffectedRows > 0n;
}

export async function changeImport(
  db: Db,
  accountId: string,
  id: string,
  change: Partial<Pick<ImportRow, 'status' | 'progress' | 'attempts' | 'reason'>>,
): Promise<void> {
  await db
    .updateTable('account_imports')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export function lockImport(tx: Tx, accountId: string, id: string): Promise<ImportRow | undefined> {
  return select(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function noteWritten(
  tx: Tx,
  accountId: string,
  id: string,
  { at, manifestHash }: { at: Date; manifestHash: string },
): Promise<void> {
  await tx
    .updateTable('account_imports')
    .set({ written_at: at, manifest_hash: manifestHash })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** It's over, and its file isn't needed anymore: returned for removal. */
export async function endImport(
  tx: Tx,
  accountId: string,
  id: string,
  end: { status: 'done' | 'failed'; reason: string | null; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ parts: string[] }>`
    update account_imports i
       set status = ${end.status}, reason = ${end.reason}, finished_at = ${end.at}, parts = '{}',
           progress = case ${end.status} when 'done' then 100 else i.progress end
      from (select parts from account_imports where account_id = ${accountId} and id = ${id} for update) as before
     where i.account_id = ${accountId} and i.id = ${id} and i.status in ('queued', 'running')
    returning before.parts`.execute(tx);
  return rows[0]?.parts ?? [];
}

/** Those whose file never came to its end. `accountId`: only of that account. */
export async function endUnsent(
  tx: Tx,
  now: Date,
  { accountId = null, limit }: { accountId?: string | null; limit: number },
): Promise<OldFile[]> {
  const { rows } = await sql<OldFile>`
    update account_imports i
       set status = 'failed', finished_at = ${now}, parts = '{}', reason = 'The file did not arrive in full. Send it again.'
      from (select account_id, id, parts from account_imports
             where status = 'queued' and reason = ${UPLOADING} and (${accountId}::uuid is null or account_id = ${accountId})
               and created_at < ${now}::timestamptz - make_interval(mins => ${UPLOAD_LIMIT_MINUTES})
             limit ${limit} for update skip locked) as old
     where i.account_id = old.account_id and i.id = old.id
    returning i.account_id as "accountId", i.id, old.parts`.execute(tx);
  return rows;
}

/** The files of an account that is being erased. */
export async function takeImportsOf(tx: Tx, accountId: string, limit: number): Promise<OldFile[]> {
  const { rows } = await sql<OldFile>`
    delete from account_imports where account_id = ${accountId} and id in (
      select id from account_imports where account_id = ${accountId} limit ${limit})
    returning account_id as "accountId", id, parts`.execute(tx);
  return rows;
}
