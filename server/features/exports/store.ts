import { sql } from 'kysely';
import type { AccountExport, ExportManifest } from '../../../contract/account-exports.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';

export interface ExportRow {
  id: string;
  createdBy: string;
  withTexts: boolean;
  status: AccountExport['status'];
  progress: number;
  attempts: number;
  parts: string[];
  bytes: number;
  manifest: ExportManifest | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
}

const select = (db: Db, accountId: string) =>
  db
    .selectFrom('account_exports')
    .select([
      'id',
      'created_by as createdBy',
      'with_texts as withTexts',
      'status',
      'progress',
      'attempts',
      'parts',
      sql<number>`bytes::float8`.as('bytes'),
      'manifest',
      'created_at as createdAt',
      'finished_at as finishedAt',
      'expires_at as expiresAt',
    ])
    .where('account_id', '=', accountId);

export function findExport(db: Db, accountId: string, id: string): Promise<ExportRow | undefined> {
  return select(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** Replaces the link before. */
export async function saveLink(
  db: Db,
  accountId: string,
  { id, hash, by, until }: { id: string; hash: string; by: string; until: Date },
): Promise<void> {
  await db
    .updateTable('account_exports')
    .set({ link_hash: hash, link_by: by, link_until: until })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Who asked for the link, if they could still download the file. Used up by the first that opens it. */
export async function takeLink(
  tx: Tx,
  accountId: string,
  { id, hash, now }: { id: string; hash: string; now: Date },
): Promise<{ userId: string; firstName: string; lastName: string } | undefined> {
  const { rows } = await sql<{ userId: string; firstName: string; lastName: string }>`
    update account_exports e set link_hash = null, link_by = null, link_until = null
      from users u join accounts a on a.id = u.account_id
     where e.account_id = ${accountId} and e.id = ${id} and e.link_hash = ${hash} and e.link_until > ${now}
       and u.account_id = e.account_id and u.id = e.link_by and u.user_type = 'admin'
       and u.deactivated_at is null and u.deletes_at is null and a.deletes_at is null
    returning u.id as "userId", u.first_name as "firstName", u.last_name as "lastName"`.execute(tx);
  return rows[0];
}

/** Newest first. */
export function listExports(
  db: Db,
  accountId: string,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<ExportRow[]> {
  return select(db, accountId)
    .$if(after !== null, (all) =>
      all.where(sql<boolean>`(created_at, id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The account has at most one that isn't over: a violation of `account_exports_open` otherwise. */
export async function insertExport(
  tx: Tx,
  accountId: string,
  row: Pick<ExportRow, 'id' | 'createdBy' | 'withTexts' | 'createdAt'>,
): Promise<void> {
  await tx
    .insertInto('account_exports')
    .values({
      account_id: accountId,
      id: row.id,
      created_by: row.createdBy,
      with_texts: row.withTexts,
      created_at: row.createdAt,
    })
    .execute();
}

/** From now on only this run writes it. What an earlier one had kept is returned, for removal. Undefined: it's over. */
export async function startRun(
  tx: Tx,
  accountId: string,
  { id, run }: { id: string; run: string },
): Promise<{ parts: string[]; attempts: number; withTexts: boolean; createdBy: string } | undefined> {
  const { rows } = await sql<{ parts: string[]; attempts: number; withTexts: boolean; createdBy: string }>`
    update account_exports e
       set status = 'running', run = ${run}, attempts = e.attempts + 1, progress = 0, parts = '{}', bytes = 0
      from (select parts from account_exports where account_id = ${accountId} and id = ${id} for update) as before
     where e.account_id = ${accountId} and e.id = ${id} and e.status in ('queued', 'running')
    returning before.parts, e.attempts, e.with_texts as "withTexts", e.created_by as "createdBy"`.execute(tx);
  return rows[0];
}

/** False: another run has taken over, or the account is gone. */
export async function changeRun(
  db: Db,
  accountId: string,
  { id, run }: { id: string; run: string },
  change: { progress?: number; part?: { id: string; bytes: number } },
): Promise<boolean> {
  const { progress = null, part = null } = change;
  const { numAffectedRows = 0n } = await sql`
    update account_exports
       set progress = coalesce(${progress}::smallint, progress), parts = parts || ${part === null ? [] : [part.id]}::uuid[],
           bytes = bytes + ${part?.bytes ?? 0}
     where account_id = ${accountId} and id = ${id} and run = ${run} and status = 'running'`.execute(db);
  return numAffectedRows > 0n;
}

/** False: another run has taken over. */
export async function endRun(
  tx: Tx,
  accountId: string,
  { id, run }: { id: string; run: string },
  end:
    | { status: 'done'; manifest: ExportManifest; finishedAt: Date; expiresAt: Date }
    | { status: 'failed'; finishedAt: Date },
): Promise<boolean> {
  const isDone = end.status === 'done';
  const { numUpdatedRows } = await tx
    .updateTable('account_exports')
    .set({
      status: end.status,
      run: null,
      finished_at: end.finishedAt,
      ...(isDone && { progress: 100, manifest: JSON.stringify(end.manifest), expires_at: end.expiresAt }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export interface OldFile {
  accountId: string;
  id: string;
  parts: string[];
}

/** Of those whose file has expired, or that failed: they have no file anymore. What it was is returned, for removal. */
export async function takeOldFiles(tx: Tx, now: Date, limit: number): Promise<OldFile[]> {
  const { rows } = await sql<OldFile>`
    update account_exports e set parts = '{}', manifest = null
      from (select account_id, id, parts from account_exports
             where parts <> '{}' and (expires_at <= ${now} or status = 'failed')
             order by created_at limit ${limit} for update skip locked) as old
     where e.account_id = old.account_id and e.id = old.id
    returning e.account_id as "accountId", e.id, old.parts`.execute(tx);
  return rows;
}

/** The files of an account that is being erased. */
export async function takeFilesOf(tx: Tx, accountId: string, limit: number): Promise<OldFile[]> {
  const { rows } = await sql<OldFile>`
    delete from account_exports where account_id = ${accountId} and id in (
      select id from account_exports where account_id = ${accountId} limit ${limit})
    returning account_id as "accountId", id, parts`.execute(tx);
  return rows;
}
