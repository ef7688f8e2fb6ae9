import { sql } from 'kysely';
import type { GivenConsent } from '../../../contract/consents.ts';
import type { ImportKind, ImportMapping, ImportStatus } from '../../../contract/imports.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import type { Cursor } from '../../http/page.ts';
import type { Layout } from './examine.ts';

export interface ImportRow {
  id: string;
  kind: ImportKind;
  status: ImportStatus;
  fileName: string;
  layout: Layout;
  columns: string[];
  mapping: ImportMapping;
  consent: GivenConsent | null;
  createdBy: string;
  createdAt: Date;
  total: number;
  processed: number;
  created: number;
  updated: number;
  duplicates: number;
  refused: number;
  finishedAt: Date | null;
  undoStartedAt: Date | null;
  unlocked: boolean;
}

export interface ListedImport extends ImportRow {
  creatorFirstName: string | null;
  creatorLastName: string | null;
  hasRefused: boolean;
}

const COLUMNS = sql`
  i.id, i.kind, i.status, i.file_name as "fileName", i.layout, i.columns, i.mapping, i.consent,
  i.created_by as "createdBy", i.created_at as "createdAt", i.total, i.processed, i.created, i.updated, i.duplicates,
  i.refused, i.finished_at as "finishedAt", i.undo_started_at as "undoStartedAt", i.unlocked`;

export async function insertImport(
  tx: Tx,
  accountId: string,
  row: Pick<
    ImportRow,
    | 'id'
    | 'kind'
    | 'fileName'
    | 'layout'
    | 'columns'
    | 'mapping'
    | 'consent'
    | 'createdBy'
    | 'createdAt'
    | 'total'
  >,
): Promise<void> {
  await tx
    .insertInto('imports')
    .values({
      account_id: accountId,
      id: row.id,
      kind: row.kind,
      status: 'queued',
      file_name: row.fileName,
      layout: JSON.stringify(row.layout),
      columns: row.columns,
      mapping: JSON.stringify(row.mapping),
      consent: row.consent === null ? null : JSON.stringify(row.consent),
      created_by: row.createdBy,
      created_at: row.createdAt,
      total: row.total,
    })
    .execute();
}

export async function insertPart(
  tx: Tx,
  accountId: string,
  importId: string,
  part: number,
  bytes: Buffer,
): Promise<void> {
  await tx
    .insertInto('import_files')
    .values({ account_id: accountId, import_id: importId, part, bytes })
    .execute();
}

/** The file, part by part. */
export async function* readParts(db: Db, accountId: string, importId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await db
      .selectFrom('import_files')
      .select('bytes')
      .where('account_id', '=', accountId)
      .where('import_id', '=', importId)
      .where('part', '=', part)
      .executeTakeFirst();
    if (row === undefined) return;
    yield row.bytes;
  }
}

export async function deleteFile(tx: Tx, accountId: string, importId: string): Promise<void> {
  await tx
    .deleteFrom('import_files')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .execute();
}

export async function findImport(db: Db, accountId: string, id: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${COLUMNS} from imports i where i.account_id = ${accountId} and i.id = ${id}`.execute(db);
  return rows[0];
}

/** No one else goes on with it until the transaction is over. */
export async function lockImport(tx: Tx, accountId: string, id: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${COLUMNS} from imports i where i.account_id = ${accountId} and i.id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

function selectListed(db: Db, which: ReturnType<typeof sql>) {
  return sql<ListedImport>`
    select ${COLUMNS}, u.first_name as "creatorFirstName", u.last_name as "creatorLastName",
           exists (select from refused_rows r where r.account_id = i.account_id and r.import_id = i.id) as "hasRefused"
      from imports i
      left join users u on u.account_id = i.account_id and u.id = i.created_by
     ${which}`.execute(db);
}

export async function findListed(db: Db, accountId: string, id: string): Promise<ListedImport | undefined> {
  const { rows } = await selectListed(db, sql`where i.account_id = ${accountId} and i.id = ${id}`);
  return rows[0];
}

export async function listImports(
  db: Db,
  accountId: string,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<ListedImport[]> {
  const older = after ? sql`and (i.created_at, i.id) < (${after.at}, ${after.id}::uuid)` : sql``;
  const { rows } = await selectListed(
    db,
    sql`where i.account_id = ${accountId} ${older} order by i.created_at desc, i.id desc limit ${limit}`,
  );
  return rows;
}

export async function changeImport(
  tx: Db,
  accountId: string,
  id: string,
  change: Partial<{
    status: ImportStatus;
    finishedAt: Date;
    undoStartedAt: Date;
    unlocked: boolean;
  }>,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.finishedAt === undefined ? {} : { finished_at: change.finishedAt }),
      ...(change.undoStartedAt === undefined ? {} : { undo_started_at: change.undoStartedAt }),
      ...(change.unlocked === undefined ? {} : { unlocked: change.unlocked }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export interface Counts {
  created: number;
  updated: number;
  duplicates: number;
  refused: number;
}

/** A batch is done with its transaction. */
export async function countBatch(
  tx: Tx,
  accountId: string,
  id: string,
  { rows, ...counts }: Counts & { rows: number },
): Promise<void> {
  await sql`
    update imports
       set status = 'running', processed = processed + ${rows}, created = created + ${counts.created},
           updated = updated + ${counts.updated}, duplicates = duplicates + ${counts.duplicates},
           refused = refused + ${counts.refused}
     where account_id = ${accountId} and id = ${id}`.execute(tx);
}

export interface RefusedRow {
  row: number;
  cells: string[];
  reason: string;
}

export async function insertRefused(
  tx: Tx,
  accountId: string,
  importId: string,
  refused: RefusedRow[],
  at: Date,
): Promise<void> {
  if (refused.length === 0) return;
  await sql`
    insert into refused_rows (account_id, import_id, row, cells, reason, refused_at)
    select ${accountId}::uuid, ${importId}::uuid, r.row, r.cells, r.reason, ${at}
      from ${recordset('r', refused, { int: ['row'], 'text[]': ['cells'], text: ['reason'] })}`.execute(tx);
}

export async function listRefused(
  db: Db,
  accountId: string,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RefusedRow[]> {
  return db
    .selectFrom('refused_rows')
    .select(['row', 'cells', 'reason'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute();
}
